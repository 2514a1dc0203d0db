/**
 * Sizes and ports of a card, and whether it is a frame. Without its content (card-rows.ts), which the page does not need.
 * Pure; sizes in canvas pixels.
 */
import type { Branch } from '#flow/graph/branches.ts'

/** Sizes of a card (docs/design.md, "Canvas"), including the frame of 1 px. */
export const cardWidth = 216
export const cardFrame = 1
export const headHeight = 44
export const summaryHeight = 26
export const rowHeight = 24
/** Centre of the ports beside the head, from the top of the card. */
export const headPort = 23

export interface CardShape {
  width: number
  height: number
  summary: string
  rows: Branch[]
}

/** Centre of the port of a row, from the top of the card. */
export const rowPort = (shape: CardShape, index: number): number =>
  shape.height - cardFrame - (shape.rows.length - index - 0.5) * rowHeight

/** Whether a step contains others, like a loop: its card is a frame around them. */
export const isContainer = ({ kind, members }: { kind: string; members: number }): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
