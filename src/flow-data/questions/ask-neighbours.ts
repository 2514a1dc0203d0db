/** What stands at the other ends of a node's edges, also where nothing stands there. Linear in the edges. */
import type { Node } from '#contract/flow.ts'
import { branchWord } from '#flow/graph/branch-word.ts'
import { isFault } from '#flow/graph/branches.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import { adjacencyIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface Neighbour {
  /** Distinct in its list. */
  key: string
  id: string
  /** Null where nothing stands there. */
  node: { kind: NodeKind; name: string } | null
  /** The word at the branch. */
  label: string
  /** What has to hold for this edge. */
  condition: string
  fault: boolean
}

export interface Neighbours {
  /** The first of them, in the order of the flow. */
  first: Neighbour[]
  count: number
}

/** `side` is the end of the edges at which the node is: "target" asks what leads to it, "source" what follows it. */
export function neighboursIn(
  held: MemoizedFlow,
  { id, side, most }: { id: string; side: 'source' | 'target'; most: number },
): Neighbours {
  const { indexOf } = adjacencyIn(held)
  const other = side === 'source' ? 'target' : 'source'
  const nodeOf = (one: string): Node | undefined => held.nodes[indexOf.get(one) ?? -1]
  const first: Neighbour[] = []
  let count = 0
  for (const edge of held.edges) {
    if (edge[side] !== id) continue
    count += 1
    if (count > most) continue
    const node = nodeOf(edge[other])
    const label = branchWord(edge, nodeOf(edge.source))
    const condition = edge.condition?.trim() ?? ''
    first.push({
      // A file may give two edges one id.
      key: `${edge.id} ${count}`,
      id: edge[other],
      node: node === undefined ? null : { kind: kindOf(node.type), name: node.name || node.id },
      label,
      // Where it is the label it is said already.
      condition: condition === label ? '' : condition,
      fault: isFault(edge.source_handle),
    })
  }
  return { first, count }
}
