/** Tab, node, run overlay and search of a flow's page in the URL. Pure. */
import { requestedText } from '#lib/text/text.ts'
import { placementNames } from './canvas/placement-query.ts'
import {
  allFileTabs,
  allFlowTabs,
  isDetailTab,
  type FileTab,
  type FlowTab,
  type TabFacts,
  tabWords,
} from './flow-tabs.tsx'

/** Parameters that stay when another tab opens: node, placement, run and search. */
const lastingParameters = ['node', ...placementNames, 'run', 'find']

const pickParameters = (query: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams(names.flatMap((name) => query.getAll(name).map((value) => [name, value])))

/** The name in the URL of the tab that holds the parts for which `isDetailTab` is true; it opens the first of them. */
const details = 'details'

const openTab = <T extends FlowTab>(query: URLSearchParams, tabs: readonly T[]): T | undefined => {
  const name = query.get('tab')
  return name === details ? tabs.find(isDetailTab) : tabs.find((tab) => tab === name)
}

/** The open tab or part of the details; an invalid one is ignored. */
export const tabOf = (query: URLSearchParams): FlowTab => openTab(query, allFlowTabs) ?? 'canvas'

/** The open tab of a flow in a file; an invalid one, or one that needs a service, is ignored. */
export const fileTabOf = (query: URLSearchParams): FileTab => openTab(query, allFileTabs) ?? 'canvas'

/** "?tab=runs": the query that opens a tab; "" for the canvas without node, run or search. */
export function tabQuery(query: URLSearchParams, tab: FlowTab | typeof details): string {
  const next = pickParameters(query, lastingParameters)
  if (tab !== 'canvas') next.set('tab', tab)
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Links to these tabs, in the form that the tab bar expects: `bar` with "Details" for all parts of the details, and
 * `parts`, which are empty unless the details are open.
 */
export function tabLinks(query: URLSearchParams, tab: FlowTab, tabs: readonly FlowTab[], facts: TabFacts) {
  const linkTo = (one: FlowTab) => ({ ...tabWords(one, facts), to: { search: tabQuery(query, one) } })
  const detailsTab = { value: details, label: 'Details', to: { search: tabQuery(query, details) } } as const
  const isOpen = isDetailTab(tab)
  return {
    value: isOpen ? details : tab,
    bar: [...tabs.filter((one) => !isDetailTab(one)).map(linkTo), detailsTab],
    parts: isOpen ? tabs.filter(isDetailTab).map(linkTo) : [],
  }
}

/** "?node=n1", "?node=n1&edge=e1": the query that opens a node on the canvas, and marks one of its edges. */
export function nodeQuery(query: URLSearchParams, node: string, edge: string | null = null): string {
  const next = pickParameters(query, [...placementNames, 'run'])
  next.set('node', node)
  if (edge !== null) next.set('edge', edge)
  return `?${next}`
}

/** "?run=r1": the query with a run overlay; null = none. */
export function runOverlayQuery(query: URLSearchParams, run: string | null): string {
  const next = pickParameters(query, ['node', ...placementNames])
  if (run !== null) next.set('run', run)
  return `?${next}`
}

/**
 * The query that opens the form for a new run. `repeatRunId` = id of a run whose input is used, '' = none; null closes
 * it.
 */
export function startQuery(query: URLSearchParams, repeatRunId: string | null): string {
  const next = new URLSearchParams(query)
  if (repeatRunId === null) next.delete('start')
  else next.set('start', repeatRunId)
  return `?${next}`
}

/** Maximum characters of a search. */
const maxFind = 500

/** The search text; "" = none. */
export const findText = (query: URLSearchParams): string => requestedText(query.get('find'), maxFind)

/** The query with another search text; "" = none. */
export function withFind(query: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (text === '') next.delete('find')
  else next.set('find', text)
  return next
}
