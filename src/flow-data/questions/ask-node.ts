/** A node with everything that its panel shows, so that no part of the panel appears later. */
import type { Finding, Node } from '#contract/flow.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { readingOrder } from '#flow/graph/reading-order.ts'
import { neighboursIn, type Neighbours } from './ask-neighbours.ts'
import { mainEntryTest } from '#flow-data/model/main-entry.ts'
import { adjacencyIn, memoized, nodeIndexIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface NodeAnswer {
  node: Node
  visual: VisualKind
  /** The group of the node; null if it has none, or one that does not exist. */
  group: { id: string; name: string } | null
  /** Ids of the previous and next node in reading order. */
  before: string | null
  after: string | null
  problems: { first: Finding[]; count: number }
  comesFrom: Neighbours
  goesTo: Neighbours
}

/** Indexes in reading order, and the position of each index in it. */
const reading = memoized((flow) => {
  const order = Uint32Array.from(readingOrder(flow.nodes, adjacencyIn(flow), mainEntryTest(flow)))
  const at = new Uint32Array(order.length)
  for (const [index, nodeIndex] of order.entries()) at[nodeIndex] = index
  return { order, at }
})

/** Findings by node id. */
const findings = memoized(({ validation }) => {
  const byNode = new Map<string, Finding[]>()
  for (const finding of validation) {
    if (finding.node_id === undefined) continue
    const list = byNode.get(finding.node_id)
    if (list === undefined) byNode.set(finding.node_id, [finding])
    else list.push(finding)
  }
  return byNode
})

/** Null if there is no node with this id; of several the first. `most` = maximum problems, and neighbours per side. */
export function nodeIn(
  flow: MemoizedFlow,
  { id, most }: { id: string; most: { problems: number; neighbours: number } },
): NodeAnswer | null {
  const nodeIndex = nodeIndexIn(flow, { id })
  const node = nodeIndex === null ? undefined : flow.nodes[nodeIndex]
  if (nodeIndex === null || node === undefined) return null
  const { order, at } = reading(flow)
  const idAt = (index: number): string | null => flow.nodes[order[index] ?? -1]?.id ?? null
  const position = at[nodeIndex] ?? 0
  const groupIndex = node.parent === null ? null : nodeIndexIn(flow, { id: node.parent })
  const group = groupIndex === null ? undefined : flow.nodes[groupIndex]
  const problems = findings(flow).get(id) ?? []
  return {
    node,
    visual: visualKindOf(node, flow.foreignKindOf),
    group: group === undefined ? null : { id: group.id, name: group.name || group.id },
    before: idAt(position - 1),
    after: idAt(position + 1),
    problems: { first: problems.slice(0, most.problems), count: problems.length },
    comesFrom: neighboursIn(flow, { id, side: 'target', most: most.neighbours }),
    goesTo: neighboursIn(flow, { id, side: 'source', most: most.neighbours }),
  }
}
