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
/**
 * ms after which a list with `refresh` is loaded anew: a refresh does not see what was deleted there, or changed late.
 */
const reloadMs = 5 * 60_000
/** A refresh may take at most this share of the time, so that large lists do not load a product all the time. */
const refreshShare = 0.2

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
   * of a refresh go before the others. All rows are still loaded anew from time to time.
   */
  refresh?: (known: ReadonlyMap<string, T>) => AsyncIterable<readonly T[]>
  /** True = the first page is enough for a first visit; the others follow. */
  startsEarly?: boolean
  /** Maximum rows that are kept; loading ends there. */
  maxRows: number
}

/**
 * ms for which kept rows are shown although the product fails: a restart of it passes unseen, but nobody takes old rows
 * for the present.
 */
const outageMs = 60_000

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
  /** Time and ms of the last load of all rows. */
  #allLoadedAt = 0
  #allLoadMs = 0
  #loading: Promise<void> | null = null
  /** Why the last load failed; null if it did not. */
  #failure: Error | null = null
  #firstPage: Promise<void> | null = null
  /** Rows that were written or removed while a load was going on, which may not have seen them. */
  #changed = new Map<string, T | null>()

  constructor(options: KeptListOptions<T>) {
    this.#options = options
  }

  /** The rows. Rejects if the product fails and nothing was loaded, or not for long. */
  async read(): Promise<KeptRows<T>> {
    if (this.#loadedAt === 0) {
      this.#loading ??= this.#begin()
      await (this.#firstPage ?? this.#loading)
      // A short list is complete on the first visit.
      if (this.#loading !== null) await Promise.race([this.#loading.catch(() => undefined), wait(patienceMs)])
    } else if (this.#isStale()) {
      this.#loading ??= this.#begin()
      await Promise.race([this.#loading.catch(() => undefined), wait(patienceMs)])
      if (this.#loadedAt === 0) return this.read()
      if (this.#failure !== null && performance.now() - this.#loadedAt > outageMs) throw this.#failure
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

  /** Removes the rows that went with another object. */
  removeAll(isGone: (row: T) => boolean): void {
    for (const [id, row] of this.#rows) if (isGone(row)) this.remove(id)
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

  /** Whether a refresh is not enough. */
  #needsAll(): boolean {
    const age = performance.now() - this.#allLoadedAt
    return this.#loadedAt === 0 || age > Math.max(reloadMs, this.#allLoadMs / refreshShare)
  }

  #begin(): Promise<void> {
    const { refresh } = this.#options
    this.#changed = new Map()
    const work = refresh && !this.#needsAll() ? this.#refresh(refresh) : this.#loadAll()
    const ended = work.finally(() => {
      this.#loading = null
      this.#firstPage = null
    })
    // Readers that only waited for the first page do not see a later failure; the next visit loads again.
    ended.catch((error: unknown) => {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      this.#forgetIfRefused(error)
    })
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
        if (isFirst && startsEarly) this.#show(this.#withChanges(rows))
        announce?.()
        // One more than the maximum shows that there are more.
        if (rows.size > maxRows) break
      }
    }
    const loading = all()
    // A first page that fails must not leave its readers waiting.
    if (this.#firstPage) this.#firstPage = Promise.race([this.#firstPage, loading])
    await loading
    this.#finish(rows, started, rows.size <= maxRows)
    this.#allLoadedAt = this.#loadedAt
    this.#allLoadMs = this.#loadMs
  }

  async #refresh(refresh: NonNullable<KeptListOptions<T>['refresh']>): Promise<void> {
    const started = performance.now()
    const fresh = new Map<string, T>()
    for await (const page of refresh(this.#rows)) for (const row of page) fresh.set(this.#options.idOf(row), row)
    const added = [...fresh].filter(([id]) => !this.#rows.has(id))
    const kept = [...this.#rows].map(([id, row]): [string, T] => [id, fresh.get(id) ?? row])
    // What is beyond the maximum was never seen, and a refresh does not see it either.
    this.#finish(new Map([...added, ...kept]), started, this.#isComplete)
  }

  /** The rows with what was written or removed since the load began. */
  #withChanges(rows: Map<string, T>): Map<string, T> {
    for (const [id, row] of this.#changed)
      if (row === null) rows.delete(id)
      else rows.set(id, row)
    return rows
  }

  #show(rows: Map<string, T>): void {
    this.#rows = rows
    this.#array = null
  }

  #finish(rows: Map<string, T>, started: number, hasAll: boolean): void {
    this.#withChanges(rows)
    const { maxRows } = this.#options
    this.#isComplete = hasAll && rows.size <= maxRows
    this.#show(rows.size <= maxRows ? rows : new Map([...rows].slice(0, maxRows)))
    this.#failure = null
    this.#loadedAt = performance.now()
    this.#loadMs = this.#loadedAt - started
  }
}
