/** How a list is paged, as learnt from responses, and the request for a given row. Pure. */
import type { ListInfo } from './opened-list.ts'

/** Parameters of a request. */
export type Params = Readonly<Record<string, string | number>>

/** A request, and the index of the first row of its response. */
export interface PageRequest {
  params: Params
  start: number
  /** Number of rows requested. */
  limit: number
}

/** The paging is the same for all filters and orders of a list; cursors are stored separately for each. */
export class ListPaging {
  /** Null until a response shows it. */
  #style: 'offset' | 'page' | 'cursor' | null = null
  /** The style was found by trial requests: the responses themselves do not show it. */
  #isAssumed = false
  /** Rows per page, if the service ignores the requested number. */
  #fixed: number | null = null
  /** Name of the page number ("page", "pageNumber"). */
  #pageName = 'page'
  #offsetName = 'offset'
  /** Number of the first page: some services count from 0. */
  #firstPage = 1
  /** Parameters for the start of each page, as given by the service, by list and row index. */
  readonly #places = new Map<string, Map<number, Params>>()

  /**
   * The request for the row at an index. The response may begin earlier: with cursors, the caller continues from there.
   */
  requestFor(of: string, at: number, limit: number): PageRequest {
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

  /** Learns from a response; true = it is the last page. */
  learn(of: string, { start, limit }: PageRequest, info: ListInfo, rows: number): boolean {
    const { total, paging } = info
    const { style, next, pageSize } = paging
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

  #learnPlace(of: string, at: number, next: Params, style: ListInfo['paging']['style']): void {
    const [name = '', value] = Object.entries(next)[0] ?? []
    if (style === 'offset') this.#offsetName = name
    if (style === 'page') {
      this.#pageName = name
      // The first `next` names the second page, whose number is one higher than that of the first.
      if (this.#places.get(of) === undefined && Number(value) <= 2) this.#firstPage = Number(value) - 1
    }
    const starts = this.#places.get(of) ?? new Map<number, Params>()
    starts.set(at, next)
    this.#places.set(of, starts)
  }

  /** Adopts a style that was found by trial requests. */
  assume(style: 'offset' | 'page', size: number, requested: number): void {
    this.#style = style
    this.#isAssumed = true
    this.#fixed = size === requested ? null : size
  }

  /** Text for the compatibility report; '' = unknown. */
  get description(): string {
    const texts = { offset: 'Paged by offset', page: 'Paged by page number', cursor: 'Paged by cursor' }
    if (this.#style === null) return ''
    const size = this.#fixed === null ? '' : `, ${this.#fixed} rows at a time`
    return `${texts[this.#style]}${size}${this.#isAssumed ? ', detected automatically' : ''}.`
  }

  /** Drops the known starts of pages, which are no longer valid after a change of the list. */
  forget(): void {
    this.#places.clear()
  }
}
