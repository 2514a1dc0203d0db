/** Reading order of the nodes: from the triggers along the edges, branch by branch. Linear, not recursive. */
import type { Node } from '#contract/flow.ts'
import type { Adjacency } from './adjacency.ts'
import { isStep } from '#flow/node-kind.ts'
import { firstPart } from './parts.ts'

/**
 * Start nodes in order, those of the first part before the others: main entries, nodes without incoming edges, the rest
 * (cycles), then groups and notes.
 */
function begins(nodes: readonly Node[], adjacency: Adjacency, isMainEntry: (node: Node) => boolean): number[] {
  const { inStart } = adjacency
  const isMain = nodes.map(isMainEntry)
  const isFirst = firstPart(nodes, adjacency, (index) => isMain[index] === true)
  const rank = (node: Node, index: number) => {
    if (!isStep(node)) return 6
    const rankInPart = isMain[index] === true ? 0 : inStart[index] === inStart[index + 1] ? 1 : 2
    return isFirst[index] === 1 ? rankInPart : 3 + rankInPart
  }
  const ranks: number[][] = Array.from({ length: 7 }, () => [])
  for (const [index, node] of nodes.entries()) ranks[rank(node, index)]?.push(index)
  return ranks.flat()
}

/** Indexes of all nodes in reading order: depth first, edges in the order of the flow. */
export function readingOrder(
  nodes: readonly Node[],
  adjacency: Adjacency,
  isMainEntry: (node: Node) => boolean,
): number[] {
  const { outStart, outEdges, to } = adjacency
  const visited = new Uint8Array(nodes.length)
  const order: number[] = []
  const open: number[] = []
  for (const start of begins(nodes, adjacency, isMainEntry)) {
    open.push(start)
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      if (visited[here] === 1) continue
      visited[here] = 1
      order.push(here)
      // The first branch is pushed last, so that it is read first.
      for (let at = (outStart[here + 1] ?? 0) - 1; at >= (outStart[here] ?? 0); at -= 1) {
        const next = to[outEdges[at] ?? 0] ?? 0
        if (visited[next] === 0) open.push(next)
      }
    }
  }
  return order
}
