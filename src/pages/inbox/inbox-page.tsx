import { Page } from '#shell/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

export function InboxPage() {
  return (
    <Page title="Inbox">
      <SkeletonRows />
    </Page>
  )
}
