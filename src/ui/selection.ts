/** What is selected after a press on row `index`: that row turns, and all rows from `from` up to it follow what it became. Pure. */
export function pickRange(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  from: number,
  index: number,
): ReadonlySet<string> {
  const pressed = ids[index]
  if (pressed === undefined) return selected
  const next = new Set(selected)
  const adds = !selected.has(pressed)
  const [low, high] = from < index ? [from, index] : [index, from]
  for (const id of ids.slice(low, high + 1)) {
    if (adds) next.add(id)
    else next.delete(id)
  }
  return next
}
