/** Lines of edges as they are painted at a zoom, and the one at a point. Pure; lengths in canvas pixels. */
import type { Point } from '#canvas/geometry/box-geometry.ts'
import { cutCorners } from '#canvas/geometry/cut-corners.ts'
import { tileCorners, tileTurn } from '#canvas/geometry/tile-edge.ts'
import { tileAt, tileBoxOf } from '#canvas/model/tile-box.ts'
import { boxAt, hasTileAt, type SceneData } from './scene.ts'

/** Zoom, and side of tiles in canvas pixels; null = edges run between cards, or marks. */
interface EdgeZoom {
  tile: number | null
  zoom: number
}

function pointsOf({ points, lineStarts }: Pick<SceneData, 'points' | 'lineStarts'>, edge: number): Point[] {
  const line: Point[] = []
  for (let at = lineStarts[edge] ?? 0; at < (lineStarts[edge + 1] ?? 0); at += 1)
    line.push({ x: points[2 * at] ?? 0, y: points[2 * at + 1] ?? 0 })
  return line
}

const isUpright = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < Math.abs(a.y - b.y)

/** The corners of a line whose turns are cut: each turn is between a level and an upright stretch. */
function uncut(points: readonly Point[]): Point[] {
  const [start, next, end] = [points[0], points[1], points.at(-1)]
  if (start === undefined || next === undefined || end === undefined || points.length < 4) return [...points]
  const corners = [start]
  let upright = isUpright(start, next)
  for (let at = 1; at + 1 < points.length - 1; at += 2) {
    const [before, after] = [points[at], points[at + 1]]
    if (before === undefined || after === undefined) continue
    corners.push(upright ? { x: before.x, y: after.y } : { x: after.x, y: before.y })
    upright = !upright
  }
  return [...corners, end]
}

/** The line of an edge; no points if it has none. */
export function edgeLineAt(scene: SceneData, edge: number, { tile, zoom }: EdgeZoom): Point[] {
  const points = pointsOf(scene, edge)
  if (tile === null || points.length === 0) return points
  const corners = uncut(points)
  const [start, next] = [corners[0], corners[1]]
  const tileOf = (nodeIndex: number) => (hasTileAt(scene, nodeIndex) ? tileBoxOf(boxAt(scene, nodeIndex), tile) : null)
  // Only an edge from a part to its owner starts upright.
  const attached = start !== undefined && next !== undefined && isUpright(start, next)
  const course = { points, corners, back: false, attached }
  const [from, to] = [tileOf(scene.from[edge] ?? -1), tileOf(scene.to[edge] ?? -1)]
  const ends = { from, to, fan: scene.fans[edge] ?? 0, pixel: 1 / zoom }
  return cutCorners(tileCorners(course, ends), tileTurn / zoom)
}

/** Maximum screen pixels between a tile and the turns of an edge beside it. */
const turnReach = 12

const numberAt = (numbers: Float32Array | Uint32Array, at: number): number => numbers[at] ?? 0

/** Whether a point is in the bounds of an edge's line between cards and of its nodes, enlarged by `reach`. */
function isNear(scene: SceneData, edge: number, { x, y }: Point, reach: number): boolean {
  const { points, lineStarts, boxes } = scene
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 2 * numberAt(lineStarts, edge); at < 2 * numberAt(lineStarts, edge + 1); at += 2) {
    left = Math.min(left, numberAt(points, at))
    right = Math.max(right, numberAt(points, at))
    top = Math.min(top, numberAt(points, at + 1))
    bottom = Math.max(bottom, numberAt(points, at + 1))
  }
  for (const end of [scene.from, scene.to]) {
    const at = 4 * numberAt(end, edge)
    left = Math.min(left, numberAt(boxes, at))
    right = Math.max(right, numberAt(boxes, at) + numberAt(boxes, at + 2))
    top = Math.min(top, numberAt(boxes, at + 1))
    bottom = Math.max(bottom, numberAt(boxes, at + 1) + numberAt(boxes, at + 3))
  }
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach
}

/** The squared distance from a point to a line segment. */
function distanceToPiece({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length))
  return (a.x + part * dx - x) ** 2 + (a.y + part * dy - y) ** 2
}

/**
 * The index among the drawn edges of the nearest one to a point, within `tolerance`; in a tie the later one, which is drawn
 * on top. -1 = none.
 */
export function hitEdge(scene: SceneData, at: Point, tolerance: number, zoom: number): number {
  const tile = tileAt(zoom, scene.spacing)
  const reach = tolerance + (tile === null ? 0 : tile + turnReach / zoom)
  let [found, nearest] = [-1, tolerance * tolerance]
  for (let edge = 0; edge < scene.from.length; edge += 1) {
    // Most edges are far away, and their lines need not be known.
    if (!isNear(scene, edge, at, reach)) continue
    const line = edgeLineAt(scene, edge, { tile, zoom })
    for (const [index, point] of line.entries()) {
      const away = distanceToPiece(at, line[index - 1] ?? point, point)
      if (away <= nearest) [found, nearest] = [edge, away]
    }
  }
  return found
}
