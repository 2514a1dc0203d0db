/** Cost by flow: the dearest by name, the rest together. Pure; money is bigint micros. */
import type { RunSummary } from '#contract/billing.ts'
import { parseMicros } from '#lib/money.ts'

export interface FlowCost {
  id: string
  name: string
  cost: bigint
  count: number
  failed: number
}

export interface FlowCosts {
  /** Dearest first. */
  flows: FlowCost[]
  top: FlowCost[]
  /** All but the top ones; null where there are no others. `flows` of them are known. */
  others: { cost: bigint; flows: number } | null
  total: bigint
}

/** Named in the chart: more would be a table. */
const topFlows = 5

export function flowCosts({ totals, groups }: Pick<RunSummary, 'totals' | 'groups'>): FlowCosts {
  const flows = (groups.flow ?? []).map(({ key, label, cost, count, failed }) => ({
    id: key,
    name: label || key,
    cost: parseMicros(cost) ?? 0n,
    count,
    failed,
  }))
  const total = parseMicros(totals.cost) ?? 0n
  const top = flows.slice(0, topFlows)
  // From the total, not from the rows: a service may name no more than some hundred flows.
  const rest = total - top.reduce((sum, flow) => sum + flow.cost, 0n)
  return {
    flows,
    top,
    others: flows.length > topFlows ? { cost: rest, flows: flows.length - topFlows } : null,
    total,
  }
}
