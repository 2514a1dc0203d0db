/** New rows above the visible ones that were not seen yet. Pure. */

export interface RowsAbove {
  /** Ids of the rows above the first visible one. */
  above: ReadonlySet<string>
  /** Of those, the ones that arrived while the user looked elsewhere. */
  fresh: ReadonlySet<string>
}

export const noRowsAbove: RowsAbove = { above: new Set(), fresh: new Set() }

/**
 * @param now ids of the loaded rows above the first visible one
 * @param hasComeIn the scroll position was adjusted for inserted rows: new ids above are new rows
 */
export function rowsAboveAfter(before: RowsAbove, now: readonly string[], hasComeIn: boolean): RowsAbove {
  const fresh = now.filter((id) => before.fresh.has(id) || (hasComeIn && !before.above.has(id)))
  return { above: new Set(now), fresh: new Set(fresh) }
}
