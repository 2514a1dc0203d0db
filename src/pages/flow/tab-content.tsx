import { Suspense } from 'react'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { flowTabs, type FlowTab, type TabProps } from './flow-tabs.tsx'

/** Loads a tab's code ahead, together with the flow. */
export function loadTab(tab: FlowTab): void {
  // If this fails, opening the tab loads it again and shows the error.
  flowTabs[tab].code.load().catch(() => null)
}

/** The content of a tab. */
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
