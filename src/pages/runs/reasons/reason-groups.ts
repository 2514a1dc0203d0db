/** Runs that did not succeed, grouped by reason in the browser, and the order of reasons. Pure. */
import type { Run } from '#contract/billing.ts'
import type { RunReason, RunReasons } from '#contract/run-work.ts'
import { trendLength } from '#contract/values/trend.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { isUnsuccessful } from '#parts/runs/run-reason.ts'

/** Slices at the end of a trend that are compared with those before. */
const recentSlices = 3
/** How many times the usual number a slice must exceed to stand out. */
const unusualFactor = 1.5
/** How many times the usual number the recent slices must have on average, for a reason to be rising. */
const risingFactor = 2
/** Minimum number of recent runs of a rising reason, so that a single failure is no trend. */
const minRisingRuns = 3

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The mean of a trend without its recent slices. */
function usualOf(trend: readonly number[]): number {
  const earlier = trend.slice(0, -recentSlices)
  return earlier.length === 0 ? 0 : sumOf(earlier) / earlier.length
}

/** Whether the recent slices have far more runs than those before. */
export function isRising({ trend }: Pick<RunReason, 'trend'>): boolean {
  const recent = sumOf(trend.slice(-recentSlices))
  return recent >= minRisingRuns && recent / recentSlices > risingFactor * usualOf(trend)
}

/** For each slice, whether it is above the usual of a new or rising reason. */
export function unusualSlices(reason: Pick<RunReason, 'trend' | 'is_new'>): boolean[] {
  const { trend, is_new: isNew } = reason
  if (isNew) return trend.map((count) => count > 0)
  if (!isRising(reason)) return trend.map(() => false)
  const limit = unusualFactor * usualOf(trend)
  return trend.map((count, index) => index >= trend.length - recentSlices && count > limit)
}

const rank = (reason: RunReason): number => (reason.is_new ? 0 : isRising(reason) ? 1 : 2)

/** New reasons first, then rising ones, then by the number of runs. */
export const sortReasons = (reasons: readonly RunReason[]): RunReason[] =>
  reasons.toSorted((one, other) => rank(one) - rank(other) || other.count - one.count)

/** Reasons that the browser grouped, with their runs. */
export interface GroupedRuns {
  reasons: RunReasons
  /** The runs of a reason by its key, latest first. */
  runsOf: ReadonlyMap<string, readonly Run[]>
}

function trendOf(times: readonly number[], from: number, to: number): number[] {
  const trend = Array.from({ length: trendLength }, () => 0)
  const slice = Math.max(1, (to - from) / trendLength)
  for (const time of times) {
    const index = Math.min(trendLength - 1, Math.floor((time - from) / slice))
    trend[index] = (trend[index] ?? 0) + 1
  }
  return trend
}

/** The sum of the known costs; '' if none is known. */
export function knownCost(all: readonly { cost: string }[]): string {
  const known = all.flatMap(({ cost }) => parseMicros(cost) ?? [])
  return known.length === 0 ? '' : formatMicros(known.reduce((sum, one) => sum + one, 0n))
}

function reasonOf(key: string, runs: readonly Run[], from: number, to: number): RunReason | null {
  const [latest] = runs
  if (latest === undefined) return null
  const { flow, error, status } = latest
  const times = runs.map((run) => Date.parse(run.started_at)).filter((time) => !Number.isNaN(time))
  return {
    key,
    flow: { id: flow.id, name: flow.name },
    // A list of runs does not contain the names of steps.
    node: error?.node_id ? { id: error.node_id, name: '' } : null,
    status,
    error: { code: error?.code ?? '', message: error?.message ?? '' },
    count: runs.length,
    retried: Number.NaN,
    first_at: runs.at(-1)?.started_at ?? '',
    last_at: latest.started_at,
    cost: knownCost(runs),
    trend: trendOf(times, from, to),
    // Earlier runs are unknown.
    is_new: false,
  }
}

/** A message without quoted values and without words that contain digits, except for statuses of HTTP. */
const patternOf = (message: string): string =>
  message.replaceAll(/“[^”]*”|"[^"]*"|'[^']*'/g, '…').replaceAll(/\b(?!\d{3}\b)\w*\d\w*\b/g, '…')

/** Groups runs: the same error at the same step of the same flow. */
export function groupRuns(runs: readonly Run[]): GroupedRuns {
  const failed = runs.filter(isUnsuccessful).toSorted((one, other) => other.started_at.localeCompare(one.started_at))
  const runsOf = new Map<string, Run[]>()
  for (const run of failed) {
    const { flow, error, status } = run
    const key = JSON.stringify([flow.id, error?.node_id ?? '', error?.code || status, patternOf(error?.message ?? '')])
    const others = runsOf.get(key)
    if (others === undefined) runsOf.set(key, [run])
    else others.push(run)
  }
  const times = failed.map((run) => Date.parse(run.started_at)).filter((time) => !Number.isNaN(time))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const results = [...runsOf].flatMap(([key, its]) => reasonOf(key, its, from, to) ?? [])
  const day = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : '')
  return {
    reasons: { currency: failed[0]?.currency ?? '', from: day(from), to: day(to), results, other: null },
    runsOf,
  }
}
