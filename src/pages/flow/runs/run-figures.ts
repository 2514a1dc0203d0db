/** Totals of runs as figures to read. Pure. */
import type { RunSummary } from '#contract/billing.ts'
import { formatShare } from '#lib/format-share.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

export interface RunFigures {
  /** Cost of one run, as money on the wire; null without runs. */
  averageCost: string | null
  averageMs: number | null
  /** "0.9 %"; null where none failed. */
  failedShare: string | null
}

/** Averages are cut to the micro: nothing smaller is ever charged. */
export function runFigures({ count, cost, failed, duration_ms: ms }: RunSummary['totals']): RunFigures {
  const micros = parseMicros(cost)
  if (!(count > 0)) return { averageCost: null, averageMs: null, failedShare: null }
  return {
    averageCost: micros === null ? null : formatMicros(micros / BigInt(count)),
    averageMs: Number.isNaN(ms) ? null : Math.round(ms / count),
    failedShare: failed > 0 ? formatShare(BigInt(failed), BigInt(count)) : null,
  }
}
