/** What is drawn over a hovered node or edge, so that one sees where its edges go. Pure; lengths in canvas pixels. */
import type { Box, Point } from '#canvas/geometry/box-geometry.ts'
import { cutCorners } from '#canvas/geometry/cut-corners.ts'
import { tileCorners, tileTurn } from '#canvas/geometry/tile-edge.ts'
import { tileAt, tileBoxOf } from '#canvas/model/tile-box.ts'
import { boxAt, edgesAt, hasTileAt, nodeCountOf, shownBoxAt, type SceneData } from './scene.ts'

export interface HoverShape {
  /** The hovered node; null if an edge is hovered. */
  own: Box | null
  /** The nodes at the other ends of the edges. */
  others: Box[]
  /** Corner radius of the boxes. */
  radius: number
  /** The edges as the `d` of an SVG path; "" without any. */
  path: string
}

/** Edges drawn for one node: more would be an area, and their path would take longer than a frame. */
const maxHoverEdges = 400
/** Corner radius of a card, and of a tile in screen pixels. */
const [cardRadius, tileRadius] = [8, 5]

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

/** The line of an edge as it is painted: between tiles of this side, or cards. */
function lineOf(scene: SceneData, edge: number, { tile, zoom }: { tile: number | null; zoom: number }): string {
  const points = pointsOf(scene, edge)
  if (points.length === 0) return ''
  const line = tile === null ? points : cutCorners(tileLine(scene, edge, { points, tile, zoom }), tileTurn / zoom)
  return `M${line.map(({ x, y }) => `${x} ${y}`).join(' ')}`
}

function tileLine(
  scene: SceneData,
  edge: number,
  { points, tile, zoom }: { points: readonly Point[]; tile: number; zoom: number },
): Point[] {
  const corners = uncut(points)
  const [start, next] = [corners[0], corners[1]]
  const tileOf = (nodeIndex: number) => (hasTileAt(scene, nodeIndex) ? tileBoxOf(boxAt(scene, nodeIndex), tile) : null)
  // Only an edge from a part to its owner starts upright.
  const attached = start !== undefined && next !== undefined && isUpright(start, next)
  return tileCorners(
    { points, corners, back: false, attached },
    {
      from: tileOf(scene.from[edge] ?? -1),
      to: tileOf(scene.to[edge] ?? -1),
      fan: scene.fans[edge] ?? 0,
      pixel: 1 / zoom,
    },
  )
}

/** The shape of a hovered node or, without one, of a hovered edge, by their indexes (-1 = none); null if there is neither. */
export function hoverShapeOf(scene: SceneData, node: number, edge: number, zoom: number): HoverShape | null {
  const { outgoing, incoming, from, to } = scene
  // Indexes may belong to the previous version of the flow.
  const isNode = node >= 0 && node < nodeCountOf(scene)
  if (!isNode && (edge < 0 || edge >= from.length)) return null
  const tile = tileAt(zoom, scene.spacing)
  const all = isNode ? [...edgesAt(outgoing, node), ...edgesAt(incoming, node)] : [edge]
  const edges = all.slice(0, maxHoverEdges)
  const ends = new Set(edges.flatMap((one) => [from[one] ?? -1, to[one] ?? -1]))
  ends.delete(node)
  return {
    own: isNode ? shownBoxAt(scene, node, tile) : null,
    others: [...ends].map((end) => shownBoxAt(scene, end, tile)),
    radius: tile === null ? cardRadius : tileRadius / zoom,
    path: edges.map((one) => lineOf(scene, one, { tile, zoom })).join(''),
  }
}
