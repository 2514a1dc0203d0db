/** What the URL of the import holds: which row is open, and how its flow is shown. */

/** `review` has a place of its own where there is room, and is a view among others on a phone. */
export const flowViews = ['review', 'canvas', 'difference', 'json'] as const
export type ImportFlowView = (typeof flowViews)[number]

export interface ImportView {
  /** Key of a row; null = none was chosen. */
  row: string | null
  /** Null = what is usual for the width. */
  view: ImportFlowView | null
}

export function readImportView(query: URLSearchParams): ImportView {
  const view = query.get('view')
  return { row: query.get('row'), view: flowViews.find((one) => one === view) ?? null }
}

export function writeImportView({ row, view }: ImportView): URLSearchParams {
  const query = new URLSearchParams()
  if (row !== null) query.set('row', row)
  if (view !== null) query.set('view', view)
  return query
}
