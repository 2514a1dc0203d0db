/** Cache of lists of one endpoint that were loaded as far as possible. */
import type { ListQuery } from '#contract/rows/list-query.ts'
import type { ListRows } from './opened-list.ts'

/** Minimum lifetime of an entry in ms; otherwise an entry lives ten times its loading time. */
const minLifetimeMs = 5_000
/** The visible list and the previous one. */
const maxEntries = 2

export interface CachedList {
  rows: ListRows
  /** The entry has all rows of the service for the parameters sent. */
  isComplete: boolean
  /** Possibly incomplete, with no way to load more. */
  isTruncated: boolean
  /** Parameters of the request. */
  sent: string
  until: number
}

/** Parameters that do not filter. */
const nonFilterNames = new Set(['ordering', 'tz'])

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
    const valid = this.#held.filter(({ until }) => until > now)
    const isUnfiltered = (one: CachedList) =>
      [...new URLSearchParams(one.sent).keys()].every((name) => nonFilterNames.has(name))
    // Only the service knows who "me" is.
    const isTold = query.tests.every(({ rule }) => !rule.values.includes('me'))
    const whole = isTold ? valid.find((one) => one.isComplete && isUnfiltered(one)) : undefined
    return valid.find((one) => one.sent === sent) ?? whole ?? null
  }

  /** @param started start of the loading (`performance.now()`) */
  store(list: Omit<CachedList, 'until'>, started: number): CachedList {
    const now = performance.now()
    const held = { ...list, until: now + Math.max(minLifetimeMs, 10 * (now - started)) }
    this.#held = [held, ...this.#held.filter((one) => one.sent !== list.sent)].slice(0, maxEntries)
    return held
  }
}
