/** Cache of lists of one endpoint that were loaded as far as possible. */
import type { ListQuery } from './list-query.ts'
import type { ListRows } from './opened-list.ts'

/** Minimum lifetime of an entry; the lifetime is ten times the loading time otherwise. */
const leastHeldMs = 5_000
/** The visible list and the previous one. */
const maxHeld = 2

export interface CachedList {
  rows: ListRows
  /** The entry has all rows of the service for the parameters sent. */
  isWhole: boolean
  /** Possibly incomplete, with no way to load more. */
  isCut: boolean
  /** Parameters of the request. */
  sent: string
  until: number
}

/** Parameters that do not filter. */
const withoutChoice = new Set(['ordering', 'tz'])

export class ListCache {
  #held: readonly CachedList[] = []

  forget(): void {
    this.#held = []
  }

  /**
   * An entry that contains the rows of a query: loaded with the same parameters, or the whole list. `sent` = parameters
   * that the service would get.
   */
  find(sent: string, query: ListQuery): CachedList | null {
    const now = performance.now()
    const fresh = this.#held.filter(({ until }) => until > now)
    const isUnfiltered = (one: CachedList) =>
      [...new URLSearchParams(one.sent).keys()].every((name) => withoutChoice.has(name))
    // Only the service knows who "me" is.
    const isTold = query.tests.every(({ rule }) => !rule.values.includes('me'))
    const whole = isTold ? fresh.find((one) => one.isWhole && isUnfiltered(one)) : undefined
    return fresh.find((one) => one.sent === sent) ?? whole ?? null
  }

  /** @param started start of the loading (`performance.now()`) */
  keep(list: Omit<CachedList, 'until'>, started: number): CachedList {
    const now = performance.now()
    const held = { ...list, until: now + Math.max(leastHeldMs, 10 * (now - started)) }
    this.#held = [held, ...this.#held.filter((one) => one.sent !== list.sent)].slice(0, maxHeld)
    return held
  }
}
