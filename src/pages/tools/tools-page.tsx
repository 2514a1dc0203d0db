import { Page } from '#shell/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

export function ToolsPage() {
  return (
    <Page title="Tools">
      <SkeletonRows />
    </Page>
  )
}
