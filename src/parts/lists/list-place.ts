/**
 * Position of a page in a list, and of the adjacent pages: by cursor if the service returns one, else by offset. Pure.
 */
import { nextPageStart } from '#api/query/next-page.ts'

export interface ListPlace {
  /** Opaque cursor from `next` or `previous`; null = the offset is used. */
  cursor: string | null
  /** Number of rows before the page. */
  from: number
}

export const firstPlace: ListPlace = { cursor: null, from: 0 }

interface ListPage {
  count: number
  next: string | null
  previous: string | null
  results: readonly unknown[]
}

/** The next page; null if there is none. */
export function placeAfter(page: ListPage, { from }: ListPlace): ListPlace | null {
  const end = from + page.results.length
  if (page.next === null && end >= page.count) return null
  if (page.results.length === 0) return null
  return { cursor: nextPageStart(page.next)?.cursor ?? null, from: end }
}

/**
 * The previous page; null on the first. The first page is read without a cursor, so that it contains new rows.
 * @param limit rows per page
 */
export function placeBefore(page: ListPage, { from }: ListPlace, limit: number): ListPlace | null {
  if (from === 0) return null
  if (from <= limit) return firstPlace
  return { cursor: nextPageStart(page.previous)?.cursor ?? null, from: from - limit }
}

/** Request parameters of a position. */
export const placeInput = ({ cursor, from }: ListPlace): { cursor?: string; offset?: number } =>
  cursor !== null ? { cursor } : from > 0 ? { offset: from } : {}

/** Maximum length of a cursor that the service accepts. */
const maxCursor = 2000
/** Maximum offset of a list. */
const maxFrom = 2 ** 31 - 1

/** Reads `cursor` and `from` of a URL's query; invalid values are ignored. */
export function readPlace(query: URLSearchParams): ListPlace {
  const from = Number(query.get('from') ?? 0)
  if (!Number.isSafeInteger(from) || from <= 0 || from > maxFrom) return firstPlace
  const cursor = query.get('cursor') ?? ''
  return { cursor: cursor === '' || cursor.length > maxCursor ? null : cursor, from }
}

/** Writes a position to a URL's query, unless it is the first page. */
export function writePlace(query: URLSearchParams, { cursor, from }: ListPlace): void {
  if (from === 0) return
  query.set('from', String(from))
  if (cursor !== null) query.set('cursor', cursor)
}
