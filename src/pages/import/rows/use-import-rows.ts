import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { phone, useMedia } from '#ui/browser/media.ts'
import { useAccountKeys, useFlowNames } from '#pages/import/account-keys.ts'
import { rowNamesOf } from './flow-names.ts'
import {
  flowViews,
  readImportView,
  writeImportView,
  type ImportFlowView,
  type ImportView,
} from '#pages/import/import-view.ts'
import { useImportRows, type ImportRow } from './import-rows.ts'
import { warningCount } from '#pages/import/review/missing-needs.ts'
import { importTally } from './row-words.ts'

/** Review below the flow (import.css). */
const narrow = '(max-width: 79.99rem)'

/** The rows, the open row and its view, with facts about the account. The URL contains open row and view. */
export function useImportRowList() {
  const rows = useImportRows()
  const [query, setQuery] = useSearchParams()
  const requestedView = readImportView(query)
  // One pane at a time (import.css).
  const isOnePane = useMedia(phone)
  const requestedRow = rows.find(({ key }) => key === requestedView.row)
  // A single file is its own list, where there is no room for both.
  const isNarrow = useMedia(narrow)
  const hasList = rows.length > 1 || !isNarrow
  const open = requestedRow ?? (isOnePane && hasList ? undefined : rows[0])
  const views: readonly ImportFlowView[] = isOnePane ? flowViews : flowViews.filter((view) => view !== 'review')
  const view = views.find((one) => one === requestedView.view) ?? views[0] ?? 'canvas'
  const neededNames = useMemo(() => rows.flatMap(({ flow }) => (flow === null ? [] : [flow.name])), [rows])
  const account = useAccountKeys()
  const existing = useFlowNames(neededNames)
  const { names, clashes } = useMemo(() => rowNamesOf(rows, new Set(existing.names.keys())), [rows, existing.names])
  const sums = useMemo(() => importTally(rows), [rows])
  const files = useMemo(() => new Set(rows.map(({ source }) => source)).size, [rows])
  const go = (change: Partial<ImportView>, replace: boolean) =>
    setQuery(writeImportView({ ...requestedView, row: open?.key ?? null, ...change }), { replace })
  const isForeign = useProduct() !== null
  const warningCountOf = ({ key, flow }: ImportRow) =>
    flow === null || isForeign ? 0 : warningCount(flow.review, account.keys, clashes.has(key))
  return {
    rows,
    open,
    view,
    compare: requestedView.compare,
    views,
    isOnePane,
    hasList,
    account,
    existing,
    names,
    clashes,
    sums,
    files,
    go,
    warningCountOf,
  }
}
