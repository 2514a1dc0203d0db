import { localHandlingOf } from '#api/lists/local-handling.ts'
import { unverifiableFilters } from './unverifiable-filters.ts'

/** Number of rows of a list; null if the service returns no total and not all rows are loaded. */
export const knownTotal = (page: { count: number } | undefined): number | null =>
  page === undefined || localHandlingOf(page)?.hasTotal === false ? null : page.count

/**
 * Whether a filter refers to the current user. Rows cannot confirm such a filter, and only the reference service is
 * known to apply it.
 */
export const asksForMe = (query: URLSearchParams): boolean =>
  [...query.values()].some((value) => value.split(',').includes('me'))

/** Number of rows that match filters; null also if the rows cannot confirm that the service applied the filters. */
export const filteredTotal = (
  page: { count: number; results: readonly object[] } | undefined,
  filters: readonly string[],
): number | null =>
  page === undefined || unverifiableFilters(page.results, filters).length > 0 ? null : knownTotal(page)
