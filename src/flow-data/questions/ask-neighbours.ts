/** Neighbours of a node along its edges, including missing ones. Linear in the edges. */
import type { Node } from '#contract/flow.ts'
import { isFault, branchLabel } from '#flow/graph/branches.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { adjacencyIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface Neighbour {
  /** Unique in its list. */
  key: string
  id: string
  /** Null if the node does not exist. */
  node: { visual: VisualKind; name: string } | null
  /** The label of the branch. */
  label: string
  /** The condition of the edge; empty if it equals the label. */
  condition: string
  fault: boolean
}

export interface Neighbours {
  /** The first ones, in the flow's order. */
  first: Neighbour[]
  count: number
}

/** `side` is the end of the edges at which the node is: "target" for its predecessors, "source" for its successors. */
export function neighboursIn(
  flow: MemoizedFlow,
  { id, side, most }: { id: string; side: 'source' | 'target'; most: number },
): Neighbours {
  const { indexOf } = adjacencyIn(flow)
  const other = side === 'source' ? 'target' : 'source'
  const nodeOf = (one: string): Node | undefined => flow.nodes[indexOf.get(one) ?? -1]
  const first: Neighbour[] = []
  let count = 0
  for (const edge of flow.edges) {
    if (edge[side] !== id) continue
    count += 1
    if (count > most) continue
    const node = nodeOf(edge[other])
    const label = branchLabel(edge, nodeOf(edge.source))
    const condition = edge.condition?.trim() ?? ''
    first.push({
      // Two edges of a file may have the same id.
      key: `${edge.id} ${count}`,
      id: edge[other],
      node: node === undefined ? null : { visual: visualKindOf(node, flow.foreignKindOf), name: node.name || node.id },
      label,
      condition: condition === label ? '' : condition,
      fault: isFault(edge.source_handle),
    })
  }
  return { first, count }
}
