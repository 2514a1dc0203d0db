/** Sums of runs of a product that does not know what they cost: amounts that it left out are absent. Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { absentText } from '#lib/absent.ts'

const withCost = (sums: Json | undefined): Json =>
  isRecord(sums) && sums['cost'] === undefined ? { ...sums, cost: absentText } : (sums ?? null)

/** A summary of runs with an amount in each of its sums. */
export function withAbsentCosts(summary: JsonRecord): JsonRecord {
  const groups = isRecord(summary['groups']) ? summary['groups'] : {}
  return {
    ...summary,
    totals: withCost(summary['totals']),
    previous: withCost(summary['previous']),
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, list]) => [name, Array.isArray(list) ? list.map(withCost) : list]),
    ),
  }
}
