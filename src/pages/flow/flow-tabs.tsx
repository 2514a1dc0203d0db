import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { isGiven } from '#lib/absent.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import { tabLink, tabOf, type FlowTab } from './flow-view.ts'
import { HealthMark } from './health/health-mark.tsx'
import { useFlowChanges } from './history/use-flow-changes.ts'

/** Number of changes that were not viewed yet. */
const NewMark = ({ fresh }: { fresh: number }) =>
  fresh > 0 && <span className="font-normal text-text-3">{fresh.toLocaleString()} new</span>

/** The tabs of a flow; at the right end, `tools` of the open one. */
export function FlowTabs({
  flow,
  data,
  findings,
  tools,
}: {
  flow: Pick<FlowDetail, 'id' | 'version' | 'run_count' | 'variables'>
  data: FlowData
  findings: readonly Finding[]
  tools: ReactNode
}) {
  const fresh = useFlowChanges(flow, data)?.fresh ?? 0
  const [query] = useSearchParams()
  const tab = (value: FlowTab) => tabLink(query, value)
  return (
    <Tabs
      tools={tools}
      label="Views of the flow"
      value={tabOf(query)}
      tabs={[
        tab('canvas'),
        { ...tab('runs'), count: flow.run_count },
        { ...tab('health'), mark: <HealthMark findings={findings} /> },
        { ...tab('history'), mark: <NewMark fresh={fresh} /> },
        { ...tab('variables'), count: isGiven(flow, 'variables') ? flow.variables.length : undefined },
        tab('settings'),
        tab('metadata'),
        tab('json'),
      ]}
    />
  )
}
