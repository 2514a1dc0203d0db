/** Periodic tasks. A task never overlaps with itself; a failure is logged, and the task runs again at its next time. */
import type { Log } from '#server/base/log.ts'

export interface PeriodicTasks {
  every(ms: number, what: string, work: () => Promise<void>): void
  /** Stops all tasks; resolves when running ones have ended. */
  stop: () => Promise<void>
}

export function makePeriodicTasks(log: Log): PeriodicTasks {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()
  let isStopped = false
  return {
    every(ms, what, work) {
      const runOnce = async () => {
        if (isStopped || running.has(what)) return
        const done = work()
          .catch((error: unknown) => log.warn(`${what} failed`, { error }))
          .finally(() => running.delete(what))
        running.set(what, done)
        await done
      }
      timers.push(setInterval(() => void runOnce(), ms).unref())
    },
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
