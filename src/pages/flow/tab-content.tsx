import { lazy, Suspense } from 'react'
import type { ApiError } from '#api/errors.ts'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { FlowTab } from './flow-view.ts'
import type { OpenFlow } from './use-open-flow.ts'

export interface TabProps {
  open: OpenFlow
  /** Why changes are not allowed. */
  lockedReason: string | null
  /** Why the flow was not activated. */
  refused: ApiError | null
}

/** Code of the tabs, loaded when each is first opened. */
const load = {
  canvas: async () => ({ default: (await import('./canvas/canvas-tab.tsx')).CanvasTab }),
  runs: async () => ({ default: (await import('./runs/runs-tab.tsx')).RunsTab }),
  health: async () => ({ default: (await import('./health/health-tab.tsx')).HealthTab }),
  history: async () => ({ default: (await import('./history/history-tab.tsx')).HistoryTab }),
  variables: async () => ({ default: (await import('./details/variables-tab.tsx')).VariablesTab }),
  settings: async () => ({ default: (await import('./details/settings-tab.tsx')).SettingsTab }),
  metadata: async () => ({ default: (await import('./details/metadata-tab.tsx')).MetadataTab }),
  json: async () => ({ default: (await import('./details/json-tab.tsx')).JsonTab }),
}

const tabs = {
  canvas: lazy(load.canvas),
  runs: lazy(load.runs),
  health: lazy(load.health),
  history: lazy(load.history),
  variables: lazy(load.variables),
  settings: lazy(load.settings),
  metadata: lazy(load.metadata),
  json: lazy(load.json),
}

/** Loads a tab's code ahead, together with the flow. */
export function loadTab(tab: FlowTab): void {
  // If this fails, opening the tab loads it again and shows the error.
  load[tab]().catch(() => null)
}

/** The content of a tab. */
export function TabContent({ tab, ...props }: TabProps & { tab: FlowTab }) {
  const Tab = tabs[tab]
  return (
    <ErrorBoundary part={tab}>
      <Suspense fallback={<SkeletonRows />}>
        <Tab {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
