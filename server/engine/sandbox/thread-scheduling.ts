/**
 * Fair scheduling of threads. Long calls leave threads to short ones, an account leaves threads to other accounts, and
 * a flow to other flows of its account, so that an endless loop only delays its own flow.
 */

/** Expected duration: "brief" takes some milliseconds, "expression" up to a second, "code" up to a minute. */
export type Length = 'brief' | 'expression' | 'code'

export interface ScheduledCall {
  length: Length
  /** Caller; `flow` is null outside of runs (checks and trials). Null = a call of the service itself. */
  owner: { account: string; flow: string | null } | null
}

const isSlow = ({ length }: ScheduledCall): boolean => length !== 'brief'
const isCode = ({ length }: ScheduledCall): boolean => length === 'code'

export const isSameAccount = (one: ScheduledCall, other: ScheduledCall): boolean =>
  one.owner !== null && one.owner.account === other.owner?.account
const isSameFlow = (one: ScheduledCall, other: ScheduledCall): boolean =>
  isSameAccount(one, other) && one.owner?.flow === other.owner?.flow

interface Rule {
  /** Whether two calls belong to the same group, which the rule limits. */
  isLimited: (one: ScheduledCall, other: ScheduledCall) => boolean
  /** Number of threads that calls of such a group leave to all others. */
  reservedThreads: number
}

const both =
  (is: (call: ScheduledCall) => boolean): Rule['isLimited'] =>
  (one, other) =>
    is(one) && is(other)

const rules: readonly Rule[] = [
  { isLimited: () => true, reservedThreads: 0 },
  { isLimited: isSameAccount, reservedThreads: 1 },
  { isLimited: both(isSlow), reservedThreads: 1 },
  { isLimited: (one, other) => both(isSlow)(one, other) && isSameAccount(one, other), reservedThreads: 2 },
  { isLimited: both(isCode), reservedThreads: 2 },
  { isLimited: (one, other) => both(isCode)(one, other) && isSameAccount(one, other), reservedThreads: 3 },
  { isLimited: (one, other) => both(isCode)(one, other) && isSameFlow(one, other), reservedThreads: 4 },
]

/** Minimum number of threads at which each rule leaves a thread to the calls that it protects. */
export const minThreads = Math.max(...rules.map(({ reservedThreads }) => reservedThreads)) + 2

/** Whether a call may start while others run. In a pool below `minThreads`, each rule still admits one call. */
export const canStart = (call: ScheduledCall, running: readonly ScheduledCall[], size: number): boolean =>
  rules.every(({ isLimited, reservedThreads }) => {
    if (!isLimited(call, call)) return true
    return running.filter((one) => isLimited(one, call)).length < Math.max(1, size - reservedThreads)
  })

/** The next call among those that may begin: of the account with the fewest running calls, first come first served. */
export function nextToStart<T extends ScheduledCall>(
  waiting: readonly T[],
  running: readonly ScheduledCall[],
  size: number,
): T | null {
  let best: { call: T; runningCount: number } | null = null
  for (const call of waiting) {
    const runningCount = running.filter((one) => isSameAccount(one, call)).length
    if (best !== null && best.runningCount <= runningCount) continue
    if (canStart(call, running, size)) best = { call, runningCount }
    if (best?.runningCount === 0) break
  }
  return best?.call ?? null
}
