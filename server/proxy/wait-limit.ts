/** Timeouts for consecutive waits, one at a time. */
import { ServiceTimeout, type Wait } from './service-failure.ts'

export interface WaitLimit {
  readonly current: Wait | null
  /** Ends the previous wait and begins this one; for the current wait, restarts its timeout. */
  wait(wait: Wait): void
  stop(): void
}

/** Timeouts in ms by kind. */
export type Waits = Readonly<Record<Wait, number>>

/** `onLate` is called once, on the first timeout. */
export function makeWaitLimit(waits: Waits, onLate: (late: ServiceTimeout) => void): WaitLimit {
  let current: Wait | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    get current() {
      return current
    },
    wait(wait) {
      if (wait === current && timer) {
        timer.refresh()
        return
      }
      clearTimeout(timer)
      current = wait
      timer = setTimeout(() => onLate(new ServiceTimeout(wait, waits[wait])), waits[wait])
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      current = null
    },
  }
}
