/** The view of the Billing page in the URL, and the requests of its charts. Pure. */
import { runsPath } from '#ui/paths.ts'
import { periodText, readPeriod, type Period, type ComparedRange } from '#parts/period/period.ts'
import { costGroups, type CostGroup } from './charts/group-costs.ts'

/** Two forms of the same figures. */
export type ChartForm = 'chart' | 'table'

const charts = ['day', ...costGroups] as const
/** The charts of the page, named by what they group by. */
export type ChartName = 'day' | CostGroup

export interface BillingView {
  period: Period
  /** Charts that are shown as a table. */
  tables: readonly ChartName[]
}

/** Parameters of the page; the last three are those of earlier addresses, and have no effect. */
const viewParameters: ReadonlySet<string> = new Set(['period', 'table', 'days', 'flows', 'by'])

/** Reads a URL's query; invalid values are ignored. */
export function readBillingView(query: URLSearchParams): BillingView {
  const tables = query.get('table')?.split(',') ?? []
  return { period: readPeriod(query.get('period')), tables: charts.filter((name) => tables.includes(name)) }
}

/** The URL's query for a view; defaults are left out. */
export function writeBillingView({ period, tables }: BillingView): URLSearchParams {
  const query = new URLSearchParams()
  if (period !== 'month') query.set('period', periodText(period))
  if (tables.length > 0) query.set('table', tables.join(','))
  return query
}

/** The view with another form of one chart. */
export const withForm = (view: BillingView, chart: ChartName, form: ChartForm): BillingView => ({
  ...view,
  tables: charts.filter((name) => (name === chart ? form === 'table' : view.tables.includes(name))),
})

/** The address of the runs that an address of Billing named before they had a page of their own; null for others. */
export function movedRunsPath(query: URLSearchParams): string | null {
  const params = [...query].filter(([name]) => !viewParameters.has(name))
  return params.length === 0 ? null : runsPath(params)
}

/** The request for the sums of runs in groups. */
export const summaryInput = (filters: Record<string, string>, zone: string, groups: readonly ChartName[]) => ({
  group_by: groups.join(','),
  tz: zone,
  filters,
})

/** Filters of the runs of the compared period. */
export const comparedFilter = ({ from, to }: ComparedRange) => ({ started_at__gte: from, started_at__lt: to })
