/** Repairs parents: removes missing ones and cycles. */
import type { Node } from '#contract/flow.ts'

/** Removes each parent that is missing or closes a cycle, in place; linear. Returns the repairs. */
export function repairParents(nodes: Node[]): { id: string; message: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const done = new Set<string>()
  const repairs: { id: string; message: string }[] = []
  for (const start of nodes) {
    const path = new Set<string>()
    for (let node: Node | undefined = start; node && !done.has(node.id);) {
      path.add(node.id)
      const parent: Node | undefined = node.parent === null ? undefined : byId.get(node.parent)
      if (node.parent !== null && (!parent || path.has(parent.id))) {
        repairs.push({
          id: node.id,
          message: parent
            ? 'The node was inside itself, so it was moved out of its group.'
            : 'The group of the node is missing, so the node is in no group now.',
        })
        node.parent = null
        break
      }
      node = parent
    }
    for (const id of path) done.add(id)
  }
  return repairs
}
