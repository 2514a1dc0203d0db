/**
 * Fair scheduling of threads. Long calls leave threads to short ones, an account leaves threads to other accounts, and
 * a flow to other flows of its account, so that an endless loop only delays its own flow.
 */

/** Maximum duration: "brief" takes some milliseconds, "expression" a second, "code" a minute. */
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
  counts: (one: ScheduledCall, other: ScheduledCall) => boolean
  /** Number of threads that calls of such a group leave to all others. */
  leaves: number
}

const both =
  (is: (asked: ScheduledCall) => boolean): Rule['counts'] =>
  (one, other) =>
    is(one) && is(other)

const rules: readonly Rule[] = [
  { counts: () => true, leaves: 0 },
  { counts: isSameAccount, leaves: 1 },
  { counts: both(isSlow), leaves: 1 },
  { counts: (one, other) => both(isSlow)(one, other) && isSameAccount(one, other), leaves: 2 },
  { counts: both(isCode), leaves: 2 },
  { counts: (one, other) => both(isCode)(one, other) && isSameAccount(one, other), leaves: 3 },
  { counts: (one, other) => both(isCode)(one, other) && isSameFlow(one, other), leaves: 4 },
]

/** Minimum number of threads at which each rule leaves a thread to the calls that it protects. */
export const minThreads = Math.max(...rules.map(({ leaves }) => leaves)) + 2

/** Whether a call may start while others run. In a pool below `minThreads`, each rule still admits one call. */
export const mayBegin = (asking: ScheduledCall, running: readonly ScheduledCall[], size: number): boolean =>
  rules.every(({ counts, leaves }) => {
    if (!counts(asking, asking)) return true
    return running.filter((one) => counts(one, asking)).length < Math.max(1, size - leaves)
  })

/** The next call among those that may begin: of the account with the fewest running calls, first come first served. */
export function nextToBegin<T extends ScheduledCall>(
  waiting: readonly T[],
  running: readonly ScheduledCall[],
  size: number,
): T | null {
  let best: { asked: T; rivals: number } | null = null
  for (const asked of waiting) {
    const rivals = running.filter((one) => isSameAccount(one, asked)).length
    if (best !== null && best.rivals <= rivals) continue
    if (mayBegin(asked, running, size)) best = { asked, rivals }
    if (best?.rivals === 0) break
  }
  return best?.asked ?? null
}
