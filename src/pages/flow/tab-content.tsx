import { Suspense } from 'react'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { flowTabs, type FlowTab, type TabProps } from './flow-tabs.tsx'

/** Fetches a tab's code ahead, beside the flow itself. */
export function loadTab(tab: FlowTab): void {
  // Where it cannot be had now, opening the tab fetches it again and says why.
  flowTabs[tab].code.load().catch(() => null)
}

/** What stands under the tabs. */
export function TabContent({ tab, ...props }: TabProps & { tab: FlowTab }) {
  const Tab = flowTabs[tab].code.Content
  return (
    <ErrorBoundary part={tab}>
      <Suspense fallback={<SkeletonRows />}>
        <Tab {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
