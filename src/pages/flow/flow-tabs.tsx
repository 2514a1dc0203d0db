import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { Tabs } from '#ui/tabs.tsx'
import { tabOf, tabQuery, type FlowTab } from './flow-view.ts'
import { useFlowChanges } from './use-flow-changes.ts'

/** How many findings there are, in the colour of the worst. */
function HealthMark({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  const [tone, icon] = has('error')
    ? ['bad', <CircleX key="error" className="xs" />]
    : has('warning')
      ? ['warn', <TriangleAlert key="warning" className="xs" />]
      : ['idle', <Info key="info" className="xs" />]
  return (
    <span className={`status text-xs ${tone}`}>
      {icon}
      {findings.length.toLocaleString()}
    </span>
  )
}

/** Changes that nobody has looked at. */
const NewMark = ({ fresh }: { fresh: number }) =>
  fresh > 0 && <span className="font-normal text-text-3">{fresh.toLocaleString()} new</span>

const labels: Record<FlowTab, string> = {
  canvas: 'Canvas',
  runs: 'Runs',
  health: 'Health',
  history: 'History',
  variables: 'Variables',
  settings: 'Settings',
  metadata: 'Metadata',
  json: 'JSON',
}

/** The views of one flow; at the right end, `tools` of the open one. */
export function FlowTabs({ flow, tools }: { flow: FlowDetail; tools: ReactNode }) {
  const fresh = useFlowChanges(flow)?.fresh ?? 0
  const [query] = useSearchParams()
  const tab = (value: FlowTab) => ({
    value,
    label: labels[value],
    to: { search: tabQuery(query, value) },
  })
  const marks = <HealthMark findings={flow.validation} />
  return (
    <Tabs
      tools={tools}
      label="Views of the flow"
      value={tabOf(query)}
      tabs={[
        tab('canvas'),
        { ...tab('runs'), count: flow.run_count },
        { ...tab('health'), mark: marks },
        { ...tab('history'), mark: <NewMark fresh={fresh} /> },
        { ...tab('variables'), count: flow.variables.length },
        tab('settings'),
        tab('metadata'),
        tab('json'),
      ]}
    />
  )
}
