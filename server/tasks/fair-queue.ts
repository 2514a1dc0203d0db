/** Fair queue for work of all accounts: at most one item per account at a time, least recently served account first. */

export interface AccountTurns<T> {
  /** Adds work to the end of an account's queue. */
  add(account: string, work: T): void
  /** Takes the next item of an account with none in progress; null if there is none. `done` marks it as finished. */
  next(): { work: T; done: () => void } | null
  /** Number of waiting items of an account. */
  waiting(account: string): number
  /** Removes and returns all waiting items. */
  drain(): T[]
}

export function makeAccountTurns<T>(): AccountTurns<T> {
  // In the order of service.
  const queues = new Map<string, T[]>()
  const busyAccounts = new Set<string>()
  return {
    add(account, work) {
      const queue = queues.get(account)
      if (queue) queue.push(work)
      else queues.set(account, [work])
    },
    next() {
      for (const [account, queue] of queues) {
        const [work] = queue
        if (busyAccounts.has(account) || work === undefined) continue
        queue.shift()
        busyAccounts.add(account)
        const done = () => {
          busyAccounts.delete(account)
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
