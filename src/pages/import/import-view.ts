/** The open row of the import and its view, in the URL. */

/** `review` is only a view on a phone; in wider windows it has its own pane. */
export const flowViews = ['review', 'canvas', 'difference', 'json'] as const
export type ImportFlowView = (typeof flowViews)[number]

export interface ImportView {
  /** Key of the open row; null = none was chosen. */
  row: string | null
  /** Null = the default for the width. */
  view: ImportFlowView | null
  /** Id of a flow with which the imported one is compared afterwards; null = none. */
  compare: string | null
}

export function readImportView(query: URLSearchParams): ImportView {
  const view = query.get('view')
  return { row: query.get('row'), view: flowViews.find((one) => one === view) ?? null, compare: query.get('compare') }
}

export function writeImportView({ row, view, compare }: ImportView): URLSearchParams {
  const query = new URLSearchParams()
  if (row !== null) query.set('row', row)
  if (view !== null) query.set('view', view)
  if (compare !== null) query.set('compare', compare)
  return query
}
