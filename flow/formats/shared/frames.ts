/** Assigns nodes to frames by position. */
import type { Node } from '#contract/flow.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf } from '#lib/json/json.ts'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export interface Frame {
  item: JsonRecord
  box: Rectangle
}

/** Maximum number of frames: with more, nothing is assigned, because every node is compared with every frame. */
const maxFrames = 500

/** Frames with a usable `bounding` of left, top, width and height. */
export const framesOf = (items: readonly Json[]): Frame[] =>
  items.filter(isRecord).flatMap((item) => {
    const [x, y, width, height] = listOf(item['bounding']).map(numberOf)
    return x != null && y != null && width != null && height != null && width > 0 && height > 0
      ? [{ item, box: { x, y, width, height } }]
      : []
  })

const area = ({ width, height }: Rectangle): number => width * height

const contains = (frame: Rectangle, inner: Rectangle): boolean =>
  inner.x >= frame.x &&
  inner.y >= frame.y &&
  inner.x + inner.width <= frame.x + frame.width &&
  inner.y + inner.height <= frame.y + frame.height

const middleOf = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x + width / 2,
  y: y + height / 2,
  width: 0,
  height: 0,
})

/**
 * A node belongs to the smallest frame that contains its centre, a frame to the smallest larger frame that fully
 * contains it. Sets parents in place and makes positions relative to the parents. `groups` and `frames`, and `nodes`
 * and `boxes`, are parallel lists; a node without a box is not assigned.
 */
export function assignToFrames({
  groups,
  frames,
  nodes,
  boxes,
}: {
  groups: readonly Node[]
  frames: readonly Rectangle[]
  nodes: readonly Node[]
  boxes: readonly (Rectangle | null)[]
}): void {
  if (frames.length > maxFrames) return
  const bySize = [...frames.keys()].toSorted(
    (a, b) => area(frames[a] ?? emptyBox) - area(frames[b] ?? emptyBox) || b - a,
  )
  const moveInto = (node: Node | undefined, frame: number | undefined) => {
    const [group, box] = [groups[frame ?? -1], frames[frame ?? -1]]
    if (node === undefined || group === undefined || box === undefined || node.position === null) return
    node.parent = group.id
    node.position = { x: node.position.x - box.x, y: node.position.y - box.y }
  }
  for (const [index, box] of boxes.entries()) {
    if (box === null) continue
    const middle = middleOf(box)
    moveInto(
      nodes[index],
      bySize.find((frame) => contains(frames[frame] ?? emptyBox, middle)),
    )
  }
  for (const [rank, own] of bySize.entries())
    moveInto(
      groups[own],
      bySize.slice(rank + 1).find((frame) => contains(frames[frame] ?? emptyBox, frames[own] ?? emptyBox)),
    )
}

const emptyBox: Rectangle = { x: 0, y: 0, width: 0, height: 0 }
