/** Common URL parameters of lists. Invalid values are ignored. Pure. */
import { askedText } from '#lib/text/text.ts'
import { knownTotal } from './known-total.ts'

/** Maximum length of a search that the service accepts. */
const maxSearch = 500
/** Maximum length of an id. */
const maxId = 200
/** Maximum page number. */
const maxPage = 1_000_000

export const readSearch = (query: URLSearchParams): string => askedText(query.get('search'), maxSearch)

/** The number of a page, from 1; `name` if the page has a second list. */
export function readPageNumber(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name) ?? 1)
  return Number.isSafeInteger(page) && page > 0 && page < maxPage ? page : 1
}

/** The id of the object that is open beside the list; null = none. */
export function readId(query: URLSearchParams, name: string): string | null {
  const id = query.get(name) ?? ''
  return id === '' || id.length > maxId || askedText(id, maxId) !== id ? null : id
}

/** One of the fields, or one with a minus for the other direction. */
export function readOrdering(query: URLSearchParams, fields: readonly string[], usual: string): string {
  const ordering = query.get('ordering') ?? ''
  return fields.includes(ordering.replace(/^-/, '')) ? ordering : usual
}

/** A page by number, as parameters of the request. */
export const pageInput = (page: number, size: number): { limit: number; offset?: number } => ({
  limit: size,
  ...(page > 1 ? { offset: (page - 1) * size } : {}),
})

/** The pager for pages by number, and the numbers of the adjacent pages; null = there is none. */
export function numberedPage(
  list: { count: number; count_is?: 'about' | undefined; next: string | null; results: readonly unknown[] },
  { page, size }: { page: number; size: number },
) {
  const from = (page - 1) * size
  const rows = list.results.length
  const isOpen = knownTotal(list) === null
  return {
    shown: { from, rows, count: list.count, about: list.count_is === 'about', isOpen },
    previous: page > 1 ? page - 1 : null,
    next: list.next !== null || from + rows < list.count ? page + 1 : null,
  }
}
