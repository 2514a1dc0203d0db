import { Page } from '#shell/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

export function BillingPage() {
  return (
    <Page title="Billing">
      <SkeletonRows />
    </Page>
  )
}
