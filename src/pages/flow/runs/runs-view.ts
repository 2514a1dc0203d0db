/** The filter of a flow's runs in the URL. Pure. */
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { dayStart } from '#lib/time/period.ts'
import { runStatuses, type RunStatus } from '#contract/values/run-status.ts'
import { firstPlace, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { readId, readOrdering } from '#parts/lists/list-query.ts'
import { refusedOrdering, refusedFilterWords, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'

export const periods = ['1d', '7d', '30d', '90d', 'all'] as const
export type RunsPeriod = (typeof periods)[number]

export interface RunsView {
  statuses: readonly RunStatus[]
  period: RunsPeriod
  /** The parameter of the request: "-started_at". */
  ordering: string
  place: ListPlace
  /** Id of the run that is open beside the list. */
  run: string | null
}

const defaultPeriod: RunsPeriod = '30d'
const defaultOrdering = '-started_at'
const orderable = ['started_at', 'cost', 'duration_ms']
const days: Record<RunsPeriod, number | null> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90, all: null }
const hourMs = 3_600_000

export const runsPeriodWords: Record<RunsPeriod, string> = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All time',
}

/** Parameters of this view; those of the page (tab, node, place) are not included. */
const own = ['status', 'period', 'ordering', 'from', 'cursor', 'run']

/** Reads a URL's query; invalid values are ignored. */
export function readRunsView(query: URLSearchParams): RunsView {
  const given = new Set((query.get('status') ?? '').split(','))
  return {
    statuses: runStatuses.filter((status) => given.has(status)),
    period: periods.find((period) => period === query.get('period')) ?? defaultPeriod,
    ordering: readOrdering(query, orderable, defaultOrdering),
    place: readPlace(query),
    run: readId(query, 'run'),
  }
}

/** Unsupported statuses and order in the URL. */
export const refusedRunsFilters = (query: URLSearchParams): RefusedFilter[] => [
  ...refusedFilterWords(query, 'status', runStatuses, 'status'),
  ...refusedOrdering(query, readRunsView(query).ordering),
]

/** The query of the page for a view; defaults are left out. */
export function writeRunsView(query: URLSearchParams, view: RunsView): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of own) next.delete(name)
  if (view.statuses.length > 0) next.set('status', view.statuses.join(','))
  if (view.period !== defaultPeriod) next.set('period', view.period)
  if (view.ordering !== defaultOrdering) next.set('ordering', view.ordering)
  writePlace(next, view.place)
  if (view.run !== null) next.set('run', view.run)
  return next
}

/** The view with changes, on the first page. */
export const fromFirstPage = (view: RunsView, part: Partial<RunsView>): RunsView => ({
  ...view,
  place: firstPlace,
  run: null,
  ...part,
})

/** Start of a period: at a whole hour for 24 hours, so that the request stays the same; else of its first day. */
function startOf(period: RunsPeriod, now: number, zone: string): string | undefined {
  const length = days[period]
  if (length === null) return undefined
  const start =
    length === 1
      ? Math.floor(now / hourMs) * hourMs - 24 * hourMs
      : dayStart(addDays(dayIn(now, zone), 1 - length), zone)
  return new Date(start).toISOString()
}

/** The filter as parameters of a request: the same days as on the pages of all runs and of all flows. */
export const runFilters = (flowId: string, view: RunsView, now: number, zone: string) => ({
  flow: flowId,
  status: view.statuses.length === 0 ? undefined : view.statuses.join(','),
  started_at__gte: startOf(view.period, now, zone),
})

/** The request for the list, from a position on. */
export const runsInput = (flowId: string, view: RunsView, now: number, zone: string, place: ListPlace) => ({
  ordering: view.ordering,
  ...placeInput(place),
  filters: runFilters(flowId, view, now, zone),
})
