/** Rows of an outline: their content, the visible ones, and movement between them. Pure; linear. */
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { lastUpTo } from '#lib/binary-search.ts'
import type { NodeProblem } from '#flow/health/findings.ts'

/** Content of a row in the form that is sent to the page. */
export interface OutlineRowData {
  text: string
  /** The id of the node that the row shows or refers to; null if it has none. */
  id: string | null
  /** The index of the first node with this id. */
  nodeIndex: number | null
  /** For a row that shows a node; null for all others. */
  node: { visual: VisualKind; disabled: boolean; problem: NodeProblem | null } | null
}

/** Number of rows whose content is sent at once: several screens, yet sent within a millisecond. */
export const rowsAPage = 128

/** Rows in order, without the descendants of collapsed ones. */
export function visibleRows({ length, end }: OutlineShape, closed: ReadonlySet<number>): Uint32Array {
  if (closed.size === 0) return Uint32Array.from({ length }, (_row, index) => index)
  const visible = new Uint32Array(length)
  let count = 0
  for (let row = 0; row < length; count += 1) {
    visible[count] = row
    row = closed.has(row) ? (end[row] ?? length) : row + 1
  }
  return visible.subarray(0, count)
}

/** The index of a row among the visible ones, or of the nearest one above it; -1 if there is none. Binary search. */
export const visibleRowIndex = (visible: Uint32Array, row: number): number => lastUpTo(visible, row)

/** Whether a sorted list contains an index. */
export const isAmong = (list: Uint32Array, place: number): boolean => list[visibleRowIndex(list, place)] === place

/** Collapsed rows without the ancestors of a row; the same set if none has to be expanded. */
export function expandedTo({ parent }: OutlineShape, closed: ReadonlySet<number>, row: number): ReadonlySet<number> {
  if (closed.size === 0) return closed
  let next: Set<number> | null = null
  for (let at = parent[row] ?? -1; at !== -1; at = parent[at] ?? -1) {
    if (!closed.has(at)) continue
    next ??= new Set(closed)
    next.delete(at)
  }
  return next ?? closed
}

export const hasInside = ({ end }: OutlineShape, row: number): boolean => (end[row] ?? 0) > row + 1

/** The index of the next row whose text begins with the typed one, wrapping around; -1 = none. */
export function startingWith(
  visible: Uint32Array,
  from: number,
  typed: string,
  textOf: (row: number) => string,
): number {
  // With more than one letter the current row itself may match.
  const first = typed.length > 1 ? 0 : 1
  for (let step = first; step < visible.length + first; step += 1) {
    const place = (from + step) % visible.length
    if (textOf(visible[place] ?? 0).startsWith(typed)) return place
  }
  return -1
}
