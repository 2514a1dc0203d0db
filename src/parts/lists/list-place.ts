/** Where a page of a list begins, and the pages beside it: by cursor where the service gives one, else by counting. Pure. */
import { placeOfNext } from '#api/query/next-page.ts'

export interface ListPlace {
  /** Opaque, from `next` or `previous`; null = by counting. */
  cursor: string | null
  /** Rows before the first one. */
  from: number
}

export const firstPlace: ListPlace = { cursor: null, from: 0 }

interface ListPage {
  count: number
  next: string | null
  previous: string | null
  results: readonly unknown[]
}

/** The page after this one; null where there is none. */
export function placeAfter(page: ListPage, { from }: ListPlace): ListPlace | null {
  const end = from + page.results.length
  if (page.next === null && end >= page.count) return null
  if (page.results.length === 0) return null
  return { cursor: placeOfNext(page.next)?.cursor ?? null, from: end }
}

/**
 * The page before this one; null on the first. The first page is read without a cursor, so that rows that came in
 * since stand on it.
 * @param limit rows of a page
 */
export function placeBefore(page: ListPage, { from }: ListPlace, limit: number): ListPlace | null {
  if (from === 0) return null
  if (from <= limit) return firstPlace
  return { cursor: placeOfNext(page.previous)?.cursor ?? null, from: from - limit }
}

/** The place as parameters of the service. */
export const placeInput = ({ cursor, from }: ListPlace): { cursor?: string; offset?: number } =>
  cursor !== null ? { cursor } : from > 0 ? { offset: from } : {}

/** Cursors are longer than anything a person types; this is what the service takes. */
const maxCursor = 2000
/** Rows that a list counts in. */
const maxFrom = 2 ** 31 - 1

/** Reads `cursor` and `from` of a URL's query; nonsense counts as not given. */
export function readPlace(query: URLSearchParams): ListPlace {
  const from = Number(query.get('from') ?? 0)
  if (!Number.isSafeInteger(from) || from <= 0 || from > maxFrom) return firstPlace
  const cursor = query.get('cursor') ?? ''
  return { cursor: cursor === '' || cursor.length > maxCursor ? null : cursor, from }
}

/** Writes a place into a URL's query; the first page is left out. */
export function writePlace(query: URLSearchParams, { cursor, from }: ListPlace): void {
  if (from === 0) return
  query.set('from', String(from))
  if (cursor !== null) query.set('cursor', cursor)
}
