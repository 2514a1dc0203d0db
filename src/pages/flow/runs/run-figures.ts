/** Totals of runs as formatted figures. Pure. */
import type { RunSummary } from '#contract/billing.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

export interface RunFigures {
  /** Average cost of a run, as a money string; null without runs, and if costs are not all known. */
  averageCost: string | null
  /** With the time that runs waited. Null without runs, and if the service returns no duration. */
  averageMs: number | null
}

/** The average cost is truncated to the micro: nothing smaller is charged. */
export function runFigures({ count, cost, unknown_costs: unknown, duration_ms: ms }: RunSummary['totals']): RunFigures {
  const micros = parseMicros(cost)
  if (!(count > 0)) return { averageCost: null, averageMs: null }
  return {
    averageCost: micros === null || unknown !== undefined ? null : formatMicros(micros / BigInt(count)),
    averageMs: Number.isNaN(ms) ? null : Math.round(ms / count),
  }
}
