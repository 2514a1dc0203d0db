import { headPort } from '#canvas/model/card-shape.ts'
import { boxAt, hasTileAt, kindAt, type SceneData } from './scene.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

type Boxes = Pick<SceneData, 'boxes' | 'kinds' | 'flags'>
type Lines = Pick<SceneData, 'points' | 'lineStarts'>

const numberAt = (numbers: Float32Array, at: number): number => numbers[at] ?? 0

/**
 * The index of the node at a point: the topmost card, else the nearest card within `tolerance`, else a note, else the
 * smallest frame. -1 = none. `tile` = side of the tiles as which steps are shown, null = they are cards (`tileAt`).
 * Linear: 50,000 boxes take less than a millisecond.
 */
export function hitTest(scene: Boxes, at: Point, tolerance: number, tile: number | null): number {
  let [card, note, group] = [-1, -1, -1]
  let [nearest, smallest] = [Infinity, Infinity]
  const { boxes } = scene
  for (let nodeIndex = 0; nodeIndex < scene.kinds.length; nodeIndex += 1) {
    // Creates no object per box, which would be most of the cost: this runs on each pointer move.
    let [left, top] = [numberAt(boxes, 4 * nodeIndex), numberAt(boxes, 4 * nodeIndex + 1)]
    let [width, height] = [numberAt(boxes, 4 * nodeIndex + 2), numberAt(boxes, 4 * nodeIndex + 3)]
    if (tile !== null && hasTileAt(scene, nodeIndex)) {
      // As in `tileBoxOf`.
      left += (width - tile) / 2
      top += headPort - tile / 2
      width = height = tile
    }
    const aside = Math.max(left - at.x, 0, at.x - left - width)
    if (aside > tolerance) continue
    const above = Math.max(top - at.y, 0, at.y - top - height)
    const away = Math.sqrt(aside * aside + above * above)
    if (away > tolerance) continue
    if (hasTileAt(scene, nodeIndex)) {
      if (away <= nearest) [card, nearest] = [nodeIndex, away]
    } else if (away === 0) {
      const size = width * height
      if (kindAt(scene, nodeIndex) === 'note') note = nodeIndex
      else if (size < smallest) [group, smallest] = [nodeIndex, size]
    }
  }
  return card !== -1 ? card : note !== -1 ? note : group
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
export function hitEdge({ points, lineStarts }: Lines, at: Point, tolerance: number): number {
  let [found, nearest] = [-1, tolerance * tolerance]
  for (let edge = 0; edge + 1 < lineStarts.length; edge += 1) {
    const [first, end] = [lineStarts[edge] ?? 0, lineStarts[edge + 1] ?? 0]
    for (let point = first; point + 1 < end; point += 1) {
      const [ax, ay] = [points[2 * point] ?? 0, points[2 * point + 1] ?? 0]
      const [bx, by] = [points[2 * point + 2] ?? 0, points[2 * point + 3] ?? 0]
      if (Math.min(ax, bx) > at.x + tolerance || Math.max(ax, bx) < at.x - tolerance) continue
      if (Math.min(ay, by) > at.y + tolerance || Math.max(ay, by) < at.y - tolerance) continue
      const away = distanceToPiece(at, { x: ax, y: ay }, { x: bx, y: by })
      if (away <= nearest) [found, nearest] = [edge, away]
    }
  }
  return found
}

/** Indexes of the nodes entirely inside a box; groups only with all their members. */
export function within(scene: Boxes, area: Box): number[] {
  const found: number[] = []
  for (let nodeIndex = 0; nodeIndex < scene.kinds.length; nodeIndex += 1) {
    const { x, y, width, height } = boxAt(scene, nodeIndex)
    const isIn = x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height
    if (isIn) found.push(nodeIndex)
  }
  return found
}
