import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import type { flow as flowApi, FlowSummary } from '#contract/flow.ts'
import { useKnownColumns } from '#parts/lists/known-fields.ts'
import { numberedPage } from '#parts/lists/list-query.ts'
import { flowPath } from '#ui/paths.ts'
import { Pager } from '#ui/table/pager.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { columnChoiceOf } from '#ui/table/table-settings.ts'
import { ListTable } from '#ui/table/list-table.tsx'
import type { TableSelection } from '#ui/table/table.tsx'
import { selectFlows, useSelectedFlows } from '#pages/flows/bulk/selected-flows.ts'
import { flowColumnsOf } from './flow-columns.tsx'
import { hasRecentFailures } from './recent-failures.ts'
import './flows.css'
import { costSumWords } from './cost-sum-words.ts'
import { pageSizes, withFlowsPageSize, type FlowsView } from '#pages/flows/flows-view.ts'
import { FlowCards } from './flow-cards.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const NoRows = lazyPart(async () => (await import('./flows-no-match.tsx')).FlowsNoMatch)

type FlowsPart = ResponseBody<typeof flowApi.list>

const columnSetting = columnChoiceOf('flows')

const rowId = (flow: FlowSummary) => flow.id

/** The rows of a page, as a table or as cards, with order and pager. */
export function FlowsList({
  page,
  shownView,
  view,
  onView,
}: {
  page: FlowsPart
  /** The view of the visible page: the previous one while the next is loading. */
  shownView: FlowsView
  view: FlowsView
  onView: (view: FlowsView) => void
}) {
  const navigate = useNavigate()
  const selectedFlows = useSelectedFlows()
  const rows = page.results
  const columns = useKnownColumns(flowColumnsOf(hasRecentFailures(rows)), rows)
  const sum = costSumWords(rows, rows.length === page.count)
  // All rows of the page were just deleted, and the next rows are loading.
  if (rows.length === 0 && page.count > 0 && shownView.page === 1) return <SkeletonRows />
  if (rows.length === 0)
    return (
      <Suspense fallback={null}>
        <NoRows count={page.count} view={shownView} onView={onView} />
      </Suspense>
    )
  const pages = numberedPage(page, shownView)
  // Relative to the requested page, which may still be loading.
  const turnTo = (to: number | null) =>
    to === null ? null : () => onView({ ...view, page: Math.max(1, view.page + to - shownView.page) })
  const selection: TableSelection = {
    ids: new Set(selectedFlows.keys()),
    onChange: (ids) => selectFlows(ids, rows),
    nameOf: (id) => rows.find((row) => row.id === id)?.name ?? id,
  }
  return (
    <>
      {view.form === 'cards' ? (
        <FlowCards rows={rows} selection={selection} />
      ) : (
        <ListTable
          label="Flows"
          setting={columnSetting}
          columns={columns}
          rows={rows}
          rowId={rowId}
          ordering={view.ordering}
          onOrder={(ordering) => onView({ ...view, ordering, page: 1 })}
          selection={selection}
          onOpen={(flow) => void navigate(flowPath(flow.id))}
        />
      )}
      <Pager
        {...pages.pagerProps}
        onPrevious={turnTo(pages.previous)}
        onNext={turnTo(pages.next)}
        size={view.size}
        sizes={pageSizes}
        onSize={(size) => onView(withFlowsPageSize(view, size))}
      >
        {sum}
      </Pager>
    </>
  )
}
