/** Who lies inside of whom, as numbers: places in the list of nodes, -1 for the canvas. Linear and without recursion. */
import type { Node } from '#contract/flow.ts'
import { isStep } from '#flow/node-kind.ts'
import { nestingOf } from '#flow/layered/nesting.ts'

/** Containers from the inside out: each comes before its parent. A parent that is missing or closes a circle is the canvas (-1). */
export function containersOf(nodes: readonly Node[]): { parent: Int32Array; order: Int32Array } {
  const place = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!place.has(id)) place.set(id, index)
  const given = Int32Array.from(nodes, (node) => (node.parent === null ? -1 : (place.get(node.parent) ?? -1)))
  const { parent, insideOut } = nestingOf(given)
  const order = new Int32Array(nodes.length + 1).fill(-1)
  order.set(insideOut)
  return { parent, order }
}

/** For each node the step in which it lies, by way of groups, as a place in the list; -1 where it lies in none. */
export function holdersOf(nodes: readonly Node[]): Int32Array {
  const { parent, order } = containersOf(nodes)
  const holder = new Int32Array(nodes.length).fill(-1)
  // Outside in: a parent's own holder is known before its children ask for it.
  for (const at of order.toReversed()) {
    const above = at === -1 ? -1 : (parent[at] ?? -1)
    const node = nodes[above]
    if (node !== undefined) holder[at] = isStep(node) ? above : (holder[above] ?? -1)
  }
  return holder
}
