/** Ids of a node and of those that an edge joins to it. Linear. */
export function joinedTo(edges: readonly { source: string; target: string }[], id: string): Set<string> {
  const ids = new Set([id])
  for (const { source, target } of edges) {
    if (source === id) ids.add(target)
    if (target === id) ids.add(source)
  }
  return ids
}
