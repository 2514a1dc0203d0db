/** How a service gives a long list in pieces, learnt from its answers, and what to ask for a place in it. Pure. */
import type { ListFacts } from './opened-list.ts'

/** Parameters of a request. */
export type Params = Readonly<Record<string, string | number>>

/** What is asked for, and the row with which the answer begins. */
export interface PageRequest {
  params: Params
  start: number
  /** Rows that are asked for. */
  limit: number
}

/** One for all filters and orders of a list, but for cursors: those belong to one of them. */
export class ListPaging {
  /** Null until an answer has shown it. */
  #style: 'offset' | 'page' | 'cursor' | null = null
  /** It was tried out: the answers themselves say nothing. */
  #isAssumed = false
  /** Rows of a page where the service does not give as many as one asks for. */
  #fixed: number | null = null
  /** Under which name it counts pages ("page", "pageNumber"). */
  #pageName = 'page'
  #offsetName = 'offset'
  /** Number of the first page: some count from 0. */
  #firstPage = 1
  /** Where pieces begin, as the service named it. */
  readonly #places = new Map<string, Map<number, Params>>()

  /** What to ask for the row at a place. The answer may begin earlier: by cursors one goes on from there. */
  ask(of: string, at: number, limit: number): PageRequest {
    const size = this.#fixed ?? limit
    if (this.#style === 'page') {
      const page = Math.floor(at / size)
      const params = page === 0 ? {} : { [this.#pageName]: page + this.#firstPage }
      return { params: { limit: size, page_size: size, ...params }, start: page * size, limit: size }
    }
    if (at === 0) return { params: { limit }, start: 0, limit }
    if (this.#style !== 'cursor') return { params: { limit, [this.#offsetName]: at }, start: at, limit }
    const known = this.#places.get(of) ?? new Map<number, Params>()
    const start = Math.max(0, ...[...known.keys()].filter((place) => place <= at))
    return { params: { limit, ...known.get(start) }, start, limit }
  }

  /** Learns from the answer to what was asked; true = there is no more behind it. */
  learn(of: string, { start, limit }: PageRequest, facts: ListFacts, rows: number): boolean {
    const { total, place } = facts
    const { style, next, pageSize } = place
    if (style !== 'none') {
      this.#style = style
      this.#isAssumed = false
    }
    if (next !== null) this.#learnPlace(of, start + rows, next, style)
    if (style === 'page' && start === 0 && next !== null) {
      const size = pageSize ?? rows
      if (size !== limit) this.#fixed = size
    }
    if (next !== null) return rows === 0
    if (total !== null && style === 'none') return start + rows >= total
    return !this.#isAssumed || rows < (this.#fixed ?? limit)
  }

  #learnPlace(of: string, at: number, next: Params, style: ListFacts['place']['style']): void {
    const [name = '', value] = Object.entries(next)[0] ?? []
    if (style === 'offset') this.#offsetName = name
    if (style === 'page') {
      this.#pageName = name
      // The second page is the one after the first.
      if (this.#places.get(of) === undefined && Number(value) <= 2) this.#firstPage = Number(value) - 1
    }
    const places = this.#places.get(of) ?? new Map<number, Params>()
    places.set(at, next)
    this.#places.set(of, places)
  }

  /** Takes a way for granted that was tried out. */
  assume(style: 'offset' | 'page', size: number, asked: number): void {
    this.#style = style
    this.#isAssumed = true
    this.#fixed = size === asked ? null : size
  }

  /** For the compatibility report; '' = no answer has shown it. */
  get words(): string {
    const ways = { offset: 'Paged by offset', page: 'Paged by page number', cursor: 'Paged by cursor' }
    if (this.#style === null) return ''
    const size = this.#fixed === null ? '' : `, ${this.#fixed} rows at a time`
    return `${ways[this.#style]}${size}${this.#isAssumed ? ', detected automatically' : ''}.`
  }

  /** The list is another one now: cursors of before lead nowhere. */
  forget(): void {
    this.#places.clear()
  }
}
