/** Which rows came in above what is seen, and were not seen yet. Pure. */

export interface RowsAbove {
  /** Ids of the rows above the first that is seen. */
  above: ReadonlySet<string>
  /** Of those, the ones that came in while one looked elsewhere. */
  fresh: ReadonlySet<string>
}

export const noRowsAbove: RowsAbove = { above: new Set(), fresh: new Set() }

/**
 * @param now ids of the rows above the first that is seen, as far as they are loaded
 * @param hasComeIn the rows were moved down to keep what is seen in its place: who is new above came in
 */
export function rowsAboveAfter(before: RowsAbove, now: readonly string[], hasComeIn: boolean): RowsAbove {
  const fresh = now.filter((id) => before.fresh.has(id) || (hasComeIn && !before.above.has(id)))
  return { above: new Set(now), fresh: new Set(fresh) }
}
