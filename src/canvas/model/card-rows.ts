/** Content of a card: its summary, a row for each branch, its parts; its size and ports. Pure; sizes in canvas pixels. */
import type { Edge, Node } from '#contract/flow.ts'
import { branchAt, branchesOf } from '#flow/graph/branches.ts'
import { attachmentWord } from '#flow/graph/connectivity.ts'
import { summaryOf } from '#flow/node-kind.ts'
import {
  cardFrame,
  cardWidth,
  hasSummary,
  headHeight,
  headPort,
  rowHeight,
  rowPort,
  summaryHeight,
  type CardPart,
  type CardShape,
} from './card-shape.ts'

/** Maximum kinds of parts with a label: more have no room side by side. */
const maxParts = 6

/** The kinds of parts of a node, given the edges from its parts, in their order; none if there are too many. */
export function cardPartsOf(attached: readonly Edge[]): CardPart[] {
  const counts = new Map<string, number>()
  for (const edge of attached) counts.set(attachmentWord(edge), (counts.get(attachmentWord(edge)) ?? 0) + 1)
  if (counts.size > maxParts) return []
  return [...counts].map(([word, count]) => ({
    word,
    label: count === 1 ? word.charAt(0).toUpperCase() + word.slice(1) : `${count} ${word.replace(/y$/, 'ie')}s`,
  }))
}

/** The shape of a node's card, given its outgoing edges and those from its parts. */
export function cardShapeOf(node: Node, outgoing: readonly Edge[], attached: readonly Edge[] = []): CardShape {
  const rows = branchesOf(node, outgoing)
  const parts = cardPartsOf(attached)
  // The expressions of a condition are shown at its branches.
  const summary = node.type === 'condition' && rows.length > 0 ? '' : summaryOf(node)
  const shape = { width: cardWidth, height: 2 * cardFrame + headHeight + rows.length * rowHeight, summary, rows, parts }
  const ofSummaryHeight = Number(hasSummary(shape)) + Number(parts.length > 0)
  return { ...shape, height: shape.height + ofSummaryHeight * summaryHeight }
}

/** Centre of the out-port of an edge, from the top of the card. */
export function portOf(shape: CardShape, edge: Pick<Edge, 'source_handle' | 'label' | 'condition'>): number {
  const at = branchAt(shape.rows, edge)
  return at === -1 ? headPort : rowPort(shape, at)
}
