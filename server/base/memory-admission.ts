/**
 * Admission control for memory-intensive requests – large flows that are read, written or sent – by reserved bytes.
 * Requests that do not fit wait for a limited time; the account with the fewest reserved bytes goes first.
 */
import { Fault } from './fault.ts'

interface Limits {
  /** Maximum bytes of all requests, and of the requests of one account. */
  total: number
  perAccount: number
  /** Maximum wait before a request is refused, in ms. */
  waitMs: number
  /** Maximum number of waiting requests per account. */
  maxWaiting: number
}

const megabyte = 1024 * 1024
const defaultLimits: Limits = { total: 256 * megabyte, perAccount: 128 * megabyte, waitMs: 30_000, maxWaiting: 50 }
/** Seconds. */
const retryAfter = 5

/** Reservation of one request. */
export interface Ticket {
  /**   * Reserves this many bytes until `release`; a value below the current reservation changes nothing, and a later increase
   * is granted immediately, even beyond the limits. 503 with Retry-After if the bytes do not become free in time. With
   * `mayWait` false the 503 is immediate: for use within a transaction, which would make other requests wait.
   */
  reserve(bytes: number, mayWait: boolean): Promise<void>
  readonly hasReserved: boolean
  release(): void
}

export interface MemoryAdmission {
  ticket(account: string): Ticket
}

interface WaitingRequest {
  account: string
  bytes: number
  onAdmitted: () => void
}

const overloadFault = (): Fault =>
  new Fault(
    'unavailable',
    'Too many large flows are being read or written. Nothing was changed. Try again in a moment.',
    {
      headers: { 'retry-after': String(retryAfter) },
    },
  )

export function makeMemoryAdmission(overrides: Partial<Limits> = {}): MemoryAdmission {
  const limits = { ...defaultLimits, ...overrides }
  const reservedByAccount = new Map<string, number>()
  const queue: WaitingRequest[] = []
  let total = 0
  const reservedOf = (account: string) => reservedByAccount.get(account) ?? 0
  const change = (account: string, bytes: number) => {
    total += bytes
    const left = reservedOf(account) + bytes
    if (left > 0) reservedByAccount.set(account, left)
    else reservedByAccount.delete(account)
  }
  const fits = (account: string, bytes: number) =>
    total + bytes <= limits.total && reservedOf(account) + bytes <= limits.perAccount
  const hasWaiting = (account: string) => queue.some((other) => other.account === account)
  const admitWaiting = () => {
    for (const one of queue.toSorted((a, b) => reservedOf(a.account) - reservedOf(b.account))) {
      if (reservedOf(one.account) + one.bytes > limits.perAccount) continue
      // Smaller requests do not overtake a large one, which otherwise might never fit.
      if (total + one.bytes > limits.total) return
      queue.splice(queue.indexOf(one), 1)
      change(one.account, one.bytes)
      one.onAdmitted()
    }
  }
  const wait = (account: string, bytes: number) =>
    new Promise<void>((done, fail) => {
      const waiting = { account, bytes, onAdmitted: () => (clearTimeout(timer), done()) }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        fail(overloadFault())
        admitWaiting()
      }, limits.waitMs)
      queue.push(waiting)
    })
  return {
    ticket(account) {
      let reserved = 0
      return {
        get hasReserved() {
          return reserved > 0
        },
        async reserve(requested, mayWait) {
          // Capped, so that the largest possible request can be admitted.
          const missing = Math.min(requested, limits.perAccount) - reserved
          if (missing <= 0) return
          if (reserved === 0 && !(fits(account, missing) && (!mayWait || !hasWaiting(account)))) {
            const { length } = queue.filter((other) => other.account === account)
            if (!mayWait || length >= limits.maxWaiting) throw overloadFault()
            await wait(account, missing)
          } else change(account, missing)
          reserved += missing
        },
        release() {
          if (reserved === 0) return
          change(account, -reserved)
          reserved = 0
          admitWaiting()
        },
      }
    },
  }
}
