/** The view of the page Runs in the URL. Pure. */
import { runFields } from '#contract/billing.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import type { Rule } from '#contract/filter/filter.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { addDays, dayIn, isCalendarDay } from '#lib/time/calendar-day.ts'
import { firstPlace, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { readId, readOrdering } from '#parts/lists/list-query.ts'
import { refusedOrdering, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { filterParams, readRules, writeRules, type Filters } from '#parts/filters/rules.ts'
import type { PeriodChoice } from '#parts/period/period-control.tsx'
import {
  daysOfPeriod,
  periodPresets,
  presetOfDays,
  startedFilter,
  type DayRange,
  type PeriodPreset,
} from '#parts/period/period.ts'
import { runRule } from '#parts/runs/run-filters.ts'
import { savedName } from '#parts/views/saved-view-query.ts'

export const runForms = ['reasons', 'list'] as const
/** Runs that did not succeed, by reason; or the list of all runs. */
export type RunForm = (typeof runForms)[number]

export interface RunListView {
  /** Id of the saved view that the filter is based on. */
  saved: string | null
  /** Without that of `time`. */
  filters: Filters
  /** The time of the runs, unless a filter sets one. */
  time: PeriodPreset | 'any'
  /** Null = the default of the service: by reason if it groups runs, else the list. */
  form: RunForm | null
  ordering: string
  place: ListPlace
  /** Id of the run that is open beside the list. */
  run: string | null
  /** Id of the bulk action whose results are open beside the list. */
  bulk: string | null
}

const times = [...periodPresets, 'any'] as const
/** As many days as the balance sums. */
const defaultTime = '30d'

/** Parameters that are not filters. */
const viewParameters = ['time', 'from', 'run', 'form', 'bulk', savedName]

const fieldsWithNames: ReadonlySet<string> = new Set(['reason', 'tool'])

/** The fields of runs. The value of a reason is a key, shown by its name like that of an object. */
export const runPageFields: Catalogue = {
  ...runFields,
  fields: runFields.fields.map((field) => (fieldsWithNames.has(field.name) ? { ...field, type: 'ref' } : field)),
}

const orderings = runFields.fields.filter((field) => field.orderable).map((field) => field.name)

const isTimeRule = (rule: Rule): boolean => rule.field.name === 'started_at'
const hasTimeFilter = ({ rules }: Filters): boolean => rules.some(isTimeRule)

/** Reads a URL's query; invalid values are ignored, invalid filters are kept to be reported. */
export function readRunListView(query: URLSearchParams): RunListView {
  return {
    saved: readId(query, savedName),
    filters: readRules(runPageFields, query, viewParameters),
    time: times.find((time) => time === query.get('time')) ?? defaultTime,
    form: runForms.find((form) => form === query.get('form')) ?? null,
    ordering: readOrdering(query, orderings, runFields.defaultOrdering),
    place: readPlace(query),
    run: readId(query, 'run'),
    bulk: readId(query, 'bulk'),
  }
}

/** An unsupported order in the URL. */
export const refusedRunFilters = (query: URLSearchParams): RefusedFilter[] =>
  refusedOrdering(query, readRunListView(query).ordering)

/** The URL's query for a view; defaults are left out. */
export function writeRunListView(view: RunListView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.saved !== null) query.set(savedName, view.saved)
  if (view.form !== null) query.set('form', view.form)
  if (view.time !== defaultTime && !hasTimeFilter(view.filters)) query.set('time', view.time)
  if (view.ordering !== runFields.defaultOrdering) query.set('ordering', view.ordering)
  writePlace(query, view.place)
  if (view.run !== null) query.set('run', view.run)
  if (view.bulk !== null) query.set('bulk', view.bulk)
  return writeRules(view.filters, query)
}

function rulesOfDays(days: DayRange, now: number, zone: string): Rule[] {
  const { started_at: day, started_at__gte: first, started_at__lt: end } = startedFilter(days, dayIn(now, zone))
  const rule = (operator: Rule['operator'], value: string | undefined) =>
    value === undefined ? [] : [runRule('started_at', operator, [value])]
  return [...rule('exact', day), ...rule('gte', first), ...rule('lt', end)]
}

const rulesOfTime = ({ time }: Pick<RunListView, 'time'>, now: number, zone: string): Rule[] =>
  time === 'any' ? [] : rulesOfDays(daysOfPeriod(time, now, zone), now, zone)

/** The filters with that of the time. */
export const runFiltersOf = (view: RunListView, now: number, zone: string): Filters =>
  hasTimeFilter(view.filters)
    ? view.filters
    : { ...view.filters, rules: [...rulesOfTime(view, now, zone), ...view.filters.rules] }

/** The days that rules of the start name; null if they are not whole days, or have no first one. */
function daysOfRules(rules: readonly Rule[], today: string): DayRange | null {
  const days = new Map(rules.map(({ operator, values: [day = '', ...more] }) => [operator, more.length > 0 ? '' : day]))
  const [exact, end] = [days.get('exact'), days.get('lt')]
  const first = exact ?? days.get('gte')
  const known = [exact, days.get('gte'), end].filter((day) => day !== undefined)
  if (first === undefined || known.length !== rules.length || !known.every(isCalendarDay)) return null
  if (exact !== undefined) return known.length === 1 ? { first, last: first } : null
  const last = end === undefined ? today : addDays(end, -1)
  return last < first ? null : { first, last }
}

/** The period of the view; null if its filters have other limits than days. */
export function periodOfView({ time, filters }: RunListView, now: number, zone: string): PeriodChoice | null {
  if (!hasTimeFilter(filters)) return time
  const days = daysOfRules(filters.rules.filter(isTimeRule), dayIn(now, zone))
  return days && (presetOfDays(days, now, zone) ?? days)
}

/** The filters without those of the start. */
export const withoutTime = (filters: Filters): Filters => ({
  ...filters,
  rules: filters.rules.filter((rule) => !isTimeRule(rule)),
})

const atStart = { place: firstPlace, run: null }

/** The view with another period, on the first page, with no run open. */
export function withPeriod(view: RunListView, period: PeriodChoice, now: number, zone: string): RunListView {
  const filters = withoutTime(view.filters)
  if (typeof period === 'string') return { ...view, ...atStart, filters, time: period }
  return { ...view, ...atStart, filters: { ...filters, rules: [...rulesOfDays(period, now, zone), ...filters.rules] } }
}

const paramsText = (rules: readonly Rule[]): string => writeRules({ rules, refused: [] }).toString()

/** The view with other filters from the filter bar, on the first page, with no run open. */
export function withRunFilters(view: RunListView, filters: Filters, now: number, zone: string): RunListView {
  const timeRules = filters.rules.filter(isTimeRule)
  const text = paramsText(timeRules)
  const named = ([view.time, defaultTime, 'any'] as const).find(
    (time) => text === paramsText(rulesOfTime({ time }, now, zone)),
  )
  return {
    ...view,
    ...atStart,
    filters: named === undefined ? filters : withoutTime(filters),
    time: named ?? defaultTime,
  }
}

/** The filters with other values of one field. */
export const withFieldValues = (filters: Filters, name: string, values: readonly string[]): Filters => ({
  ...filters,
  rules: [...filters.rules.filter((rule) => rule.field.name !== name), runRule(name, 'exact', values)],
})

/** The filters without those of a field. */
export const withoutField = (filters: Filters, name: string): Filters => ({
  ...filters,
  rules: filters.rules.filter((rule) => rule.field.name !== name),
})

/** The request for one page of the runs. */
export const runListInput = (view: RunListView, filters: Filters, zone: string, place: ListPlace) => ({
  ...placeInput(place),
  limit: defaultLimit,
  ordering: view.ordering,
  tz: zone,
  filters: filterParams(filters.rules),
})

/** Fields that choose runs by their outcome. */
const outcomeFields: ReadonlySet<string> = new Set(['status', 'error_code', 'reason', 'is_retried'])

export const isOutcomeField = (name: string): boolean => outcomeFields.has(name)

/** Whether the runs are chosen by their outcome, so that a share of failures says nothing. */
export const isByOutcome = ({ rules }: Filters): boolean => rules.some(({ field }) => isOutcomeField(field.name))
