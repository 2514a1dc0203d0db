/** One wait at a time, with its limit. */
import { ServiceTimeout, type Wait } from './service-failure.ts'

export interface WaitLimit {
  readonly current: Wait | null
  /** Ends the wait before and begins this one; the same again begins anew. */
  wait(wait: Wait): void
  stop(): void
}

/** Longest waits in ms, by what is waited for. */
export type Waits = Readonly<Record<Wait, number>>

/** `onLate` is called once, with what took too long. */
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
