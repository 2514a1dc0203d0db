/**
 * Admission control for memory-intensive requests – large flows that are read, written or sent – by reserved bytes.
 * Requests that do not fit wait for a limited time; the account with the fewest reserved bytes goes first.
 */
import { Fault } from './fault.ts'

interface Limits {
  /** Maximum bytes of all requests, and of the requests of one account. */
  total: number
  ofOne: number
  /** Maximum wait before a request is refused, in ms. */
  waitMs: number
  /** Maximum number of waiting requests per account. */
  waiting: number
}

const megabyte = 1024 * 1024
const defaultLimits: Limits = { total: 256 * megabyte, ofOne: 128 * megabyte, waitMs: 30_000, waiting: 50 }
/** Seconds. */
const retryAfter = 5

/** Reservation of one request. */
export interface Ticket {
  /**
   * Reserves this many bytes until `leave`; a value below the current reservation changes nothing. 503 with Retry-After
   * if they do not become free in time. With `mayWait` false the 503 is immediate: for use within a transaction, which
   * would make other requests wait.
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
  const limits = { ...defaultLimits, ...given }
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
      // Smaller requests do not overtake it: otherwise a large one would never fit.
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
          // Capped, so that the largest possible request can be admitted.
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
