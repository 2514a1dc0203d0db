/** The view of the Billing page in the URL, and the requests of its charts. Pure. */
import { runsPath } from '#ui/paths.ts'
import { periodText, readPeriod, type Period, type ComparedRange } from '#parts/period/period.ts'
import { costGroupsOf, type CostGroup } from './charts/group-costs.ts'

export const chartForms = ['chart', 'table'] as const
/** Two forms of the same figures. */
export type ChartForm = (typeof chartForms)[number]

export interface BillingView {
  period: Period
  days: ChartForm
  flows: ChartForm
  /** The groups of the second chart. */
  by: CostGroup
}

const viewParameters: ReadonlySet<string> = new Set(['period', 'days', 'flows', 'by'])

const formOf = (text: string | null): ChartForm => chartForms.find((form) => form === text) ?? 'chart'

/** Reads a URL's query; invalid values are ignored, and groups that the service does not support. */
export const readBillingView = (query: URLSearchParams, hasModelCosts: boolean): BillingView => ({
  period: readPeriod(query.get('period')),
  days: formOf(query.get('days')),
  flows: formOf(query.get('flows')),
  by: costGroupsOf(hasModelCosts).find((group) => group === query.get('by')) ?? 'flow',
})

/** The URL's query for a view; defaults are left out. */
export function writeBillingView(view: BillingView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.period !== 'month') query.set('period', periodText(view.period))
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

/** The request for the sums of runs in groups. */
export const summaryInput = (filters: Record<string, string>, zone: string, group: 'day' | CostGroup) => ({
  group_by: group,
  tz: zone,
  filters,
})

/** Filters of the runs of the compared period. */
export const comparedFilter = ({ from, to }: ComparedRange) => ({ started_at__gte: from, started_at__lt: to })
