/** The branch of an edge, and its place at the tile of its source. Apart from tiles: the page does not need branches. Pure. */
import { branchAt } from '#flow/graph/branches.ts'
import type { CanvasEdge, CanvasNode } from './canvas-graph.ts'

/** Place of a branch at a tile: two are a third of the tile apart, as if there was a third one. */
const fanOf = (at: number, count: number): number => (at - (count - 1) / 2) / Math.max(count, Math.min(count + 1, 3))

/** The branch of its source that an edge leaves, "" = none, and its place from the middle of the tile, as a share. */
export function branchOf({ edge, course }: CanvasEdge, source: CanvasNode | undefined): { label: string; fan: number } {
  const rows = course.attached ? [] : (source?.shape.rows ?? [])
  const row = branchAt(rows, edge)
  return { label: rows[row]?.label ?? '', fan: row === -1 ? 0 : fanOf(row, rows.length) }
}
