import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Rows3, Table2 } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useExtension, useLacks, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import type { RunReason } from '#contract/run-work.ts'
import { count } from '#lib/count.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { firstPlace, type ListPlace } from '#parts/lists/list-place.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { useCsv } from '#parts/lists/use-csv.tsx'
import { useZone } from '#parts/display/zone.ts'
import type { PeriodChoice } from '#parts/period/period-control.tsx'
import { useRunNavigation } from '#parts/runs/run-navigation.ts'
import { comparedWords } from '#parts/runs/run-sum-words.ts'
import { useViewActions, type ViewDialogKind } from '#parts/views/use-view-actions.tsx'
import { Page } from '#shell/page.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { useNow } from '#ui/browser/now.ts'
import { currentSearchParams, paths } from '#ui/paths.ts'
import { useRunQueue } from './bulk/run-queue.ts'
import { SelectedRuns } from './bulk/selected-runs.tsx'
import { useLatestBulk } from './bulk/use-latest-bulk.tsx'
import { RunListSection } from './list/run-list-section.tsx'
import { ReasonsSection } from './reasons/reasons-section.tsx'
import { maxGroupedRuns, useReasons, type Reasons } from './reasons/use-reasons.ts'
import {
  isByOutcome,
  periodOfView,
  readRunListView,
  refusedRunFilters,
  runFiltersOf,
  runListInput,
  withFieldValues,
  withPeriod,
  withRunFilters,
  writeRunListView,
  type RunForm,
  type RunListView,
} from './run-list-view.ts'
import './runs.css'
import { useSavedRunView } from './use-saved-run-view.ts'
import { isAnySelected, rowSelection, useRunSelection, type RunSelection } from './use-run-selection.ts'

/** Search and filters, which the first runs do not wait for. */
const RunListBar = lazyPart(async () => (await import('./list/run-list-bar.tsx')).RunListBar, { preload: 'now' })
/** Loaded when the first run is opened. */
const RunPanel = lazyPart(async () => (await import('#parts/runs/run-panel.tsx')).RunPanel)
const BulkPanel = lazyPart(async () => (await import('./bulk/bulk-panel.tsx')).BulkPanel)
const QueuePanel = lazyPart(async () => (await import('./bulk/bulk-panel.tsx')).QueuePanel)

const ViewDialogs = lazyPart(async () => (await import('#parts/views/view-dialogs.tsx')).ViewDialogs)

const forms: readonly { value: RunForm; label: string; icon: ReactNode }[] = [
  { value: 'reasons', label: 'By reason', icon: <Rows3 /> },
  { value: 'list', label: 'List', icon: <Table2 /> },
]

const latestView = (): RunListView => readRunListView(currentSearchParams())
const pathOf = (view: RunListView): string => `${paths.runs}?${writeRunListView(view)}`

/** The view in the URL. `filters` includes that of the time. */
function useRunView() {
  const [query, setQuery] = useSearchParams()
  const now = useNow()
  const zone = useZone()
  const view = useMemo(() => readRunListView(query), [query])
  // Reads the current URL, so that two clicks before a render both take effect.
  const onView = (change: Partial<RunListView>, replace = false) =>
    setQuery(writeRunListView({ ...latestView(), ...change }), { replace })
  return {
    view,
    zone,
    filters: runFiltersOf(view, now, zone),
    refused: refusedRunFilters(query),
    onView,
    onFilters: (next: Filters) => onView(withRunFilters(latestView(), next, now, zone)),
    period: periodOfView(view, now, zone),
    onPeriod: (next: PeriodChoice) => onView(withPeriod(latestView(), next, now, zone)),
  }
}

type RunViewOfPage = ReturnType<typeof useRunView>

/** The list, the reasons, and which of both is shown. */
function useRunData({ view, filters, zone }: RunViewOfPage) {
  const hasDetail = useExtension('run_detail')
  const hasReasons = useExtension('run_reasons')
  const hasSums = !useLacks('run.summary')
  const wanted = view.form ?? (hasReasons ? 'reasons' : 'list')
  const isListNeeded = wanted === 'list' || !hasReasons
  const runs = useQuery({ ...q(runApi.list, runListInput(view, filters, zone, view.place)), enabled: isListNeeded })
  const total = knownTotal(runs.data)
  // Without the extension, only a short list is grouped, by the browser.
  const canGroup = hasReasons || (total !== null && total <= maxGroupedRuns)
  const form: RunForm = wanted === 'reasons' && canGroup ? 'reasons' : 'list'
  const needsStepNames = hasReasons && runs.data?.results.some((run) => run.error?.node_id) === true
  const reasons = useReasons(filters, zone, hasReasons, form === 'reasons' || needsStepNames)
  const summary = useQuery({
    ...q(runApi.summary, { tz: zone, filters: filterParams(filters.rules) }),
    placeholderData: keepPreviousData,
    enabled: hasDetail && hasSums && form === 'list',
  })
  return { form, canGroup, runs, reasons, summary: form === 'list' ? summary.data : undefined, total, hasDetail }
}

type RunData = ReturnType<typeof useRunData>

/** The number of runs that are listed or grouped; undefined if it is unknown. */
function runCountWords({ form, runs, reasons, total }: RunData): string | number | undefined {
  if (form === 'list')
    return total === null ? undefined : `${runs.data?.count_is === 'about' ? 'about ' : ''}${total.toLocaleString()}`
  const { results = [], other = null } = reasons.data ?? {}
  return reasons.data && results.reduce((sum, reason) => sum + reason.count, other?.count ?? 0)
}

/** Names of steps, as far as the reasons contain them. */
function useStepNames({ data }: Reasons) {
  const names = useMemo(
    () => new Map(data?.results.map(({ flow, node }) => [`${flow.id} ${node?.id}`, node?.name ?? ''])),
    [data],
  )
  return useCallback(({ flow, error }: Run) => names.get(`${flow.id} ${error?.node_id}`) || null, [names])
}

/** The selection; null if the service can neither retry nor cancel, or the user may not. */
function useBulkSelection(list: string): RunSelection | null {
  const selection = useRunSelection(list)
  const hasBulk = useExtension('run_bulk')
  const hasControl = useExtension('run_control')
  const canWrite = useWriteReason() === null
  return canWrite && (hasBulk || hasControl) ? selection : null
}

/** The reasons or the list, with the bar for the selected ones. */
function RunsBody({
  page,
  data,
  selection,
  rows,
}: {
  page: RunViewOfPage
  data: RunData
  selection: RunSelection | null
  /** The runs on this page of the list. */
  rows: readonly Run[]
}) {
  const { view, filters, onView, onFilters } = page
  const { form, runs, reasons, summary, total, hasDetail } = data
  const hasBulk = useExtension('run_bulk')
  const linkTo = useCallback((run: Run) => pathOf({ ...view, run: run.id }), [view])
  const stepName = useStepNames(reasons)
  const listPath = (reason: RunReason) =>
    pathOf({ ...view, form: 'list', run: null, filters: withFieldValues(view.filters, 'reason', [reason.key]) })
  const runLink = hasDetail ? linkTo : null
  return (
    <>
      {form === 'reasons' ? (
        <ReasonsSection
          reasons={reasons}
          selection={hasBulk ? selection : null}
          onList={() => onView({ form: 'list' })}
          rowKeys={view.run === null}
          filters={filters}
          linkTo={runLink}
          listPath={listPath}
        />
      ) : (
        <RunListSection
          runs={runs}
          filters={filters}
          onFilters={onFilters}
          view={view}
          onView={onView}
          linkTo={runLink}
          stepName={stepName}
          selection={selection === null ? undefined : rowSelection(selection, rows)}
          comparison={summary === undefined ? '' : comparedWords(summary, isByOutcome(filters))}
          currency={rows[0]?.currency ?? null}
        />
      )}
      {selection !== null && (
        <SelectedRuns
          selection={selection}
          filters={filters}
          total={total}
          rows={rows}
          onBulk={(bulk) => onView({ bulk, run: null })}
        />
      )}
    </>
  )
}

/** The run, or the results of a bulk action, beside the list. */
function SidePanel({
  page,
  rows,
  navigation,
}: {
  page: RunViewOfPage
  rows: readonly Run[]
  navigation: ReturnType<typeof useRunNavigation>
}) {
  const { view, onView } = page
  const queue = useRunQueue()
  const hasDetail = useExtension('run_detail')
  const hasBulk = useExtension('run_bulk')
  const linkTo = (run: string) => pathOf({ ...view, run })
  if (hasDetail && view.run !== null)
    return (
      <Suspense>
        <RunPanel
          id={view.run}
          row={rows.find((run) => run.id === view.run)}
          navigation={navigation}
          onClose={() => onView({ run: null })}
        />
      </Suspense>
    )
  if (hasBulk && view.bulk !== null)
    return (
      <Suspense>
        <BulkPanel key={view.bulk} id={view.bulk} linkTo={linkTo} onClose={() => onView({ bulk: null })} />
      </Suspense>
    )
  return queue === null ? null : (
    <Suspense>
      <QueuePanel queue={queue} linkTo={linkTo} />
    </Suspense>
  )
}

/** The saved view of the page, its actions and their dialog. */
function useRunViews({ view, onView }: RunViewOfPage) {
  const saved = useSavedRunView(view)
  const { current } = saved
  const [dialog, setDialog] = useState<ViewDialogKind | null>(null)
  // A view is shown in the form that is open.
  const onQuery = (query: URLSearchParams) =>
    onView({ ...readRunListView(query), form: latestView().form, bulk: latestView().bulk })
  return {
    saved,
    onQuery,
    onSave: () => setDialog('save'),
    title: current === null ? { title: 'Runs' } : { title: current.name, section: 'Runs', sectionPath: paths.runs },
    more: useViewActions(saved, setDialog),
    dialog: dialog !== null && (
      <Suspense>
        <ViewDialogs
          dialog={dialog}
          list="run"
          saved={current}
          view={view}
          onQuery={onQuery}
          onClose={() => setDialog(null)}
        />
      </Suspense>
    ),
  }
}

/**
 * The runs of the account, by reason or as a list. The URL contains form, filters, order, page, the open run and the
 * open bulk action.
 */
export function RunsPage() {
  const page = useRunView()
  const { view, zone, filters, onView } = page
  const data = useRunData(page)
  const { form, runs, reasons, summary } = data
  const rows = form === 'list' ? (runs.data?.results ?? []) : []
  const params = filterParams(filters.rules)
  const selection = useBulkSelection(JSON.stringify([form, params]))
  const navigation = useRunNavigation(
    form === 'list' ? runs.data : undefined,
    view.place,
    view.run,
    (place: ListPlace) => runListInput(view, filters, zone, place),
    (run, place) => onView({ run, place }, true),
  )
  const csv = useCsv(
    runApi.list,
    'runs.csv',
    { tz: zone, ordering: view.ordering, filters: params },
    summary === undefined ? null : count(summary.totals.count, 'run'),
  )
  const views = useRunViews(page)
  const latestBulk = useLatestBulk((bulk) => onView({ bulk, run: null }))
  const isPicking = selection !== null && isAnySelected(selection)
  return (
    <Page
      {...views.title}
      count={runCountWords(data)}
      actions={csv}
      more={[...latestBulk, ...views.more]}
      busy={(runs.isFetching && runs.data !== undefined) || reasons.isFetching}
    >
      <div className={`runs-body flex min-h-0 flex-1 ${isPicking ? 'has-bulk-bar' : ''}`}>
        <div className="@container relative flex min-h-0 min-w-0 flex-1 flex-col">
          <Suspense fallback={<div className="h-12 flex-none" />}>
            <RunListBar
              filters={filters}
              onFilters={page.onFilters}
              period={page.period}
              onPeriod={page.onPeriod}
              ordering={view.ordering}
              ignoredParameters={page.refused}
              onOrdering={(ordering) => onView({ ordering, place: firstPlace })}
              summary={summary}
              currency={rows[0]?.currency ?? reasons.data?.currency ?? null}
              isList={form === 'list'}
              view={view}
              saved={views.saved}
              onQuery={views.onQuery}
              onSave={views.onSave}
            >
              {data.canGroup && (
                <Segments
                  label="View"
                  value={form}
                  options={forms}
                  onValue={(next) => onView({ form: next, place: firstPlace, run: null })}
                />
              )}
            </RunListBar>
          </Suspense>
          <RunsBody page={page} data={data} selection={selection} rows={rows} />
        </div>
        <SidePanel page={page} rows={rows} navigation={navigation} />
      </div>
      {views.dialog}
    </Page>
  )
}
