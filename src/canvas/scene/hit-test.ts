import { headPort } from '#canvas/model/card-shape.ts'
import { boxAt, hasTileAt, isFrameAt, kindAt, type HitAreas, type SceneData } from './scene.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

type Boxes = Pick<SceneData, 'boxes' | 'kinds' | 'flags'>

const numberAt = (numbers: Float32Array, at: number): number => numbers[at] ?? 0

/** The index of the node whose hit area has a point; -1 = none. */
function withHitArea(areas: HitAreas, at: Point): number {
  for (const [nodeIndex, { x, y, width, height }] of areas)
    if (at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height) return nodeIndex
  return -1
}

/** Whether a frame or note takes the pointer only at its border and its title. */
const hasEmptyArea = (scene: Boxes, nodeIndex: number, areas: HitAreas): boolean =>
  areas.has(nodeIndex) || isFrameAt(scene, nodeIndex)

/**
 * The index of the node at a point: one with a hit area there, else the topmost card, else the nearest card within
 * `tolerance`, else the smallest note, else the smallest frame. A frame, and a note with a hit area, is hit at its
 * border only. -1 = none. `tile` = side of the tiles as which steps are shown, null = they are cards (`tileAt`). Linear: 50,000 boxes take
 * less than a millisecond.
 */
export function hitTest(
  scene: Boxes,
  at: Point,
  tolerance: number,
  { tile, areas }: { tile: number | null; areas: HitAreas },
): number {
  const own = withHitArea(areas, at)
  if (own !== -1) return own
  let [card, note, group] = [-1, -1, -1]
  let [nearest, smallestNote, smallest] = [Infinity, Infinity, Infinity]
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
      continue
    }
    const inside = Math.min(at.x - left, left + width - at.x, at.y - top, top + height - at.y)
    if (hasEmptyArea(scene, nodeIndex, areas) ? inside > tolerance : inside < 0) continue
    const size = width * height
    if (kindAt(scene, nodeIndex) === 'note') {
      if (size <= smallestNote) [note, smallestNote] = [nodeIndex, size]
    } else if (size < smallest) [group, smallest] = [nodeIndex, size]
  }
  return card !== -1 ? card : note !== -1 ? note : group
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
