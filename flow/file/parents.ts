/** Makes sure that parents exist and that nobody is inside of itself. */
import type { Node } from '#contract/flow.ts'

/** Takes away each parent that is missing or that closes a circle, in place; linear. Returns what was done. */
export function repairParents(nodes: Node[]): { id: string; message: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const done = new Set<string>()
  const mended: { id: string; message: string }[] = []
  for (const start of nodes) {
    const way = new Set<string>()
    for (let node: Node | undefined = start; node && !done.has(node.id);) {
      way.add(node.id)
      const parent: Node | undefined = node.parent === null ? undefined : byId.get(node.parent)
      if (node.parent !== null && (!parent || way.has(parent.id))) {
        mended.push({
          id: node.id,
          message: parent ? 'The node was inside itself.' : 'The group of the node is missing.',
        })
        node.parent = null
        break
      }
      node = parent
    }
    for (const id of way) done.add(id)
  }
  return mended
}
