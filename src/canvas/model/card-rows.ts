/**
 * Content of a card: its summary, a row for each branch, its ports, its size, whether it is a frame. Pure; sizes in canvas
 * pixels.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { branchAt, branchesOf, type Branch } from '#flow/graph/branches.ts'
import { summaryOf } from '#flow/node-kind.ts'

/** Sizes of a card (docs/design.md, "Canvas"), including the frame of 1 px. */
export const cardWidth = 216
const frame = 1
const headHeight = 44
const summaryHeight = 26
const rowHeight = 24
/** Centre of the ports beside the head, from the top of the card. */
export const headPort = 23

export interface CardShape {
  width: number
  height: number
  summary: string
  rows: Branch[]
}

/** The shape of a node's card, given its outgoing edges. */
export function cardShapeOf(node: Node, outgoing: readonly Edge[]): CardShape {
  const rows = branchesOf(node, outgoing)
  // The expressions of a condition are shown at its branches.
  const summary = node.type === 'condition' && rows.length > 0 ? '' : summaryOf(node)
  const hasSummary = summary !== '' || rows.length === 0
  const height = 2 * frame + headHeight + (hasSummary ? summaryHeight : 0) + rows.length * rowHeight
  return { width: cardWidth, height, summary, rows }
}

/** Centre of the out-port of an edge, from the top of the card. */
export function portOf(shape: CardShape, edge: Pick<Edge, 'source_handle' | 'label' | 'condition'>): number {
  const at = branchAt(shape.rows, edge)
  return at === -1 ? headPort : rowPort(shape, at)
}

/** Centre of the port of a row, from the top of the card. */
export const rowPort = (shape: CardShape, index: number): number =>
  shape.height - frame - (shape.rows.length - index - 0.5) * rowHeight

/** Whether a step contains others, like a loop: its card is a frame around them. */
export const isContainer = ({ kind, members }: { kind: string; members: number }): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
