/** Content of a card: its summary, a row for each branch; its size and ports. Pure; sizes in canvas pixels. */
import type { Edge, Node } from '#contract/flow.ts'
import { branchAt, branchesOf } from '#flow/graph/branches.ts'
import { summaryOf } from '#flow/node-kind.ts'
import {
  cardFrame,
  cardWidth,
  headHeight,
  headPort,
  rowHeight,
  rowPort,
  summaryHeight,
  type CardShape,
} from './card-shape.ts'

/** The shape of a node's card, given its outgoing edges. */
export function cardShapeOf(node: Node, outgoing: readonly Edge[]): CardShape {
  const rows = branchesOf(node, outgoing)
  // The expressions of a condition are shown at its branches.
  const summary = node.type === 'condition' && rows.length > 0 ? '' : summaryOf(node)
  const hasSummary = summary !== '' || rows.length === 0
  const height = 2 * cardFrame + headHeight + (hasSummary ? summaryHeight : 0) + rows.length * rowHeight
  return { width: cardWidth, height, summary, rows }
}

/** Centre of the out-port of an edge, from the top of the card. */
export function portOf(shape: CardShape, edge: Pick<Edge, 'source_handle' | 'label' | 'condition'>): number {
  const at = branchAt(shape.rows, edge)
  return at === -1 ? headPort : rowPort(shape, at)
}
