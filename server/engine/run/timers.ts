/** Waiting steps of a run, with their timers. */
import type { StepKey } from './graph-progress.ts'

export interface StepTimer {
  step: StepKey
  attempt: number
  /** Milliseconds since 1970; null = the step waits for an event only. */
  wakeAt: number | null
}

/** Maximum duration of a JavaScript timer in ms: about 24 days. */
export const maxTimerMs = 2_147_483_647

/** JavaScript timers may fire up to 1 ms before the wall clock shows their time. */
const earlyMs = 1

export class StepTimers {
  readonly #timers = new Map<string, StepTimer & { timer: NodeJS.Timeout | undefined }>()
  readonly #now: () => Date
  readonly #onDue: (key: string) => void

  constructor(now: () => Date, onDue: (key: string) => void) {
    this.#now = now
    this.#onDue = onDue
  }

  get size(): number {
    return this.#timers.size
  }

  /** Time of the first timer; null if there is none. */
  get soonest(): number | null {
    const times = [...this.#timers.values()].flatMap(({ wakeAt }) => wakeAt ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  add(step: StepKey, attempt: number, until: Date | null): void {
    const wakeAt = until?.getTime() ?? null
    const timer =
      wakeAt === null
        ? undefined
        : setTimeout(
            () => this.#onDue(step.key),
            Math.min(maxTimerMs, Math.max(0, wakeAt - this.#now().getTime() + earlyMs)),
          )
    this.#timers.set(step.key, { step, attempt, wakeAt, timer })
  }

  /** Removes a timer and returns it; null if it was already taken. */
  take(key: string): StepTimer | null {
    const found = this.#timers.get(key)
    if (!found) return null
    clearTimeout(found.timer)
    this.#timers.delete(key)
    return found
  }

  clear(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
  }
}
