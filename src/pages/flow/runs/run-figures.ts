/** Totals of runs as formatted figures. Pure. */
import type { RunSummary } from '#contract/billing.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { failedShare } from '#parts/runs/failed-share.ts'

export interface RunFigures {
  /** Average cost of a run, as a money string; null without runs. */
  averageCost: string | null
  /** Null without runs, and if the service returns no duration. */
  averageMs: number | null
  /** "0.9%"; null if none failed. */
  failedShare: string | null
}

/** The average cost is truncated to the micro: nothing smaller is charged. */
export function runFigures(totals: RunSummary['totals']): RunFigures {
  const { count, cost, failed, duration_ms: ms } = totals
  const micros = parseMicros(cost)
  if (!(count > 0)) return { averageCost: null, averageMs: null, failedShare: null }
  return {
    averageCost: micros === null ? null : formatMicros(micros / BigInt(count)),
    averageMs: Number.isNaN(ms) ? null : Math.round(ms / count),
    failedShare: failed > 0 ? failedShare(totals) : null,
  }
}
