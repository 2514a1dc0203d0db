import { useNavigate } from 'react-router'
import type { Answer } from '#contract/kernel.ts'
import type { flow as flowApi, FlowSummary } from '#contract/flow.ts'
import { defaultLimit } from '#contract/page.ts'
import { formatSum } from '#lib/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money.ts'
import { flowPath } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyFilter } from '#ui/empty-state.tsx'
import { Pager } from '#ui/pager.tsx'
import { Table } from '#ui/table.tsx'
import { flowColumns } from './flow-columns.tsx'
import './flows.css'
import type { FlowsView } from './flows-view.ts'

const rowId = (flow: FlowSummary) => flow.id

/** What the rows of this page cost together; null where they are of several currencies. */
function sumOf(rows: readonly FlowSummary[]): string | null {
  const currencies = new Set(rows.map((row) => row.currency))
  const [currency] = currencies
  if (currencies.size !== 1 || currency === undefined) return null
  const micros = rows.reduce((sum, row) => sum + (parseMicros(row.cost_last_30_days) ?? 0n), 0n)
  return formatSum(formatMicros(micros), currency)
}

/** "2 filters" in words: what has to be taken away to see more. */
const filterWords = ({ search, statuses }: FlowsView): string =>
  [search === '' ? '' : `“${search}”`, statuses.length === 0 ? '' : 'this status']
    .filter((part) => part !== '')
    .join(' and ')

/** The rows of a page with their order and paging. */
export function FlowsList({
  page,
  view,
  onView,
}: {
  page: Answer<typeof flowApi.list>
  view: FlowsView
  onView: (view: FlowsView) => void
}) {
  const navigate = useNavigate()
  const from = (view.page - 1) * defaultLimit
  const rows = page.results
  const sum = sumOf(rows)
  const go = (to: number) => onView({ ...view, page: to })
  if (rows.length === 0) {
    const beyond = view.page > 1
    return (
      <EmptyFilter words={beyond ? `There is no page ${view.page}.` : `No flow matches ${filterWords(view)}.`}>
        {beyond ? (
          <Button onClick={() => go(1)}>Go to the first page</Button>
        ) : (
          <Button onClick={() => onView({ ...view, search: '', statuses: [], page: 1 })}>Reset the filter</Button>
        )}
      </EmptyFilter>
    )
  }
  return (
    <>
      <Table
        label="Flows"
        columns={flowColumns}
        rows={rows}
        rowId={rowId}
        ordering={view.ordering}
        onOrder={(ordering) => onView({ ...view, ordering, page: 1 })}
        onOpen={(flow) => void navigate(flowPath(flow.id))}
      />
      <Pager
        from={from}
        rows={rows.length}
        count={page.count}
        about={page.count_is === 'about'}
        onPrevious={view.page > 1 ? () => go(view.page - 1) : null}
        onNext={page.next !== null || from + rows.length < page.count ? () => go(view.page + 1) : null}
      >
        {sum !== null && `${sum} in the last 30 days on this page`}
      </Pager>
    </>
  )
}
