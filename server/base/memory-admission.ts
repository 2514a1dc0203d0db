/**
 * Admission of what takes much memory – large flows that are read, written or sent – by the bytes that it holds. What does not
 * fit waits for a bounded time; whoever waits with the least under way in its account comes first.
 */
import { Fault } from './fault.ts'

interface Limits {
  /** Bytes of all requests, and of those of one account. */
  total: number
  ofOne: number
  /** How long a request waits before it is told to come again. */
  waitMs: number
  /** Requests of one account that wait. */
  waiting: number
}

const megabyte = 1024 * 1024
const usualLimits: Limits = { total: 256 * megabyte, ofOne: 128 * megabyte, waitMs: 30_000, waiting: 50 }
/** Seconds. */
const retryAfter = 5

/** What one request holds. */
export interface Ticket {
  /**
   * Holds so many bytes until `leave`; less than it holds already changes nothing. 503 with Retry-After where they do not come free in time –
   * at once where it may not wait: within a transaction, for which others would wait as well.
   */
  enter(bytes: number, mayWait: boolean): Promise<void>
  readonly isEntered: boolean
  leave(): void
}

export interface MemoryAdmission {
  ticket(account: string): Ticket
}

interface Waiting {
  account: string
  bytes: number
  begin: () => void
}

const full = (): Fault =>
  new Fault(
    'unavailable',
    'Too many large flows are being read or written. Nothing was changed. Try again in a moment.',
    {
      headers: { 'retry-after': String(retryAfter) },
    },
  )

export function makeMemoryAdmission(given: Partial<Limits> = {}): MemoryAdmission {
  const limits = { ...usualLimits, ...given }
  const held = new Map<string, number>()
  const queue: Waiting[] = []
  let total = 0
  const heldBy = (account: string) => held.get(account) ?? 0
  const change = (account: string, bytes: number) => {
    total += bytes
    const left = heldBy(account) + bytes
    if (left > 0) held.set(account, left)
    else held.delete(account)
  }
  const fits = (account: string, bytes: number) =>
    total + bytes <= limits.total && heldBy(account) + bytes <= limits.ofOne
  const isAhead = (account: string) => queue.some((other) => other.account === account)
  const next = () => {
    for (const one of queue.toSorted((a, b) => heldBy(a.account) - heldBy(b.account))) {
      if (heldBy(one.account) + one.bytes > limits.ofOne) continue
      // A smaller one does not go before it: the large one would never fit.
      if (total + one.bytes > limits.total) return
      queue.splice(queue.indexOf(one), 1)
      change(one.account, one.bytes)
      one.begin()
    }
  }
  const wait = (account: string, bytes: number) =>
    new Promise<void>((done, fail) => {
      const waiting = { account, bytes, begin: () => (clearTimeout(timer), done()) }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        fail(full())
        next()
      }, limits.waitMs)
      queue.push(waiting)
    })
  return {
    ticket(account) {
      let own = 0
      return {
        get isEntered() {
          return own > 0
        },
        async enter(asked, mayWait) {
          // The largest there is must come to its turn.
          const more = Math.min(asked, limits.ofOne) - own
          if (more <= 0) return
          if (own === 0 && !(fits(account, more) && (!mayWait || !isAhead(account)))) {
            const { length } = queue.filter((other) => other.account === account)
            if (!mayWait || length >= limits.waiting) throw full()
            await wait(account, more)
          } else change(account, more)
          own += more
        },
        leave() {
          if (own === 0) return
          change(account, -own)
          own = 0
          next()
        },
      }
    },
  }
}
