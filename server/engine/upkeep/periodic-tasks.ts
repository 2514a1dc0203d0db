/** Periodic tasks. A task never overlaps with itself; a failure is logged, and the task runs again at its next time. */
import type { Log } from '#server/base/log.ts'

export interface PeriodicTasks {
  every(ms: number, what: string, work: () => Promise<void>): void
  /** Stops all tasks; resolves when running ones have ended. */
  end: () => Promise<void>
}

export function makePeriodicTasks(log: Log): PeriodicTasks {
  const timers: NodeJS.Timeout[] = []
  const underWay = new Map<string, Promise<void>>()
  let isOver = false
  return {
    every(ms, what, work) {
      const once = async () => {
        if (isOver || underWay.has(what)) return
        const done = work()
          .catch((error: unknown) => log.warn(`${what} failed`, { error }))
          .finally(() => underWay.delete(what))
        underWay.set(what, done)
        await done
      }
      timers.push(setInterval(() => void once(), ms).unref())
    },
    end: async () => {
      isOver = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
