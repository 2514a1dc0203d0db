/** Things that are done over and over, each never twice at once. What fails is logged and done again at its next time. */
import type { Log } from '#server/base/log.ts'

export interface PeriodicTasks {
  every(ms: number, what: string, work: () => Promise<void>): void
  /** After what is under way. */
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
