/**
 * Where every node of a flow is drawn. Places in a file were made for cards of another size: n8n's are 96 px wide and
 * Node-RED's 30 px high, ours are 216 × 70. They are kept in the data and stretched for the eye, by one factor across and one
 * down, so that rows stay rows; nodes without a place are laid out.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/containers.ts'
import type { FlowShapes, Size } from '#flow/flow-graph.ts'
import { type Box, layoutFlow } from '#flow/layout.ts'
import { makeNode } from '#flow/draft.ts'
import { isStep } from '#flow/node-kind.ts'

/** Room between cards: across, an edge turns by 45° twice. */
const gap = { x: 64, y: 24 }
/** Two cards that need more lie upon each other in the file, too. */
const maxStretch = 3
/** Below this, stretching would only blur places that are fine. */
const tolerance = 1.02
/** Between the content of a group and its frame; above it stands the group's name. */
const padding = 16
const head = 36

interface Spot extends Size {
  x: number
  y: number
}

/** Factors from all pairs of cards that are too near, each judged by the direction in which it is further apart. */
function stretchOf(spots: readonly Spot[]): { x: number; y: number } {
  const needs: Needs = { x: [], y: [] }
  const cell = { x: 216 + gap.x, y: 200 + gap.y }
  const cells = new Map<string, Spot[]>()
  for (const spot of spots) {
    const [column, row] = [Math.floor(spot.x / cell.x), Math.floor(spot.y / cell.y)]
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [-1, -1],
      [1, -1],
    ] as const) {
      for (const other of cells.get(`${column + right} ${row + down}`) ?? []) judge(needs, spot, other)
    }
    const key = `${column} ${row}`
    const list = cells.get(key)
    // A cell that is full says nothing new; this keeps heaps of nodes at one place linear.
    if (!list) cells.set(key, [spot])
    else if (list.length < maxPerCell) list.push(spot)
  }
  return { x: usual(needs.x), y: usual(needs.y) }
}
const maxPerCell = 50

/** What pairs of cards would need, across and down. */
interface Needs {
  x: number[]
  y: number[]
}

function judge(needs: Needs, one: Spot, other: Spot): void {
  const [left, right] = one.x <= other.x ? [one, other] : [other, one]
  const [upper, lower] = one.y <= other.y ? [one, other] : [other, one]
  const across = (left.width + gap.x) / (right.x - left.x)
  const down = (upper.height + gap.y) / (lower.y - upper.y)
  if (across <= 1 || down <= 1) return
  if (across <= down && across <= maxStretch) needs.x.push(across)
  else if (down < across && down <= maxStretch) needs.y.push(down)
}

/** Enough for most: the few pairs that need more would tear all others apart. */
const share = 0.9

function usual(needs: number[]): number {
  const sorted = needs.toSorted((a, b) => a - b)
  const need = sorted[Math.ceil(sorted.length * share) - 1] ?? 1
  return need < tolerance ? 1 : need
}

interface Nesting {
  /** Place of each node's parent in the list, -1 for the canvas. */
  parent: Int32Array
  /** Places from the inside out. */
  order: Int32Array
}

/** Steps that have a place, as they lie on the canvas. */
function cardsOf(nodes: readonly Node[], { parent, order }: Nesting, sizeOf: (node: Node) => Size): Spot[] {
  const corners = new Map<number, { x: number; y: number }>()
  const cards: Spot[] = []
  // Outside in: a parent stands before its children.
  for (const index of order.toReversed()) {
    const node = nodes[index]
    if (!node) continue
    const from = corners.get(parent[index] ?? -1) ?? { x: 0, y: 0 }
    const corner = { x: from.x + (node.position?.x ?? 0), y: from.y + (node.position?.y ?? 0) }
    corners.set(index, corner)
    if (node.position && isStep(node)) cards.push({ ...sizeOf(node), ...corner })
  }
  return cards
}

/**
 * Groups grow on all sides until they hold what lies in them, from the inside out. Where one grows to the left or up, its
 * corner moves and its children move back by as much, so that they stay where they are.
 */
function growGroups(nodes: readonly Node[], { parent, order }: Nesting, boxes: ReadonlyMap<string, Box>): void {
  const children = new Map<number, Box[]>()
  for (const [index, node] of nodes.entries()) {
    const box = boxes.get(node.id)
    const container = parent[index] ?? -1
    // The layout has given a group its size where all is laid out.
    if (!box || container === -1 || !(node.position || nodes[container]?.position)) continue
    const inside = children.get(container)
    if (inside) inside.push(box)
    else children.set(container, [box])
  }
  for (const index of order) {
    const frame = boxes.get(nodes[index]?.id ?? '')
    const inside = children.get(index)
    if (!frame || !inside) continue
    const left = inside.reduce((most, box) => Math.max(most, padding - box.x), 0)
    const up = inside.reduce((most, box) => Math.max(most, head - box.y), 0)
    frame.x -= left
    frame.y -= up
    frame.width += left
    frame.height += up
    for (const box of inside) {
      box.x += left
      box.y += up
      frame.width = Math.max(frame.width, box.x + box.width + padding)
      frame.height = Math.max(frame.height, box.y + box.height + padding)
    }
  }
}

/** A box for every node, relative to its parent. Notes and groups stretch with their surroundings; groups hold their children. */
export function placeFlow(nodes: readonly Node[], edges: readonly Edge[], shapes: FlowShapes): Map<string, Box> {
  const { sizeOf } = shapes
  if (shapes.anew === true) return layoutFlow(nodes, edges, shapes)
  const nesting = containersOf(nodes)
  const factor = stretchOf(cardsOf(nodes, nesting, sizeOf))
  const stretched = nodes.map((node): Node => {
    const { position } = node
    return position ? makeNode({ ...node, position: { x: position.x * factor.x, y: position.y * factor.y } }) : node
  })
  const sizes = new Map<string, Size>()
  for (const node of nodes) {
    const { width, height } = sizeOf(node)
    // A size of its own was made for its surroundings, and stretches with them.
    const isFixed = isStep(node) || !node.position || !node.size
    sizes.set(node.id, isFixed ? { width, height } : { width: width * factor.x, height: height * factor.y })
  }
  const boxes = layoutFlow(stretched, edges, {
    ...shapes,
    sizeOf: (node) => sizes.get(node.id) ?? sizeOf(node),
  })
  for (const node of stretched) {
    const size = sizes.get(node.id)
    if (node.position && size && !boxes.has(node.id)) boxes.set(node.id, { ...node.position, ...size })
  }
  growGroups(nodes, nesting, boxes)
  return boxes
}
