/** What the kept runs say about a flow, for the rows of a list. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import type { Known } from './connector.ts'
import type { KeptRows } from './kept-list.ts'
import { isEnded, isFailed } from '#contract/values/run-status.ts'
import type { SummedRun } from './run-summary.ts'

/** ms of the period of "last 30 days". */
const period = 30 * 24 * 3600 * 1000

type FlowRuns = Pick<
  Known<FlowSummary>,
  | 'last_run_at'
  | 'last_run_status'
  | 'run_count'
  | 'runs_last_30_days'
  | 'failed_last_30_days'
  | 'cost_last_30_days'
  | 'currency'
>

interface Tally {
  last: SummedRun
  count: number
  ended: number
  failed: number
  micros: bigint | null
  hasAllCosts: boolean
}

interface FiguresOptions {
  currency: string
  now: Date
  /** False if a run may have a cost that was not read: a sum without it would be too small. */
  isCostKnown: (run: SummedRun) => boolean
}

/** Figures of a flow without runs, once all runs are known. */
const noRuns: FlowRuns = {
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  runs_last_30_days: 0,
  failed_last_30_days: 0,
}

/**
 * Figures of each flow, by the runs that the product still has. While more runs are being loaded, only the last run of a
 * flow is certain: the newest runs come first.
 */
export function flowFigures(
  { rows, isComplete }: KeptRows<SummedRun>,
  { currency, now, isCostKnown }: FiguresOptions,
): (flow: string) => FlowRuns {
  const since = now.getTime() - period
  const tallies = new Map<string, Tally>()
  for (const run of rows) {
    const id = run.flow.id ?? ''
    const tally = tallies.get(id) ?? { last: run, count: 0, ended: 0, failed: 0, micros: null, hasAllCosts: true }
    tally.count += 1
    if (run.started_at > tally.last.started_at) tally.last = run
    if (Date.parse(run.started_at) >= since) {
      if (isEnded(run.status)) tally.ended += 1
      if (isFailed(run.status)) tally.failed += 1
      tally.hasAllCosts &&= isCostKnown(run)
      if (run.cost !== undefined) tally.micros = (tally.micros ?? 0n) + (parseMicros(run.cost) ?? 0n)
    }
    tallies.set(id, tally)
  }
  const figures = new Map(
    [...tallies].map(([id, { last, count, ended, failed, micros, hasAllCosts }]) => [
      id,
      {
        last_run_at: last.started_at,
        last_run_status: last.status,
        ...(isComplete
          ? {
              run_count: count,
              runs_last_30_days: ended,
              failed_last_30_days: failed,
              ...(micros === null || !hasAllCosts ? {} : { cost_last_30_days: formatMicros(micros), currency }),
            }
          : {}),
      },
    ]),
  )
  return (flow) => figures.get(flow) ?? (isComplete ? noRuns : {})
}
