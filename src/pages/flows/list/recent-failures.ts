/** Failed runs of a flow in the last 30 days. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { failedRunStatuses } from '#contract/values/run-status.ts'
import { isAbsent } from '#lib/absent.ts'
import { failedShare } from '#parts/runs/failed-share.ts'

/** Share of failed runs, in percent, from which a flow needs attention. */
const highShare = 5
const failed: ReadonlySet<string> = new Set(failedRunStatuses)

export interface RecentFailures {
  count: number
  /** "3.9%"; '' without runs. */
  share: string
  /** The flow fails often, or its last run failed. */
  needsAttention: boolean
}

/** Null if the service does not count them. */
export function recentFailures(
  flow: Pick<FlowSummary, 'failed_last_30_days' | 'runs_last_30_days' | 'last_run_status'>,
): RecentFailures | null {
  const { failed_last_30_days: count, runs_last_30_days: runs, last_run_status: last } = flow
  if (count === undefined || isAbsent(count)) return null
  const isCounted = runs !== undefined && !isAbsent(runs) && runs > 0
  const isHigh = isCounted && count * 100 >= highShare * runs
  return {
    count,
    share: isCounted && count > 0 ? failedShare({ failed: count, count: runs }) : '',
    needsAttention: count > 0 && (isHigh || (last !== null && failed.has(last))),
  }
}

/** Whether the service counts failed runs for any of these flows. */
export const hasRecentFailures = (flows: readonly FlowSummary[]): boolean =>
  flows.some((flow) => recentFailures(flow) !== null)
