/** The view of the page Runs in the URL. Pure. */
import { runFields } from '#contract/billing.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import type { Rule } from '#contract/filter/filter.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { firstPlace, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { readId, readOrdering } from '#parts/lists/list-query.ts'
import { refusedOrdering, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { filterParams, readRules, writeRules, type Filters } from '#parts/filters/rules.ts'
import { lastDaysRule, runRule } from '#parts/runs/run-filters.ts'
import { savedName } from '#parts/views/saved-view-query.ts'

export const runForms = ['reasons', 'list'] as const
/** Runs that did not succeed, by reason; or the list of all runs. */
export type RunForm = (typeof runForms)[number]

export interface RunListView {
  /** Id of the saved view that the filter is based on. */
  saved: string | null
  /** Without the default time filter. */
  filters: Filters
  /** True = any time; false = the last 30 days, unless a filter sets a time. */
  anyTime: boolean
  /** Null = the default of the service: by reason if it groups runs, else the list. */
  form: RunForm | null
  ordering: string
  place: ListPlace
  /** Id of the run that is open beside the list. */
  run: string | null
  /** Id of the bulk action whose results are open beside the list. */
  bulk: string | null
}

/** Parameters that are not filters. */
const viewParameters = ['time', 'from', 'run', 'form', 'bulk', savedName]

/** The fields of runs. The value of a reason is a key, shown by its name like that of an object. */
export const runPageFields: Catalogue = {
  ...runFields,
  fields: runFields.fields.map((field) => (field.name === 'reason' ? { ...field, type: 'ref' } : field)),
}

const orderings = runFields.fields.filter((field) => field.orderable).map((field) => field.name)

const hasTimeFilter = ({ rules }: Filters): boolean => rules.some((rule) => rule.field.name === 'started_at')

/** Reads a URL's query; invalid values are ignored, invalid filters are kept to be reported. */
export function readRunListView(query: URLSearchParams): RunListView {
  return {
    saved: readId(query, savedName),
    filters: readRules(runPageFields, query, viewParameters),
    anyTime: query.get('time') === 'any',
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
  if (view.anyTime && !hasTimeFilter(view.filters)) query.set('time', 'any')
  if (view.ordering !== runFields.defaultOrdering) query.set('ordering', view.ordering)
  writePlace(query, view.place)
  if (view.run !== null) query.set('run', view.run)
  if (view.bulk !== null) query.set('bulk', view.bulk)
  return writeRules(view.filters, query)
}

/** The filters with the default time filter, which is a chip like the others. */
export const runFiltersOf = (view: RunListView, now: number, zone: string): Filters =>
  view.anyTime || hasTimeFilter(view.filters)
    ? view.filters
    : { ...view.filters, rules: [lastDaysRule(now, zone), ...view.filters.rules] }

const paramsText = (rule: Rule): string => writeRules({ rules: [rule], refused: [] }).toString()

/** The view with other filters from the filter bar: on the first page, with no run open. */
export function withRunFilters(view: RunListView, filters: Filters, now: number, zone: string): RunListView {
  const defaultText = paramsText(lastDaysRule(now, zone))
  const isDefaultRule = (rule: Rule) => paramsText(rule) === defaultText
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
