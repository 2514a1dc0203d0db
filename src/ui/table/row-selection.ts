/** Rows by their ids: which are selected, and a key for each. An empty id is that of a row that has none. Pure. */

/**
 * A key for each row, no two alike: its id, and where that is empty or was there before, its place.
 * @param places of the rows in the whole list; absent = these rows are all
 */
export function distinctKeys(ids: readonly string[], places?: readonly number[]): string[] {
  const seen = new Set([''])
  return ids.map((id, index) => {
    if (seen.has(id)) return `\u0000${places?.[index] ?? index}`
    seen.add(id)
    return id
  })
}

/**
 * What is selected after a press on row `index`: that row turns, and all rows from `from` up to it follow what it became. Rows
 * without an id are left out.
 */
export function pickRange(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  index: number,
): ReadonlySet<string> {
  const pressed = ids[index]
  if (pressed === undefined || pressed === '') return selected
  const next = new Set(selected)
  const adds = !selected.has(pressed)
  const [low, high] = from < index ? [from, index] : [index, from]
  for (const id of ids.slice(low, high + 1)) {
    if (id === '') continue
    if (adds) next.add(id)
    else next.delete(id)
  }
  return next
}
