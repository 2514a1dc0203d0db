/**
 * Places for nodes that have none: columns from left to right, connected parts beside and below one another, groups laid
 * out inside first. Linear in nodes and edges (but for sorting columns), without recursion, the same for the same flow.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { append, arrowsOf, containersOf } from '#flow/containers.ts'
import { columnsOf, orderColumns, reversed, withoutBackEdges } from '#flow/layers.ts'

export interface Size {
  width: number
  height: number
}

/** Top-left corner, relative to the parent, and the size that was laid out: for groups at least their content. */
export interface Box extends Size {
  x: number
  y: number
}

/** Between columns: an edge turns by 45° twice on its way and has a label. */
const columnGap = 96
const rowGap = 40
/** Between parts that no edge joins. */
const partGap = 72
/** Round the content of a group; above it stands the group's label. */
const groupPadding = 24
const groupHead = 48
/** Parts are put into rows of about this shape (width : height). */
const shape = 1.8

/** What is laid out together: the children of one parent. `at` is the index in the list of all nodes. */
interface Item extends Size {
  at: number
}

/** Tops for a column, in order, as near as possible to where they are wanted, without overlapping. */
function settle(items: readonly Item[], wanted: readonly number[]): number[] {
  const tops: number[] = []
  let bottom = Number.NEGATIVE_INFINITY
  let drift = 0
  for (const [index, item] of items.entries()) {
    const top = Math.max(wanted[index] ?? 0, bottom)
    tops.push(top)
    drift += top - (wanted[index] ?? 0)
    bottom = top + item.height + rowGap
  }
  // Pushing only ever goes down; half of it is given back to the whole column.
  const shift = items.length === 0 ? 0 : drift / items.length
  return tops.map((top) => top - shift)
}

/** Boxes of one connected part, from 0, 0. `items` are numbered as in `next`. */
function layoutPart(items: readonly Item[], next: readonly (readonly number[])[]): Box[] {
  const roots = reversed(next).flatMap((sources, node) => (sources.length === 0 ? [node] : []))
  const forward = withoutBackEdges(next, roots)
  const back = reversed(forward)
  const columns = orderColumns(forward, columnsOf(forward))
  const boxes = items.map(({ width, height }): Box => ({ x: 0, y: 0, width, height }))
  const centre = (node: number): number => (boxes[node]?.y ?? 0) + (boxes[node]?.height ?? 0) / 2
  let x = 0
  for (const nodes of columns) {
    for (const node of nodes) {
      const box = boxes[node]
      if (box) box.x = x
    }
    x += nodes.reduce((most, node) => Math.max(most, boxes[node]?.width ?? 0), 0) + columnGap
  }
  const place = (nodes: readonly number[], neighbours: readonly (readonly number[])[]) => {
    const own = nodes.flatMap((node) => items[node] ?? [])
    let fallback = 0
    const wanted = nodes.map((node) => {
      const others = neighbours[node] ?? []
      const height = boxes[node]?.height ?? 0
      if (others.length > 0)
        fallback = others.reduce((sum, other) => sum + centre(other), 0) / others.length - height / 2
      const top = fallback
      fallback += height + rowGap
      return top
    })
    for (const [index, top] of settle(own, wanted).entries()) {
      const box = boxes[nodes[index] ?? -1]
      if (box) box.y = top
    }
  }
  // There, back and there again: the last pass decides, so that targets stand level with what leads to them.
  for (const nodes of columns) place(nodes, back)
  for (const nodes of columns.toReversed()) place(nodes, forward)
  for (const nodes of columns.slice(1)) place(nodes, back)
  const top = boxes.reduce((least, box) => Math.min(least, box.y), Number.POSITIVE_INFINITY)
  for (const box of boxes) box.y = Math.round(box.y - top)
  return boxes
}

const boundsOf = (boxes: readonly Box[]): Size => ({
  width: boxes.reduce((most, box) => Math.max(most, box.x + box.width), 0),
  height: boxes.reduce((most, box) => Math.max(most, box.y + box.height), 0),
})

/** Lists of items that edges join, whatever their direction, in the order of their first items. */
function connectedParts(next: readonly (readonly number[])[]): number[][] {
  const back = reversed(next)
  const seen = next.map(() => false)
  const parts: number[][] = []
  for (const start of next.keys()) {
    if (seen[start]) continue
    seen[start] = true
    const part = [start]
    for (const node of part) {
      for (const other of [...(next[node] ?? []), ...(back[node] ?? [])]) {
        if (seen[other]) continue
        seen[other] = true
        part.push(other)
      }
    }
    parts.push(part.toSorted((a, b) => a - b))
  }
  return parts
}

/** Parts in rows, from left to right and down; in `items` order. */
function layoutItems(items: readonly Item[], next: readonly (readonly number[])[]): Box[] {
  const result: Box[] = items.map(({ width, height }) => ({ x: 0, y: 0, width, height }))
  const laid = connectedParts(next).map((part) => {
    const number = new Map(part.map((node, index) => [node, index]))
    const inside = part.map((node) => (next[node] ?? []).flatMap((to) => number.get(to) ?? []))
    const boxes = layoutPart(
      part.flatMap((node) => items[node] ?? []),
      inside,
    )
    return { part, boxes, ...boundsOf(boxes) }
  })
  const area = laid.reduce((sum, { width, height }) => sum + (width + partGap) * (height + partGap), 0)
  const rowWidth = Math.max(Math.sqrt(area * shape), ...laid.slice(0, 1).map(({ width }) => width))
  let [x, y, rowHeight] = [0, 0, 0]
  for (const { part, boxes, width, height } of laid) {
    if (x > 0 && x + width > rowWidth) {
      y += rowHeight + partGap
      x = 0
      rowHeight = 0
    }
    for (const [index, node] of part.entries()) {
      const box = boxes[index]
      if (box) result[node] = { ...box, x: box.x + x, y: box.y + y }
    }
    x += width + partGap
    rowHeight = Math.max(rowHeight, height)
  }
  return result
}

/** Arrows among these nodes only, in their own numbers: the place of each in the list. */
function numbered(places: readonly number[], arrows: readonly (readonly [number, number])[]): number[][] {
  const number = new Map(places.map((at, index) => [at, index]))
  const next: number[][] = places.map(() => [])
  for (const [from, to] of arrows) {
    const target = number.get(to)
    if (target !== undefined) next[number.get(from) ?? -1]?.push(target)
  }
  return next
}

/**
 * A box for every node that has no position. Nodes with a position stay where they are; a group among them has a box where
 * its children were laid out, because it may have to grow.
 */
export function layoutFlow(
  nodes: readonly Node[],
  edges: readonly Edge[],
  sizeOf: (node: Node) => Size,
): Map<string, Box> {
  const { parent, order } = containersOf(nodes)
  const arrows = arrowsOf(nodes, edges, parent)
  const children = new Map<number, number[]>()
  for (const [index, container] of parent.entries()) append(children, container, index)
  const sizes = nodes.map(sizeOf)
  const result = new Map<string, Box>()
  for (const container of order) {
    const own = children.get(container) ?? []
    const placed = own.filter((index) => nodes[index]?.position != null)
    const missing = own.filter((index) => nodes[index]?.position == null)
    if (missing.length === 0) continue
    const items = missing.map((at): Item => ({ at, ...(sizes[at] ?? { width: 0, height: 0 }) }))
    const boxes = layoutItems(items, numbered(missing, arrows.get(container) ?? []))
    const [left, top] = cornerFor(placed, nodes, sizes, container === -1)
    for (const [index, { at }] of items.entries()) {
      const box = boxes[index]
      const node = nodes[at]
      if (box && node) result.set(node.id, { ...box, x: box.x + left, y: box.y + top })
    }
    if (container === -1) continue
    const content = boundsOf(boxes)
    const size = sizes[container] ?? { width: 0, height: 0 }
    const width = Math.max(size.width, left + content.width + groupPadding)
    const height = Math.max(size.height, top + content.height + groupPadding)
    sizes[container] = { width, height }
    const group = nodes[container]
    if (group?.position) result.set(group.id, { ...group.position, width, height })
  }
  return result
}

/** Where the laid out block begins: below what has a place already, else inside of the frame. */
function cornerFor(
  placed: readonly number[],
  nodes: readonly Node[],
  sizes: readonly Size[],
  isCanvas: boolean,
): [number, number] {
  let left = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const index of placed) {
    const position = nodes[index]?.position
    if (!position) continue
    left = Math.min(left, position.x)
    bottom = Math.max(bottom, position.y + (sizes[index]?.height ?? 0))
  }
  if (Number.isFinite(left)) return [left, bottom + partGap]
  return isCanvas ? [0, 0] : [groupPadding, groupHead]
}
