import { GitCompareArrows } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useConnections } from '#api/connection/use-connections.ts'
import { useServiceFlows, type ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { numberedPage } from '#parts/lists/list-query.ts'
import { isOfPage, pathAtService } from '#parts/services/service-address.ts'
import { Page } from '#shell/page.tsx'
import { ServiceSwitcher } from '#shell/services/service-switcher.tsx'
import { currentSearchParams, flowPath, paths } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Table } from '#ui/table/table.tsx'
import { pageSizes, withFlowsPageSize } from '#pages/flows/flows-view.ts'
import { allFlowsColumns } from './all-flows-columns.tsx'
import { AllFlowsFilter } from './all-flows-filter.tsx'
import { isAllFlowsFiltered, readAllFlowsView, unfilteredAllFlows, writeAllFlowsView } from './all-flows-view.ts'
import { matchingFlows, mergedFlowId, mergedFlows, type AllFlowsView, type MergedFlow } from './merged-flows.ts'
import { ServiceNotes } from './service-notes.tsx'
import { serviceCounts } from './service-words.ts'
import './all-flows.css'

/** Opens a flow at its service. */
function useOpenFlow(): (flow: MergedFlow) => void {
  const navigate = useNavigate()
  return ({ id, service }) => {
    if (isOfPage(service)) void navigate(flowPath(id))
    else window.location.assign(pathAtService(flowPath(id), service))
  }
}

function Rows({
  views,
  flows,
  view,
  onView,
}: {
  views: readonly ServiceFlowsView[]
  flows: readonly MergedFlow[]
  view: AllFlowsView
  onView: (view: AllFlowsView) => void
}) {
  const open = useOpenFlow()
  const zone = useZone()
  const found = useMemo(() => matchingFlows(flows, view), [flows, view])
  const from = (view.page - 1) * view.size
  const rows = found.slice(from, from + view.size)
  const isReading = views.some(({ isLoading, flows: known }) => isLoading && known === null)
  if (rows.length === 0 && isReading) return <SkeletonRows />
  if (rows.length === 0)
    return (
      <EmptyFilter
        words={
          view.page > 1
            ? `There is no page ${view.page.toLocaleString()}.`
            : isAllFlowsFiltered(view)
              ? 'No flow of any service matches these filters.'
              : 'The services have no flows.'
        }
      >
        {view.page > 1 && <Button onClick={() => onView({ ...view, page: 1 })}>Go to the first page</Button>}
        {view.page === 1 && isAllFlowsFiltered(view) && (
          <Button onClick={() => onView(unfilteredAllFlows(view))}>Reset filter</Button>
        )}
      </EmptyFilter>
    )
  const pages = numberedPage({ count: found.length, next: null, results: rows }, view)
  const turnTo = (page: number | null) => (page === null ? null : () => onView({ ...view, page }))
  return (
    <>
      <Table
        label="Flows of all services"
        columns={allFlowsColumns}
        rows={rows}
        rowId={mergedFlowId}
        ordering={view.ordering}
        onOrder={(ordering) => onView({ ...view, ordering, page: 1 })}
        onOpen={open}
      />
      <Pager
        {...pages.pagerProps}
        onPrevious={turnTo(pages.previous)}
        onNext={turnTo(pages.next)}
        size={view.size}
        sizes={pageSizes}
        onSize={(size) => onView({ ...view, ...withFlowsPageSize(view, size) })}
      >
        {serviceCounts(views, (at) => formatClock(at, zone))}
      </Pager>
    </>
  )
}

/** The flows of all services in one list. Each service is read on its own: one that fails is one line above the list. */
export function AllFlows() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const { all } = useConnections()
  const views = useServiceFlows(all)
  const ids = useMemo(() => all.map(({ id }) => id), [all])
  const view = useMemo(() => readAllFlowsView(query, ids), [query, ids])
  const flows = useMemo(() => mergedFlows(views), [views])
  const onView = (next: AllFlowsView) => {
    // Typing a search adds one history entry in total, as in the list of one service.
    const { search } = readAllFlowsView(currentSearchParams(), ids)
    setQuery(writeAllFlowsView(next), { replace: next.search !== view.search && search !== '' })
  }
  const isReading = views.some(({ isLoading, error, flows: known }) => isLoading && error === null && known !== null)
  return (
    <Page
      title="Flows"
      part="All services"
      count={flows.length}
      busy={isReading}
      titleAside={
        <span className="flex min-w-0 sm:hidden">
          <Suspense>
            <ServiceSwitcher form="chip" />
          </Suspense>
        </span>
      }
      actions={[{ label: 'Compare two', icon: <GitCompareArrows />, onSelect: () => void navigate(paths.compare) }]}
    >
      <AllFlowsFilter view={view} views={views} onView={onView} />
      <ServiceNotes views={views} />
      <div className="all-flows @container relative flex min-h-0 min-w-0 flex-1 flex-col">
        <Rows views={views} flows={flows} view={view} onView={onView} />
      </div>
    </Page>
  )
}
