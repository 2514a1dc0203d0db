/** Cost by flow, channel, kind, model or tool: the highest by name, the rest as a sum. Pure; money is bigint micros. */
import { costNotRecorded, costOfNone, type RunSummary } from '#contract/billing.ts'
import { parseMicros } from '#lib/money/money.ts'

export const costGroups = ['flow', 'channel', 'kind', 'model', 'tool'] as const
export type CostGroup = (typeof costGroups)[number]

/** The groups that a service supports. */
export const costGroupsOf = (hasModelCosts: boolean): readonly CostGroup[] =>
  hasModelCosts ? costGroups : costGroups.filter((group) => group !== 'model' && group !== 'tool')

export interface NamedCost {
  id: string
  name: string
  cost: bigint
  count: number
  failed: number
}

export interface GroupCosts {
  /** Highest cost first; costs without a model, tool or channel last. */
  groups: NamedCost[]
  top: NamedCost[]
  /** All others; null if there are none. `count` = how many of them are known. */
  others: { cost: bigint; count: number } | null
  total: bigint
}

/** Maximum groups that are named in the chart. */
const maxTopGroups = 5

export function groupCosts({ totals, groups }: Pick<RunSummary, 'totals' | 'groups'>, by: CostGroup): GroupCosts {
  const isNamed = ({ key }: { key: string }) => key !== costOfNone && key !== costNotRecorded
  const ordered = (groups[by] ?? []).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const namedGroups = ordered.map(({ key, label, cost, count, failed }) => ({
    id: key,
    name: label || key,
    cost: parseMicros(cost) ?? 0n,
    count,
    failed,
  }))
  const total = parseMicros(totals.cost) ?? 0n
  const top = namedGroups.slice(0, maxTopGroups)
  // Computed from the total, since a service may return only the first few hundred groups.
  const rest = total - top.reduce((sum, flow) => sum + flow.cost, 0n)
  return {
    groups: namedGroups,
    top,
    others: namedGroups.length > maxTopGroups ? { cost: rest, count: namedGroups.length - maxTopGroups } : null,
    total,
  }
}
