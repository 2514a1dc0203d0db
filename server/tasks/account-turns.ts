/** Whose turn it is where work of all accounts waits for a few places: at most one of an account at a time, who was served longest ago first. */

export interface AccountTurns<T> {
  /** Adds work of an account behind its own. */
  add(account: string, work: T): void
  /** Takes the next work of an account that has none under way; null where there is none. `done` ends it. */
  next(): { work: T; done: () => void } | null
  /** How many of an account wait. */
  waiting(account: string): number
  /** Takes everything that waits. */
  drain(): T[]
}

export function makeAccountTurns<T>(): AccountTurns<T> {
  // In the order of turns.
  const queues = new Map<string, T[]>()
  const underWay = new Set<string>()
  return {
    add(account, work) {
      const queue = queues.get(account)
      if (queue) queue.push(work)
      else queues.set(account, [work])
    },
    next() {
      for (const [account, queue] of queues) {
        const [work] = queue
        if (underWay.has(account) || work === undefined) continue
        queue.shift()
        underWay.add(account)
        const done = () => {
          underWay.delete(account)
          queues.delete(account)
          if (queue.length > 0) queues.set(account, queue)
        }
        return { work, done }
      }
      return null
    },
    waiting: (account) => queues.get(account)?.length ?? 0,
    drain: () => [...queues.values()].flatMap((queue) => queue.splice(0)),
  }
}
