/** Reads the URL parameters that all lists have. Invalid values are ignored. Pure. */
import { requestedText } from '#lib/text/text.ts'
import { knownTotal } from './known-total.ts'

/** Maximum length of a search that the service accepts. */
const maxSearch = 500
/** Maximum length of an id. */
const maxId = 200
/** Page numbers are less than this. */
const maxPage = 1_000_000

export const readSearch = (query: URLSearchParams): string => requestedText(query.get('search'), maxSearch)

/** The page number, from 1. `name`: the parameter, for a second list on a page. */
export function readPageNumber(query: URLSearchParams, name = 'page'): number {
  const page = Number(query.get(name) ?? 1)
  return Number.isSafeInteger(page) && page > 0 && page < maxPage ? page : 1
}

/** The id in a parameter, such as that of the open object; null = none. */
export function readId(query: URLSearchParams, name: string): string | null {
  const id = query.get(name) ?? ''
  return id === '' || id.length > maxId || requestedText(id, maxId) !== id ? null : id
}

/** The order: one of the fields, with a leading minus for descending order; `usual` if it is invalid. */
export function readOrdering(query: URLSearchParams, fields: readonly string[], usual: string): string {
  const ordering = query.get('ordering') ?? ''
  return fields.includes(ordering.replace(/^-/, '')) ? ordering : usual
}

/** Request parameters of a page number. */
export const pageInput = (page: number, size: number): { limit: number; offset?: number } => ({
  limit: size,
  ...(page > 1 ? { offset: (page - 1) * size } : {}),
})

/** Props of the pager, and the numbers of the adjacent pages; null = there is none. */
export function numberedPage(
  list: { count: number; count_is?: 'about' | undefined; next: string | null; results: readonly unknown[] },
  { page, size }: { page: number; size: number },
) {
  const from = (page - 1) * size
  const rows = list.results.length
  const isLowerBound = knownTotal(list) === null
  return {
    pagerProps: { from, rows, count: list.count, isEstimate: list.count_is === 'about', isLowerBound },
    previous: page > 1 ? page - 1 : null,
    next: list.next !== null || from + rows < list.count ? page + 1 : null,
  }
}
