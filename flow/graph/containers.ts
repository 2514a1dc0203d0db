/** Nesting of nodes, as indexes into the list of nodes; -1 is the canvas. Linear, not recursive. */
import type { Node } from '#contract/flow.ts'
import { isStep } from '#flow/node-kind.ts'
import { nestingOf } from '#flow/layered/nesting.ts'

/**
 * Parents, and an order from the inside out, in which each node precedes its parent. A node whose parent is missing or
 * closes a cycle is on the canvas (-1).
 */
export function containersOf(nodes: readonly Node[]): { parent: Int32Array; order: Int32Array } {
  const indexById = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!indexById.has(id)) indexById.set(id, index)
  const parentIndexes = Int32Array.from(nodes, (node) =>
    node.parent === null ? -1 : (indexById.get(node.parent) ?? -1),
  )
  const { parent, insideOut } = nestingOf(parentIndexes)
  const order = new Int32Array(nodes.length + 1).fill(-1)
  order.set(insideOut)
  return { parent, order }
}

/** For each node, the index of the step that contains it, directly or through groups; -1 if none does. */
export function containingSteps(nodes: readonly Node[]): Int32Array {
  const { parent, order } = containersOf(nodes)
  const containing = new Int32Array(nodes.length).fill(-1)
  // From the outside in: a parent's result is known before its children need it.
  for (const at of order.toReversed()) {
    const above = at === -1 ? -1 : (parent[at] ?? -1)
    const node = nodes[above]
    if (node !== undefined) containing[at] = isStep(node) ? above : (containing[above] ?? -1)
  }
  return containing
}
