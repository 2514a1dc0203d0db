import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { isReturned } from '#lib/absent.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import { allFlowTabs } from './flow-tabs.tsx'
import { tabLinks, tabOf } from './flow-view.ts'
import { useFlowChanges } from './history/use-flow-changes.ts'

/** The tabs of a flow, with `tools` of the open tab at the right end. */
export function FlowTabBar({
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
  const changes = useFlowChanges(flow, data)?.newCount ?? 0
  const variables = isReturned(flow, 'variables') ? flow.variables.length : undefined
  const [query] = useSearchParams()
  return (
    <Tabs
      tools={tools}
      label="Flow views"
      value={tabOf(query)}
      tabs={tabLinks(query, allFlowTabs, { runs: flow.run_count, findings, changes, variables })}
    />
  )
}
