import { localHandlingOf } from '#api/lists/local-handling.ts'
import { unverifiableFilters } from './unverifiable-filters.ts'

/** How many rows a list has; null where neither the service says so nor all of them are here. */
export const knownTotal = (page: { count: number } | undefined): number | null =>
  page === undefined || localHandlingOf(page)?.hasTotal === false ? null : page.count

/** Whether rows are asked for by who asks: rows do not say who that is, and only the reference service is known to heed it. */
export const asksForMe = (query: URLSearchParams): boolean =>
  [...query.values()].some((value) => value.split(',').includes('me'))

/** How many rows match filters; null also where the rows do not say whether they do: the service may have passed over them. */
export const filteredTotal = (
  page: { count: number; results: readonly object[] } | undefined,
  filters: readonly string[],
): number | null =>
  page === undefined || unverifiableFilters(page.results, filters).length > 0 ? null : knownTotal(page)
