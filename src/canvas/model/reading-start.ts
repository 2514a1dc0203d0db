import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { firstPart, type Entries } from '#flow/graph/parts.ts'
import { isStep } from '#flow/node-kind.ts'
import type { Edge, Node } from '#contract/flow.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** The parts of a `CanvasNode` that decide. */
interface Card {
  index: number
  node: Node
  visual: VisualKind
  box: Box
  incoming: number
}

/** Whether `a` is further left than `b`, or further up at the same x. */
const isBefore = (a: Card, b: Card): boolean => a.box.x < b.box.x || (a.box.x === b.box.x && a.box.y < b.box.y)

/**
 * The index of the first card in reading order: in the first part of the flow, the leftmost trigger or main entry, else
 * the leftmost card without incoming edges, else the leftmost; -1 = there is no card. Linear.
 */
export function readingStart(
  cards: readonly Card[],
  { edges, entries }: { edges: readonly Edge[]; entries?: Entries },
): number {
  const main = new Set(entries?.main)
  // A trigger of another product is one by its visual kind.
  const ranks = cards.map(({ node, visual, incoming }) =>
    visual.hue === 'trigger' || main.has(node.id) ? 0 : incoming === 0 ? 1 : 2,
  )
  const nodes = cards.map(({ node }) => node)
  const isFirst = firstPart(nodes, adjacencyOf(nodes, edges), (index) => ranks[index] === 0)
  let best: { card: Card; rank: number } | null = null
  for (const [index, card] of cards.entries()) {
    if (isFirst[index] === 0 || !isStep(card.node)) continue
    const rank = ranks[index] ?? 0
    if (best === null || rank < best.rank || (rank === best.rank && isBefore(card, best.card))) best = { card, rank }
  }
  return best?.card.index ?? -1
}
