/** Selection of rows by id, and keys for rows. A row without an id has an empty one. Pure. */

/**
 * A unique key for each row: its id, or its index if the id is empty or a duplicate.
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
 * The selection after a click on row `index`: that row is toggled, and all rows between `from` and it get the same
 * state. Rows without an id are left out.
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
