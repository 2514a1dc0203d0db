import { Page } from '#shell/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

export function ChannelsPage() {
  return (
    <Page title="Channels">
      <SkeletonRows />
    </Page>
  )
}
