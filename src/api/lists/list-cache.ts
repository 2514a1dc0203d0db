/** Lists of one endpoint that were loaded as far as they can be, for as long as they are fresh. */
import type { ListQuery } from './list-query.ts'
import type { ListRows } from './opened-list.ts'

/** What was loaded as a whole serves at least so long, and ten times as long as it took to load. */
const leastHeldMs = 5_000
/** What is seen and what was seen before. */
const maxHeld = 2

export interface CachedList {
  rows: ListRows
  /** These are all rows that the service has for what was sent. */
  isWhole: boolean
  /** Perhaps not all, with no way to more. */
  isCut: boolean
  /** Parameters with which the service was asked. */
  sent: string
  until: number
}

/** Parameters that choose no rows. */
const withoutChoice = new Set(['ordering', 'tz'])

export class ListCache {
  #held: readonly CachedList[] = []

  forget(): void {
    this.#held = []
  }

  /** What has the rows of a query: what the same parameters gave, or the whole list. `sent` = what the service would be asked. */
  find(sent: string, query: ListQuery): CachedList | null {
    const now = performance.now()
    const fresh = this.#held.filter(({ until }) => until > now)
    const isUnfiltered = (one: CachedList) =>
      [...new URLSearchParams(one.sent).keys()].every((name) => withoutChoice.has(name))
    // Who "me" is, only the service knows.
    const isTold = query.tests.every(({ rule }) => !rule.values.includes('me'))
    const whole = isTold ? fresh.find((one) => one.isWhole && isUnfiltered(one)) : undefined
    return fresh.find((one) => one.sent === sent) ?? whole ?? null
  }

  /** @param started when the loading began (`performance.now()`) */
  keep(list: Omit<CachedList, 'until'>, started: number): CachedList {
    const now = performance.now()
    const held = { ...list, until: now + Math.max(leastHeldMs, 10 * (now - started)) }
    this.#held = [held, ...this.#held.filter((one) => one.sent !== list.sent)].slice(0, maxHeld)
    return held
  }
}
