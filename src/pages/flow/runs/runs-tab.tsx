import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useHasCosts } from '#api/query/known-costs.ts'
import { useExtension, useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { isAbsent } from '#lib/absent.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { placeAfter, placeBefore, type ListPlace } from '#parts/lists/list-place.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { useZone } from '#parts/display/zone.ts'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import { withRefused, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { RunPanel } from '#parts/runs/run-panel.tsx'
import { RunsTable } from '#parts/runs/runs-table.tsx'
import { useRunNavigation } from '#parts/runs/run-navigation.ts'
import { flowRunsPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter, EmptyState } from '#ui/feedback/empty-state.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Pager } from '#ui/table/pager.tsx'
import { ProgressLine, SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { RunTotals } from './run-totals.tsx'
import { FlowRunsBar } from './runs-bar.tsx'
import {
  fromFirstPage,
  runsPeriodWords,
  readRunsView,
  refusedRunsFilters,
  runFilters,
  runsInput,
  writeRunsView,
  type RunsView,
} from './runs-view.ts'
import './runs-tab.css'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'

/** The view in the URL. Each change is a history entry, except switching between runs. */
function useRunsView() {
  const [query, setQuery] = useSearchParams()
  return {
    view: readRunsView(query),
    refused: refusedRunsFilters(query),
    setRefused: (others: readonly RefusedFilter[]) =>
      setQuery((before) => withRefused(writeRunsView(before, readRunsView(before)), others)),
    setView: (next: RunsView, replace = false) => setQuery((before) => writeRunsView(before, next), { replace }),
    search: (next: RunsView) => `?${writeRunsView(query, next)}`,
  }
}

/** Whether the flow ever ran. If the service does not count runs, there may be some outside of the filter. */
const hasEverRun = (runs: number, { statuses, period }: RunsView): boolean =>
  isAbsent(runs) ? statuses.length > 0 || period !== 'all' : runs > 0

function NothingFound({
  view,
  ever,
  isDeleted,
  onView,
}: {
  view: RunsView
  ever: boolean
  /** The flow was deleted. */
  isDeleted: boolean
  onView: (view: RunsView) => void
}) {
  const hasCosts = useHasCosts() === true
  if (!ever)
    return (
      <EmptyState
        quiet
        title="No runs yet"
        words={
          isDeleted
            ? 'This flow never ran.'
            : `Runs of this flow are listed here with their result${hasCosts ? ' and cost' : ''}. It runs once it is active and triggered.`
        }
        actions={[]}
      />
    )
  const period = view.period === 'all' ? '' : ` in the ${runsPeriodWords[view.period].toLowerCase()}`
  return (
    <EmptyFilter words={`No runs of this flow${view.statuses.length > 0 ? ' with this status' : ''}${period}.`}>
      {view.statuses.length > 0 && (
        <Button onClick={() => onView(fromFirstPage(view, { statuses: [] }))}>Any status</Button>
      )}
      {view.period !== 'all' && (
        <Button onClick={() => onView(fromFirstPage(view, { period: 'all' }))}>All time</Button>
      )}
    </EmptyFilter>
  )
}

/** The runs of one flow with their costs. */
export function RunsTab({ open: { flow, isDeleted } }: TabProps) {
  const { view, setView, search, refused, setRefused } = useRunsView()
  const now = useNow()
  const zone = useZone()
  const filters = runFilters(flow.id, view, now, zone)
  const hasDetail = useExtension('run_detail')
  const hasSums = !useLacks('run.summary')
  const inputAt = (place: ListPlace) => runsInput(flow.id, view, now, zone, place)
  const runs = useQuery(q(runApi.list, inputAt(view.place)))
  const page = runs.data
  const walk = useRunNavigation(page, view.place, view.run, inputAt, (run, place) =>
    setView({ ...view, run, place }, true),
  )
  const after = page === undefined ? null : placeAfter(page, view.place)
  const before = page === undefined ? null : placeBefore(page, view.place, defaultLimit)
  const turn = (place: ListPlace | null) => place && (() => setView({ ...view, place, run: null }))
  const linkTo = (run: Run) => search({ ...view, run: run.id })
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flow-runs @container flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
        <FlowRunsBar view={view} allRuns={flowRunsPath(flow.id)} onView={setView} />
        <RefusedFilters refused={refused} onRemove={setRefused} />
        {hasDetail && hasSums && <RunTotals filters={filters} />}
        <ProgressLine busy={runs.isPlaceholderData} />
        {page !== undefined && <StaleNote what="Runs" error={runs.error} onRetry={() => void runs.refetch()} />}
        <ListNote page={page} filters={Object.keys(filters)} />
        {page === undefined ? (
          runs.error === null ? (
            <SkeletonRows />
          ) : (
            <LoadError what="Runs" error={runs.error} onRetry={() => void runs.refetch()} />
          )
        ) : page.results.length === 0 ? (
          <NothingFound view={view} ever={hasEverRun(flow.run_count, view)} isDeleted={isDeleted} onView={setView} />
        ) : (
          <RunsTable
            runs={page.results}
            label={`Runs of ${flow.name}`}
            withFlow={false}
            ordering={view.ordering}
            onOrder={(ordering) => setView(fromFirstPage(view, { ordering }))}
            open={view.run}
            linkTo={hasDetail ? linkTo : null}
          />
        )}
        {page !== undefined && page.results.length > 0 && (
          <Pager
            from={view.place.from}
            rows={page.results.length}
            count={page.count}
            isEstimate={page.count_is === 'about'}
            isLowerBound={knownTotal(page) === null}
            onPrevious={turn(before)}
            onNext={turn(after)}
          />
        )}
      </div>
      {hasDetail && view.run !== null && (
        <RunPanel
          key={view.run}
          id={view.run}
          row={page?.results.find(({ id }) => id === view.run)}
          navigation={walk}
          onClose={() => setView({ ...view, run: null })}
        />
      )}
    </div>
  )
}
