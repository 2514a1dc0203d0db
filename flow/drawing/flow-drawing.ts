/**
 * A small drawing of a flow for lists: boxes of its steps and lines of its edges in a field of a few hundred units. In a
 * large flow, a box is a region with many steps.
 */
import { maxDrawnBoxes, maxDrawnEdges, type Edge, type FlowDetail, type FlowDrawing } from '#contract/flow.ts'
import { drawable } from '#flow/drawable.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import { isStep, nodeSize } from '#flow/node-kind.ts'
import type { NodeBox } from '#flow/place/layout.ts'
import { placeFlow } from '#flow/place/place.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { hasForeignTypes, sourceFormatOf, visualKindOf } from '#flow/visual-kind/visual-kind.ts'

/** Size of the field in units, and the canvas pixels of a unit in small flows. */
const field = { width: 400, height: 120 }
const smallestUnit = 4
/** Wide and high flows are stretched at most this much to fill the field. */
const maxStretch = 3
/** Smallest box in units. */
const minBox = { width: 8, height: 5 }

type Flow = Pick<FlowDetail, 'nodes' | 'edges' | 'metadata'>

/** A box in canvas pixels, and the colour of its kind. */
interface DrawnBox extends NodeBox {
  hue: string
}

/** Boxes of all steps on the canvas, by node index; undefined for notes and groups. */
function stepBoxes({ nodes, edges, metadata }: Flow): (DrawnBox | undefined)[] {
  const usable = nodes.map(drawable)
  const { layoutInput, computeBoxes } = placeFlow(usable, edges, { sizeOf: nodeSize })
  const placed = computeBoxes(layoutInput && layeredLayout(layoutInput, {}))
  const foreignKindOf = hasForeignTypes(nodes) ? foreignKindsOf(sourceFormatOf(metadata)) : null
  const { parent, order } = containersOf(usable)
  const boxes: (NodeBox | undefined)[] = usable.map(({ id }) => placed.get(id))
  const withChildren = new Set(parent)
  // From the outside in, since boxes are relative to their parents.
  for (const at of order.toReversed()) {
    const [box, outer] = [boxes[at], boxes[parent[at] ?? -1]]
    if (box !== undefined && outer !== undefined) boxes[at] = { ...box, x: box.x + outer.x, y: box.y + outer.y }
  }
  return usable.map((node, index) => {
    const box = boxes[index]
    if (box === undefined || !isStep(node)) return undefined
    // A step around others is a frame.
    return { ...box, hue: withChildren.has(index) ? 'neutral' : visualKindOf(node, foreignKindOf).hue }
  })
}

/** The area of all boxes. */
function areaOf(boxes: readonly NodeBox[]): NodeBox {
  const area = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y, width, height } of boxes) {
    area.left = Math.min(area.left, x)
    area.top = Math.min(area.top, y)
    area.right = Math.max(area.right, x + width)
    area.bottom = Math.max(area.bottom, y + height)
  }
  return { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top }
}

/** For each box, the cell of a grid that it is in; the grid has as many cells as there may be boxes. */
function cellsOf(boxes: readonly NodeBox[], area: NodeBox): number[] {
  const columns = Math.round(Math.sqrt((maxDrawnBoxes * field.width) / field.height))
  const rows = Math.floor(maxDrawnBoxes / columns)
  const placeOf = (middle: number, size: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((middle / Math.max(size, 1)) * count)))
  return boxes.map(({ x, y, width, height }) => {
    const column = placeOf(x + width / 2 - area.x, area.width, columns)
    return placeOf(y + height / 2 - area.y, area.height, rows) * columns + column
  })
}

const mostFrequent = (values: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** Boxes, and for each step the index of its box. */
function groupedBoxes(steps: readonly DrawnBox[], area: NodeBox): { boxes: DrawnBox[]; boxOf: number[] } {
  if (steps.length <= maxDrawnBoxes) return { boxes: [...steps], boxOf: steps.map((_, index) => index) }
  const cells = cellsOf(steps, area)
  const byCell = new Map<number, DrawnBox[]>()
  for (const [index, step] of steps.entries()) {
    const cell = cells[index] ?? 0
    byCell.set(cell, [...(byCell.get(cell) ?? []), step])
  }
  const indexes = new Map([...byCell.keys()].map((cell, index) => [cell, index]))
  return {
    boxes: [...byCell.values()].map((some) => ({ ...areaOf(some), hue: mostFrequent(some.map(({ hue }) => hue)) })),
    boxOf: cells.map((cell) => indexes.get(cell) ?? 0),
  }
}

/** Different pairs of boxes that edges connect, most frequent first. */
function pairsOf(edges: readonly Edge[], boxById: ReadonlyMap<string, number>): [number, number][] {
  const pairs = new Map<string, { pair: [number, number]; count: number }>()
  for (const { source, target } of edges) {
    const [from, to] = [boxById.get(source), boxById.get(target)]
    if (from === undefined || to === undefined || from === to) continue
    const key = `${from} ${to}`
    pairs.set(key, { pair: [from, to], count: (pairs.get(key)?.count ?? 0) + 1 })
  }
  return [...pairs.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxDrawnEdges)
    .map(({ pair }) => pair)
}

/** Canvas pixels of a unit, across and down. */
function unitsOf({ width, height }: NodeBox): { x: number; y: number } {
  const x = Math.max(width / field.width, smallestUnit)
  const y = Math.max(height / field.height, smallestUnit)
  return { x: Math.max(x, y / maxStretch), y: Math.max(y, x / maxStretch) }
}

export function flowDrawing(flow: Flow): FlowDrawing {
  const byNode = stepBoxes(flow)
  const steps = byNode.filter((box) => box !== undefined)
  if (steps.length === 0) return { width: 0, height: 0, boxes: [], kinds: [], edges: [] }
  const area = areaOf(steps)
  const { boxes, boxOf } = groupedBoxes(steps, area)
  const boxById = new Map<string, number>()
  let step = 0
  for (const [index, { id }] of flow.nodes.entries()) {
    if (byNode[index] === undefined) continue
    boxById.set(id, boxOf[step] ?? 0)
    step += 1
  }
  const unit = unitsOf(area)
  const whole = (value: number) => Math.round(value)
  return {
    width: Math.max(whole(area.width / unit.x), minBox.width),
    height: Math.max(whole(area.height / unit.y), minBox.height),
    boxes: boxes.map(({ x, y, width, height }) => [
      whole((x - area.x) / unit.x),
      whole((y - area.y) / unit.y),
      Math.max(whole(width / unit.x), minBox.width),
      Math.max(whole(height / unit.y), minBox.height),
    ]),
    kinds: boxes.map(({ hue }) => hue),
    edges: pairsOf(flow.edges, boxById),
  }
}
