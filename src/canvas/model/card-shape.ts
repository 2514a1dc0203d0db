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

/** A kind of parts of a node (`isAttachment`). */
export interface CardPart {
  /** "tool" (`attachmentWord`). */
  word: string
  /** "Tool", "4 tools". */
  label: string
}

export interface CardShape {
  width: number
  height: number
  summary: string
  rows: Branch[]
  /** From left to right; their lines end below their labels, which are the last row of the card. */
  parts: CardPart[]
}

/** Whether a card has the row of its summary, which is empty if there is no other row either. */
export const hasSummary = ({ summary, rows, parts }: CardShape): boolean =>
  summary !== '' || rows.length + parts.length === 0

/** Whether a card shows the labels of its parts; in the row of the labels is the result of a run if no other has room. */
export const showsParts = (shape: CardShape, hasRun: boolean): boolean =>
  shape.parts.length > 0 && (!hasRun || hasSummary(shape) || shape.rows.length > 0)

/** Centre of the port of a row, from the top of the card. */
export const rowPort = ({ height, rows, parts }: CardShape, index: number): number =>
  height - cardFrame - (parts.length > 0 ? summaryHeight : 0) - (rows.length - index - 0.5) * rowHeight

/** Whether a step contains others, like a loop: its card is a frame around them. */
export const isContainer = ({ kind, members }: { kind: string; members: number }): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
