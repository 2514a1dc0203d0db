/**
 * Filtering and ordering that the console did in place of the service: shown beside the rows
 * (`parts/lists/list-note.tsx`). Pure.
 */

export interface LocalHandling {
  /** Parameters that the service ignored: "status", "search". The console filtered the rows itself. */
  parameters: readonly string[]
  /** "ignored": the service uses its own order, and not all rows are loaded to sort them. */
  ordering: 'asked' | 'ignored'
  /** Number of rows that were checked. */
  loaded: number
  /** All rows of the service are loaded. */
  isComplete: boolean
  /** There may be more rows, but the service gives no way to load them. */
  isTruncated: boolean
  /** The service gives a total, or all rows are loaded; otherwise `count` is a lower bound. */
  hasTotal: boolean
}

const isLocalHandling = (value: unknown): value is LocalHandling =>
  typeof value === 'object' && value !== null && 'loaded' in value && 'parameters' in value

/** Null if the service did everything itself. */
export const localHandlingOf = (page: object | null | undefined): LocalHandling | null =>
  page !== null && page !== undefined && 'localHandling' in page && isLocalHandling(page.localHandling)
    ? page.localHandling
    : null
