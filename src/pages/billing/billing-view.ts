/** The view of the Billing page in the URL, and the requests of its charts. Pure. */
import type { Rule } from '#contract/filter/filter.ts'
import { filterParams } from '#parts/filters/rules.ts'
import { runsPath } from '#ui/paths.ts'
import { costGroups, type CostGroup } from './charts/group-costs.ts'

export const chartForms = ['chart', 'table'] as const
/** Two forms of the same figures. */
export type ChartForm = (typeof chartForms)[number]

export interface BillingView {
  days: ChartForm
  flows: ChartForm
  /** The groups of the second chart. */
  by: CostGroup
}

const viewParameters: ReadonlySet<string> = new Set(['days', 'flows', 'by'])

const formOf = (text: string | null): ChartForm => chartForms.find((form) => form === text) ?? 'chart'

/** Reads a URL's query; invalid values are ignored. */
export const readBillingView = (query: URLSearchParams): BillingView => ({
  days: formOf(query.get('days')),
  flows: formOf(query.get('flows')),
  by: costGroups.find((group) => group === query.get('by')) ?? 'flow',
})

/** The URL's query for a view; defaults are left out. */
export function writeBillingView(view: BillingView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.days !== 'chart') query.set('days', view.days)
  if (view.flows !== 'chart') query.set('flows', view.flows)
  if (view.by !== 'flow') query.set('by', view.by)
  return query
}

/** The address of the runs that an address of Billing named before they had a page of their own; null for others. */
export function movedRunsPath(query: URLSearchParams): string | null {
  const params = [...query].filter(([name]) => !viewParameters.has(name))
  return params.length === 0 ? null : runsPath(params)
}

/** The request for the sums of the runs since a time. */
export const summaryInput = (time: Rule, zone: string, by: CostGroup) => ({
  group_by: `day,${by}`,
  tz: zone,
  filters: filterParams([time]),
})

/** The request for the same sums by day over the previous period. */
export const previousInput = (zone: string, range: { from: string; to: string }) => ({
  group_by: 'day',
  tz: zone,
  filters: { started_at__gte: range.from, started_at__lt: range.to },
})
