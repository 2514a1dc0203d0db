/** A page of the console, independent of the pages of the service. Pure. */
import type { LocalHandling } from './local-handling.ts'
import type { ListQuery } from '#contract/rows/list-query.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'

export interface ListPage {
  count: number
  count_is?: 'about'
  next: string | null
  previous: string | null
  results: readonly FilterableRow[]
  localHandling?: LocalHandling
}

/** Value for a list that the service filtered and sorted itself. */
export const handledByService: LocalHandling = {
  parameters: [],
  ordering: 'asked',
  loaded: 0,
  isComplete: false,
  isTruncated: false,
  hasTotal: true,
}

/** A page of the console, which is always paged by offset. */
export function listPageOf(
  query: ListQuery,
  results: readonly FilterableRow[],
  count: number,
  isMore: boolean,
  localHandling: LocalHandling,
): ListPage {
  const isNotable =
    localHandling.parameters.length > 0 ||
    localHandling.ordering !== 'asked' ||
    localHandling.isTruncated ||
    !localHandling.hasTotal
  return {
    count,
    next: isMore ? `?offset=${query.offset + results.length}` : null,
    previous: null,
    results,
    ...(isNotable ? { localHandling } : {}),
  }
}
