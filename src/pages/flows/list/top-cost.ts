import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { parseMicros } from '#lib/money/money.ts'
import { flowsListInput, type FlowsView } from '#pages/flows/flows-view.ts'

const topCostOf = (rows: readonly FlowSummary[]): bigint =>
  rows.reduce((top, row) => {
    const micros = parseMicros(row.cost_last_30_days) ?? 0n
    return micros > top ? micros : top
  }, 0n)

/** The highest cost of the list in micros, also on other pages, so that bars of all pages have one scale. */
export function useTopCost(view: FlowsView, page: ResponseBody<typeof flowApi.list> | undefined): bigint {
  const rows = page?.results ?? []
  const first = flowsListInput({ ...view, ordering: '-cost_last_30_days', page: 1 })
  const top = useQuery({
    ...q(flowApi.list, { ...first, limit: 1 }),
    enabled: page !== undefined && page.count > rows.length,
    // Without it, the bars have the scale of their page.
    retry: false,
  })
  return topCostOf([...rows, ...(top.data?.results ?? [])])
}
