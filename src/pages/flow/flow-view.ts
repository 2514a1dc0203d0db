/** Which part of a flow's page is open, as it stands in the URL. Pure. */

export const flowTabs = ['canvas', 'runs', 'health', 'variables', 'settings', 'metadata', 'json'] as const
export type FlowTab = (typeof flowTabs)[number]

/** What stays when another tab opens: one comes back to the same node in the same placement. */
const lasting = ['node', 'place']

/** The open tab; nonsense counts as not given. */
export const tabOf = (query: URLSearchParams): FlowTab => flowTabs.find((tab) => tab === query.get('tab')) ?? 'canvas'

/** "?tab=runs": the query that opens a tab; "" for the canvas of a flow without a chosen node. */
export function tabQuery(query: URLSearchParams, tab: FlowTab): string {
  const next = new URLSearchParams(lasting.flatMap((name) => query.getAll(name).map((value) => [name, value])))
  if (tab !== 'canvas') next.set('tab', tab)
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}

/** "?node=n1": the query that opens a node on the canvas. */
export function nodeQuery(query: URLSearchParams, node: string): string {
  const next = new URLSearchParams(query.get('place') === null ? [] : [['place', query.get('place') ?? '']])
  next.set('node', node)
  return `?${next}`
}
