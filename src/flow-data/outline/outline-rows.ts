/** Which rows of an outline are seen, and how to get about in them. Pure; linear. */
import type { OutlineShape } from '#flow/outline/outline.ts'
import { lastUpTo } from '#lib/binary-search.ts'

/** Rows in order, without what is inside of a closed one. */
export function visibleRows({ length, end }: OutlineShape, closed: ReadonlySet<number>): Uint32Array {
  if (closed.size === 0) return Uint32Array.from({ length }, (_row, index) => index)
  const seen = new Uint32Array(length)
  let count = 0
  for (let row = 0; row < length; count += 1) {
    seen[count] = row
    row = closed.has(row) ? (end[row] ?? length) : row + 1
  }
  return seen.subarray(0, count)
}

/** The place of a row among those that are seen, or of the nearest one above it; -1 where none is seen. By halves. */
export const outlineRowPlace = (seen: Uint32Array, row: number): number => lastUpTo(seen, row)

/** Whether a place is one of a list in order. */
export const isAmong = (list: Uint32Array, place: number): boolean => list[outlineRowPlace(list, place)] === place

/** Closed rows without those in which a row lies; the same set where none is in its way. */
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

/** The place of the next row whose words begin with what was typed, going round; -1 = none. */
export function startingWith(seen: Uint32Array, from: number, typed: string, wordsOf: (row: number) => string): number {
  // Another letter of the same word may be meant for the row itself.
  const first = typed.length > 1 ? 0 : 1
  for (let step = first; step < seen.length + first; step += 1) {
    const place = (from + step) % seen.length
    if (wordsOf(seen[place] ?? 0).startsWith(typed)) return place
  }
  return -1
}
