import type { Ref } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Finding, FlowDetail } from '#contract/flow.ts'
import { useLacks } from '#api/query/me.ts'
import { isReturned } from '#lib/absent.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import type { FlowData } from '#flow-data/flow-data.ts'
import { allFlowTabs, type FlowTab, type TabFacts } from './flow-tabs.tsx'
import { tabLinks, tabOf } from './flow-view.ts'
import { useFlowChanges } from './history/use-flow-changes.ts'

/** The bar of these tabs and, while the details are open, links to their parts below it. */
export function FlowTabLinks({
  tab,
  tabs,
  facts,
  tools,
}: {
  /** The open tab, or part of the details. */
  tab: FlowTab
  tabs: readonly FlowTab[]
  facts: TabFacts
  /** Receives the element at the right end of the bar, in which the open tab renders its tools. */
  tools: Ref<HTMLDivElement>
}) {
  const [query] = useSearchParams()
  const { value, bar, parts } = tabLinks(query, tab, tabs, facts)
  return (
    <>
      <Tabs
        label="Flow views"
        value={value}
        tabs={bar}
        tools={<div ref={tools} className="flex items-center gap-1" />}
      />
      {parts.length > 0 && (
        <nav aria-label="Details" className="flex flex-none gap-1 overflow-x-auto px-3 pt-3 max-lg:px-2">
          {parts.map(({ value: part, label, count, to }) => (
            <Link key={part} className="part-link" to={to} aria-current={part === tab ? 'page' : undefined}>
              {label}
              {count !== undefined && <span className="tab-count">{count.toLocaleString()}</span>}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

/** The tabs of a flow of the service: without Runs if it lists none. */
function useFlowTabs(): readonly FlowTab[] {
  const hasRuns = !useLacks('run.list')
  return hasRuns ? allFlowTabs : allFlowTabs.filter((tab) => tab !== 'runs')
}

/** The open tab, or part of the details. */
export function useFlowTab(): FlowTab {
  const [query] = useSearchParams()
  const tab = tabOf(query)
  return useFlowTabs().includes(tab) ? tab : 'canvas'
}

/** The tabs of a flow of the service. */
export function FlowTabBar({
  flow,
  data,
  findings,
  isFailing,
  tools,
}: {
  flow: Pick<FlowDetail, 'id' | 'version' | 'variables'>
  data: FlowData
  findings: readonly Finding[]
  isFailing: boolean
  tools: Ref<HTMLDivElement>
}) {
  const changes = useFlowChanges(flow, data)?.newCount ?? 0
  const variables = isReturned(flow, 'variables') ? flow.variables.length : undefined
  const facts = { findings, isFailing, changes, variables }
  return <FlowTabLinks tab={useFlowTab()} tabs={useFlowTabs()} facts={facts} tools={tools} />
}
