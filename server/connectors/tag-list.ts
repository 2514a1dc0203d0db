/** Tags by number of flows. Pure. */

/** `tags`: those of each flow. */
export function tagList(tags: readonly (readonly string[])[]) {
  const counts = new Map<string, number>()
  for (const tag of tags.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const results = [...counts].map(([tag, count]) => ({ tag, count })).toSorted((a, b) => b.count - a.count)
  return { results, more: false }
}
