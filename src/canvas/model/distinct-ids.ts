/** Unique ids for drawing: a second node with the same id gets one of its own. */
export function distinctIds(nodes: readonly { id: string }[]): string[] {
  const seen = new Set<string>()
  const taken = new Set(nodes.map((node) => node.id))
  return nodes.map(({ id }, index) => {
    let key = id
    if (seen.has(id)) for (let more = index; taken.has(key); more++) key = `${id}\u0000${more}`
    seen.add(id)
    taken.add(key)
    return key
  })
}
