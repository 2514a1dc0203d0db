import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { CircleX, Plug, TriangleAlert } from 'lucide-react'
import type { ApiError } from '#api/errors.ts'
import type { Finding } from '#contract/flow.ts'
import { blockingCount, findingClasses, findingCounts } from '#flow/health/findings.ts'
import { count as counted } from '#lib/count.ts'
import { ErrorBoundary } from '#shell/error-boundary.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { OpenFlow } from './use-open-flow.ts'

export interface TabProps {
  open: OpenFlow
  /** Why changes are not allowed; null = allowed. */
  lockedReason: string | null
  /** Why the last activation was refused; null if it was not. */
  activationError: ApiError | null
  /** The element in the tab bar for the tab's tools; null until it is mounted. */
  toolSlot: HTMLElement | null
}

/** Facts of a flow that the tab bar shows next to the labels. */
export interface TabFacts {
  findings: readonly Finding[]
  /** Whether more runs fail than usual; absent for a file. */
  isFailing?: boolean
  /** Undefined if unknown. */
  variables: number | undefined
  /** Number of changes not yet viewed; absent for a file. */
  changes?: number
}

interface FlowTabRow {
  label: string
  code: { load: () => Promise<unknown>; Content: ComponentType<TabProps> }
  /** Whether it is a part of the tab "Details", with a link inside that tab. */
  isDetail?: true
  /** Whether a flow in a file has the tab too, with content from file/file-tabs.tsx. */
  inFile: boolean
  count?: (facts: TabFacts) => number | undefined
  /** Shown instead of a count. */
  mark?: (facts: TabFacts) => ReactNode
}

/** Code that is loaded when its tab is first opened. */
function lazyTab(loadContent: () => Promise<ComponentType<TabProps>>): FlowTabRow['code'] {
  const load = async () => ({ default: await loadContent() })
  return { load, Content: lazy(load) }
}

/** Number of changes not yet viewed. */
const NewMark = ({ count }: { count: number }) =>
  count > 0 && <span className="tab-count is-new">{count.toLocaleString()} new</span>

/** Whether the flow fails; else problems that prevent activation, as Health counts them, or warnings or requirements. */
function HealthMark({ findings, isFailing }: TabFacts) {
  if (isFailing === true) return <CircleX className="xs text-bad" role="img" aria-label="Failing" />
  const counts = findingCounts(findings)
  const kind = findingClasses.find((one) => counts[one] > 0) ?? 'note'
  const problems = blockingCount(findings)
  if (kind === 'note' && problems === 0) return null
  const Icon = { error: CircleX, warning: TriangleAlert, requirement: Plug, note: TriangleAlert }[kind]
  const shown = problems > 0 ? problems : counts[kind]
  return (
    <span
      className={`status text-xs ${kind === 'error' ? 'bad' : 'warn'}`}
      title={counted(shown, problems > 0 ? 'problem' : kind)}
    >
      <Icon className="xs" />
      {shown.toLocaleString()}
    </span>
  )
}

/** The tabs of a flow, and the parts of its details, by their name in the URL, in the order of their links. */
const flowTabs = {
  canvas: {
    label: 'Canvas',
    code: lazyTab(async () => (await import('./canvas/canvas-tab.tsx')).CanvasTab),
    inFile: true,
  },
  runs: {
    label: 'Runs',
    code: lazyTab(async () => (await import('./runs/runs-tab.tsx')).RunsTab),
    inFile: false,
  },
  health: {
    label: 'Health',
    code: lazyTab(async () => (await import('./health/health-tab.tsx')).HealthTab),
    inFile: true,
    mark: HealthMark,
  },
  history: {
    label: 'History',
    code: lazyTab(async () => (await import('./history/history-tab.tsx')).HistoryTab),
    inFile: false,
    mark: ({ changes = 0 }) => <NewMark count={changes} />,
  },
  metadata: {
    label: 'About',
    code: lazyTab(async () => (await import('./details/metadata-tab.tsx')).MetadataTab),
    isDetail: true,
    inFile: true,
  },
  variables: {
    label: 'Variables',
    code: lazyTab(async () => (await import('./values/definition-tabs.tsx')).EditableVariablesTab),
    isDetail: true,
    inFile: true,
    count: ({ variables }) => variables,
  },
  settings: {
    label: 'Settings',
    code: lazyTab(async () => (await import('./values/definition-tabs.tsx')).EditableSettingsTab),
    isDetail: true,
    inFile: true,
  },
  json: {
    label: 'JSON',
    code: lazyTab(async () => (await import('./details/json-tab.tsx')).JsonTab),
    isDetail: true,
    inFile: true,
  },
} as const satisfies Readonly<Record<string, FlowTabRow>>

type Tabs = typeof flowTabs
export type FlowTab = keyof Tabs
/** A tab that needs no service. */
export type FileTab = { [T in FlowTab]: Tabs[T]['inFile'] extends true ? T : never }[FlowTab]

const rows: Readonly<Record<FlowTab, FlowTabRow>> = flowTabs
const isFlowTab = (tab: string): tab is FlowTab => Object.hasOwn(rows, tab)
const isFileTab = (tab: FlowTab): tab is FileTab => rows[tab].inFile

export const allFlowTabs: readonly FlowTab[] = Object.keys(rows).filter(isFlowTab)
export const allFileTabs: readonly FileTab[] = allFlowTabs.filter(isFileTab)

export const isDetailTab = (tab: FlowTab): boolean => rows[tab].isDetail === true

/** A tab for the bar, without its link. */
export const tabWords = (value: FlowTab, facts: TabFacts) => {
  const { label, count, mark } = rows[value]
  return { value, label, count: count?.(facts), mark: mark?.(facts) }
}

/** Preloads a tab's code, together with the flow. */
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
