/**
 * A list of a product that is kept in memory: products give lists in pages, without a count or an order, and asking
 * for all pages anew on every visit takes seconds. Later visits get the kept rows at once, and are refreshed behind
 * them.
 */

import { Fault } from '#server/base/fault.ts'

/** ms for which rows count as current. */
const freshMs = 3_000
/** ms that a visit waits for a refresh before it gets the kept rows: a fast product never shows old ones. */
const patienceMs = 400
/** A refresh may take at most this share of the time, so that large lists do not load a product all the time. */
const refreshShare = 0.05

export interface KeptRows<T> {
  rows: readonly T[]
  /** False if there are more rows: the first load goes on, or there are more than the maximum. */
  isComplete: boolean
}

interface KeptListOptions<T> {
  idOf: (row: T) => string
  /** All rows, page by page. */
  load: () => AsyncIterable<readonly T[]>
  /**
   * Rows that are new or changed since the list was loaded, page by page; absent = every refresh loads all rows. Rows
   * of a refresh go before the others.
   */
  refresh?: (known: ReadonlyMap<string, T>) => AsyncIterable<readonly T[]>
  /** True = the first page is enough for a first visit; the others follow. */
  startsEarly?: boolean
  /** Maximum rows that are kept; loading ends there. */
  maxRows: number
}

const wait = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref()
  })

export class KeptList<T> {
  readonly #options: KeptListOptions<T>
  #rows = new Map<string, T>()
  #array: readonly T[] | null = null
  #isComplete = false
  #loadedAt = 0
  #loadMs = 0
  #loading: Promise<void> | null = null
  #firstPage: Promise<void> | null = null
  /** Rows that were written or removed while a load was going on, which may not have seen them. */
  #changed = new Map<string, T | null>()

  constructor(options: KeptListOptions<T>) {
    this.#options = options
  }

  /** The rows. Rejects if nothing was ever loaded and the product fails. */
  async read(): Promise<KeptRows<T>> {
    if (this.#loadedAt === 0) {
      this.#loading ??= this.#begin()
      await (this.#options.startsEarly === true ? (this.#firstPage ?? this.#loading) : this.#loading)
    } else if (this.#isStale()) {
      this.#loading ??= this.#begin()
      // A product that fails now does not take away what is known; the next request of it says what is wrong.
      await Promise.race([this.#loading.catch(() => undefined), wait(patienceMs)])
      if (this.#loadedAt === 0) return this.read()
    }
    return { rows: this.#values, isComplete: this.#isComplete }
  }

  /** Puts a row that is known to be new or changed. */
  put(row: T): void {
    const id = this.#options.idOf(row)
    if (this.#rows.has(id)) this.#rows.set(id, row)
    else this.#rows = new Map([[id, row], ...this.#rows])
    this.#array = null
    if (this.#loading !== null) this.#changed.set(id, row)
  }

  remove(id: string): void {
    this.#rows.delete(id)
    this.#array = null
    if (this.#loading !== null) this.#changed.set(id, null)
  }

  /** Always the same array until a row changes, so that what is computed from it can be kept. */
  get #values(): readonly T[] {
    this.#array ??= [...this.#rows.values()]
    return this.#array
  }

  get(id: string): T | undefined {
    return this.#rows.get(id)
  }

  /** A key that is not accepted any more sees nothing, not even what is kept: the next visit loads anew, and fails. */
  #forgetIfRefused(error: unknown): void {
    if (!(error instanceof Fault) || (error.code !== 'not_authenticated' && error.code !== 'permission_denied')) return
    this.#show(new Map())
    this.#loadedAt = 0
    this.#isComplete = false
  }

  #isStale(): boolean {
    const age = performance.now() - this.#loadedAt
    return age > Math.max(freshMs, this.#loadMs / refreshShare)
  }

  #begin(): Promise<void> {
    const { refresh } = this.#options
    this.#changed = new Map()
    const work = refresh && this.#loadedAt > 0 ? this.#refresh(refresh) : this.#loadAll()
    const ended = work.finally(() => {
      this.#loading = null
      this.#firstPage = null
    })
    // Readers that only waited for the first page do not see a later failure; the next visit loads again.
    ended.catch((error: unknown) => this.#forgetIfRefused(error))
    return ended
  }

  async #loadAll(): Promise<void> {
    const { load, idOf, maxRows, startsEarly = false } = this.#options
    const isFirst = this.#loadedAt === 0
    const started = performance.now()
    const rows = new Map<string, T>()
    let announce: (() => void) | null = null
    if (isFirst && startsEarly)
      this.#firstPage = new Promise((done) => {
        announce = done
      })
    const all = async () => {
      for await (const page of load()) {
        for (const row of page) rows.set(idOf(row), row)
        if (isFirst && startsEarly) this.#show(rows)
        announce?.()
        // One more than the maximum shows that there are more.
        if (rows.size > maxRows) break
      }
    }
    const loading = all()
    // A first page that fails must not leave its readers waiting.
    if (this.#firstPage) this.#firstPage = Promise.race([this.#firstPage, loading])
    await loading
    this.#finish(rows, started)
  }

  async #refresh(refresh: NonNullable<KeptListOptions<T>['refresh']>): Promise<void> {
    const started = performance.now()
    const fresh = new Map<string, T>()
    for await (const page of refresh(this.#rows)) for (const row of page) fresh.set(this.#options.idOf(row), row)
    const added = [...fresh].filter(([id]) => !this.#rows.has(id))
    const kept = [...this.#rows].map(([id, row]): [string, T] => [id, fresh.get(id) ?? row])
    this.#finish(new Map([...added, ...kept]), started)
  }

  #show(rows: Map<string, T>): void {
    this.#rows = rows
    this.#array = null
  }

  #finish(rows: Map<string, T>, started: number): void {
    for (const [id, row] of this.#changed)
      if (row === null) rows.delete(id)
      else rows.set(id, row)
    const { maxRows } = this.#options
    this.#isComplete = rows.size <= maxRows
    this.#show(this.#isComplete ? rows : new Map([...rows].slice(0, maxRows)))
    this.#loadedAt = performance.now()
    this.#loadMs = this.#loadedAt - started
  }
}
