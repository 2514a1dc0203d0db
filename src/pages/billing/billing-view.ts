/** The view of the Billing page in the URL. Pure. */
import { runFields } from '#contract/billing.ts'
import type { Rule } from '#contract/filter/filter.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { firstPlace, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { readId, readOrdering } from '#parts/lists/list-query.ts'
import { refusedOrdering, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { filterParams, readRules, writeRules, type Filters } from '#parts/filters/rules.ts'
import { costGroups, type CostGroup } from './charts/group-costs.ts'

export const chartForms = ['chart', 'table'] as const
/** Two forms of the same figures. */
export type ChartForm = (typeof chartForms)[number]

export interface BillingView {
  /** Without the default time filter. */
  filters: Filters
  /** True = any time; false = the last 30 days, unless a filter sets a time. */
  anyTime: boolean
  ordering: string
  place: ListPlace
  /** Id of the run that is open beside the list. */
  run: string | null
  days: ChartForm
  flows: ChartForm
  /** The groups of the second chart. */
  by: CostGroup
}

/** Days that are shown by default, including today: as many as the balance sums. */
const defaultDays = 30

/** Parameters that are not filters. */
const viewParameters = ['time', 'from', 'run', 'days', 'flows', 'by']

const orderings = runFields.fields.filter((field) => field.orderable).map((field) => field.name)

const hasTimeFilter = ({ rules }: Filters): boolean => rules.some((rule) => rule.field.name === 'started_at')
const formOf = (text: string | null): ChartForm => chartForms.find((form) => form === text) ?? 'chart'

/** Reads a URL's query; invalid values are ignored, invalid filters are kept to be reported. */
export function readBillingView(query: URLSearchParams): BillingView {
  return {
    filters: readRules(runFields, query, viewParameters),
    anyTime: query.get('time') === 'any',
    ordering: readOrdering(query, orderings, runFields.defaultOrdering),
    place: readPlace(query),
    run: readId(query, 'run'),
    days: formOf(query.get('days')),
    flows: formOf(query.get('flows')),
    by: costGroups.find((group) => group === query.get('by')) ?? 'flow',
  }
}

/** An unsupported order in the URL. */
export const refusedBillingFilters = (query: URLSearchParams): RefusedFilter[] =>
  refusedOrdering(query, readBillingView(query).ordering)

/** The URL's query for a view; defaults are left out. */
export function writeBillingView(view: BillingView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.anyTime && !hasTimeFilter(view.filters)) query.set('time', 'any')
  if (view.ordering !== runFields.defaultOrdering) query.set('ordering', view.ordering)
  if (view.days !== 'chart') query.set('days', view.days)
  if (view.flows !== 'chart') query.set('flows', view.flows)
  if (view.by !== 'flow') query.set('by', view.by)
  writePlace(query, view.place)
  if (view.run !== null) query.set('run', view.run)
  return writeRules(view.filters, query)
}

function ruleOf(name: string, operator: Rule['operator'], value: string): Rule {
  const field = runFields.fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`There is no filter field ${name}.`)
  return { field, customKey: null, operator, values: [value] }
}

/**
 * The filters with the default time filter, which is a chip like the others. It has no end, so that runs that start now
 * are included, even if this clock is slow.
 */
export function billingFiltersOf(view: BillingView, now: number, zone: string): Filters {
  if (view.anyTime || hasTimeFilter(view.filters)) return view.filters
  const rule = ruleOf('started_at', 'gte', addDays(dayIn(now, zone), 1 - defaultDays))
  return { ...view.filters, rules: [rule, ...view.filters.rules] }
}

const paramsText = (filters: Filters): string => writeRules({ ...filters, refused: [] }).toString()

/** The view with other filters from the filter bar: on the first page, with no run open. */
export function withFilters(view: BillingView, filters: Filters, now: number, zone: string): BillingView {
  const defaultFilters = billingFiltersOf({ ...view, filters: { rules: [], refused: [] }, anyTime: false }, now, zone)
  const [defaultRule] = defaultFilters.rules
  const isDefaultRule = (rule: Rule) =>
    defaultRule !== undefined &&
    paramsText({ rules: [rule], refused: [] }) === paramsText({ rules: [defaultRule], refused: [] })
  const timeRules = filters.rules.filter((rule) => rule.field.name === 'started_at')
  const isOnlyDefault = timeRules.length === 1 && timeRules.every(isDefaultRule)
  return {
    ...view,
    filters: isOnlyDefault ? { ...filters, rules: filters.rules.filter((rule) => !isDefaultRule(rule)) } : filters,
    anyTime: timeRules.length === 0,
    place: firstPlace,
    run: null,
  }
}

/** The view of a single day, flow, channel or kind: the result of a click on a chart. */
export function withOnlyBillingFilter(view: BillingView, field: 'started_at' | CostGroup, value: string): BillingView {
  const others = view.filters.rules.filter((rule) => rule.field.name !== field)
  return {
    ...view,
    filters: { ...view.filters, rules: [...others, ruleOf(field, 'exact', value)] },
    place: firstPlace,
    run: null,
  }
}

/** The request for one page of the runs. */
export const billingListInput = (view: BillingView, filters: Filters, zone: string, place: ListPlace) => ({
  ...placeInput(place),
  limit: defaultLimit,
  ordering: view.ordering,
  tz: zone,
  filters: filterParams(filters.rules),
})

/** The request for the sums of the same runs. */
export const summaryInput = (filters: Filters, zone: string, by: CostGroup) => ({
  group_by: `day,${by}`,
  tz: zone,
  filters: filterParams(filters.rules),
})

/** The request for the same sums by day over the previous period. */
export const previousInput = (filters: Filters, zone: string, range: { from: string; to: string }) => ({
  group_by: 'day',
  tz: zone,
  filters: {
    ...filterParams(filters.rules.filter((rule) => rule.field.name !== 'started_at')),
    started_at__gte: range.from,
    started_at__lt: range.to,
  },
})
