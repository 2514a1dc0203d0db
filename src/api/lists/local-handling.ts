/** What the console did with a list that the service did not do: said beside its rows (`parts/lists/list-note.tsx`). Pure. */

export interface LocalHandling {
  /** Parameters that the service did not heed: "status", "search". The console chose the rows by them itself. */
  parameters: readonly string[]
  /** "unheeded": the service keeps an order of its own, and not all rows are here to put them in another one. */
  ordering: 'asked' | 'unheeded'
  /** Rows that were looked through. */
  loaded: number
  /** These are all rows that the service has. */
  isWhole: boolean
  /** There may be more, and the service names no way to them. */
  isCut: boolean
  /** The service says how many there are, or all are here; otherwise `count` is what is known so far. */
  hasTotal: boolean
}

const isHere = (value: unknown): value is LocalHandling =>
  typeof value === 'object' && value !== null && 'loaded' in value && 'parameters' in value

/** Null where the service did everything itself. */
export const localHandlingOf = (page: object | null | undefined): LocalHandling | null =>
  page !== null && page !== undefined && 'here' in page && isHere(page.here) ? page.here : null
