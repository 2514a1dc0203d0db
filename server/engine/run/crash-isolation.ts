/**
 * Crash isolation: finds the step that kills its process. When a process dies, all its steps are interrupted, and the
 * log cannot tell which one was the cause. A step that was interrupted more than once is therefore started in
 * isolation: only one run with such steps at a time per process. None is started in the first seconds of a process, in
 * which all other interrupted steps are repeated: kills from outside that recur in this time would always hit the same
 * steps. Only crashes in isolation count against a step.
 */
import type { LoggedState } from './run-log.ts'

/** Interruptions after which a step is started in isolation. Each kill interrupts all running steps. */
export const sharedCrashes = 2
/** Crashes in isolation that prove a step to be the cause: kills from outside rarely hit an isolated step. */
const isolatedCrashes = 3
/** Total number of interruptions after which a step counts as the cause. */
export const maxCrashes = sharedCrashes + isolatedCrashes

/**
 * Minimum age in ms of a process before it starts suspect steps, so that other steps get this time even if a suspect
 * repeatedly ends the process.
 */
const isolationDelayMs = 3_000

export interface SuspectSteps {
  /** Steps to start in isolation. */
  suspects: Set<string>
  /** Node whose step is proven to be the cause; null if there is none. */
  crashingNode: string | null
}

export function suspectStepsOf({ open, crashes }: Pick<LoggedState, 'open' | 'crashes'>): SuspectSteps {
  const suspects = new Set<string>()
  let crashingNode: string | null = null
  for (const { step, last } of open) {
    const times = (crashes.get(step.key) ?? 0) + (last?.status === 'running' ? 1 : 0)
    if (times >= sharedCrashes) suspects.add(step.key)
    if (times >= maxCrashes) crashingNode ??= step.node
  }
  return { suspects, crashingNode }
}

/** Lock that lets one run at a time start suspect steps; the holder must release it. */
export class SuspectLane {
  #holder: object | null = null
  readonly #createdAt = performance.now()

  /** Takes the lock; false if it is held, and in the first seconds of the process. */
  acquire(holder: object): boolean {
    if (this.#holder !== null || performance.now() - this.#createdAt < isolationDelayMs) return false
    this.#holder = holder
    return true
  }

  release(holder: object): void {
    if (this.#holder === holder) this.#holder = null
  }
}
