/**
 * Rules of incidents: when one opens, gets worse and is over. Pure. Each limit weighs a late message against a false
 * one, because people stop reading alerts that are wrong.
 */

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export interface RunCounts {
  failed: number
  runs: number
}

const shareOf = ({ failed, runs }: RunCounts): number => (runs === 0 ? 0 : failed / runs)

/**
 * A flow is failing if, within one of these windows, at least `minFailed` runs failed, they are at least `minShare` of
 * all, and the share is `timesUsual` times the usual one. The hour finds what fails often; the day finds flows that run
 * a few times a day, for which half of the runs must fail.
 */
export const failingWindows = [
  { ms: hourMs, minFailed: 5, minShare: 0.1, timesUsual: 3 },
  { ms: dayMs, minFailed: 3, minShare: 0.5, timesUsual: 3 },
] as const
export type FailingWindow = (typeof failingWindows)[number]

/** Share above which a flow is failing. A flow that usually fails counts only if nearly all runs fail. */
const failingShare = ({ minShare, timesUsual }: FailingWindow, usual: number | null): number =>
  Math.min(0.9, Math.max(minShare, timesUsual * (usual ?? 0)))

export const isFailing = (window: FailingWindow, counts: RunCounts, usual: number | null): boolean =>
  counts.failed >= window.minFailed && shareOf(counts) >= failingShare(window, usual)

/** Chance below which successes in a row are no coincidence. Low, because it is checked every few seconds. */
const coincidence = 0.001
/** Even if every run failed before, one success is not enough. */
const minSuccesses = 3
/** Successes in a row that are always enough: the latest runs of a flow that are read. */
export const maxSuccesses = 100

/**
 * Successes since the last failure, and the share of failures from the first to the last one: while the cause lasted,
 * more failed than in the whole hour around it. `outcomes`: whether each run succeeded, latest first.
 */
export function outcomesSinceFailure(outcomes: readonly boolean[]): { successes: number; failingShare: number } {
  const last = outcomes.indexOf(false)
  if (last === -1) return { successes: outcomes.length, failingShare: 0 }
  const runs = outcomes.slice(last, outcomes.lastIndexOf(false) + 1)
  return { successes: last, failingShare: runs.filter((succeeded) => !succeeded).length / runs.length }
}

/** Number of successes in a row that are unlikely as long as this share of runs fails. */
export function successesToRecover(share: number): number {
  if (share >= 1) return minSuccesses
  const runs = Math.ceil(Math.log(coincidence) / Math.log(1 - Math.max(share, 0.01)))
  return Math.min(maxSuccesses, Math.max(minSuccesses, runs))
}

export interface FlowState {
  /** By window. */
  counts: readonly (RunCounts & { window: FailingWindow })[]
  /** Whether each of the latest runs succeeded, latest first. */
  outcomes: readonly boolean[]
  /** Usual share; null = unknown. */
  usual: number | null
}

/**
 * A failing flow has recovered after enough successes in a row, or once no run failed within the longest window, or the
 * share is below half of that at which it opens: between the two it stays as it is, so that it does not open and close
 * in turns.
 */
export function hasRecovered({ counts, outcomes, usual }: FlowState): boolean {
  const { successes, failingShare: worstShare } = outcomesSinceFailure(outcomes)
  const worst = Math.max(worstShare, ...counts.map(shareOf))
  if (successes >= successesToRecover(worst)) return true
  return counts.every((one) => one.failed === 0 || shareOf(one) < failingShare(one.window, usual) / 2)
}

/** After its due time, a run by schedule may start this much later: the scheduler skips it then (schedules.ts). */
export const scheduleLimitMs = minuteMs
/** Schedules that come again within this time must miss two times in a row: a restart may skip one. */
const frequentMs = 10 * minuteMs

export const isScheduleMissed = ({ misses, intervalMs }: { misses: number; intervalMs: number }): boolean =>
  misses >= (intervalMs <= frequentMs ? 2 : 1)

/** Time after which a run that waits for a reply or a webhook needs attention. */
export const waitLimitMs = 24 * hourMs

/** Days of traffic that are compared with the silence of a channel: four weeks, so that weekends are in it. */
export const trafficDays = 28
/** Number of expected events that must be missing before a channel counts as silent. */
const minMissingEvents = 20

/**
 * A channel is silent if nothing arrived for longer than its longest usual gap and a day, and many events are missing.
 * `perDay`: events by day before the last one, oldest first. Gaps before the first event do not count.
 */
export function isSilent({ perDay, silentDays }: { perDay: readonly number[]; silentDays: number }): boolean {
  const active = perDay.slice(
    Math.max(
      0,
      perDay.findIndex((events) => events > 0),
    ),
  )
  let longestGap = 0
  let gap = 0
  for (const events of active) {
    gap = events > 0 ? 0 : gap + 1
    longestGap = Math.max(longestGap, gap)
  }
  return silentDays >= longestGap + 1 && usualPerDay(perDay) * silentDays >= minMissingEvents
}

/** Mean events per day since the first one. */
export function usualPerDay(perDay: readonly number[]): number {
  const active = perDay.slice(
    Math.max(
      0,
      perDay.findIndex((events) => events > 0),
    ),
  )
  return active.length === 0 ? 0 : active.reduce((sum, events) => sum + events, 0) / active.length
}

/** Smallest count that can be worse: ten queued messages instead of one are not. */
const minWorseCount = 50
/**
 * Time after a message before the next one that says "worse". A burst that is still growing when the first message goes
 * out is one incident with one message.
 */
const worseAfterMs = 15 * minuteMs

/** Each ten times as many is a level; so is each `step` that a rule names (a budget that is used up). */
export function levelOf({ step, count, openCount }: { step: number; count: number; openCount: number }): number {
  if (count < minWorseCount) return step
  return step + Math.floor(Math.log10(count / Math.max(1, openCount)))
}

export const isWorse = (before: { level: number; reportedAt: number }, level: number, now: number): boolean =>
  level > before.level && now - before.reportedAt >= worseAfterMs
