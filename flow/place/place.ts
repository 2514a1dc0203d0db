/**
 * Positions of all nodes on the canvas: the positions in the file, with room made for our larger cards, and layout
 * results for nodes without a position. Stored positions are not changed.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { flowGraph, type FlowShapes } from './flow-graph.ts'
import { type Buckets, bucketsOf } from '#flow/layered/grouped-indexes.ts'
import type { LayeredGraph, LayeredPositions } from '#flow/layered/layered-graph.ts'
import { type NodeBox, boxesFromLayout } from './layout.ts'
import { makeRoom, separateSolids } from './make-room.ts'
import type { Boxes } from './overlapping-pairs.ts'
import { cardSize, isStep } from '#flow/node-kind.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'

/**
 * Padding between the content of a group and its frame; above the content is the group's name, or the card of a step
 * with children.
 */
const padding = 24
const groupHead = 36
const cardGap = 16
/** Gap between placed nodes and the nodes that are laid out below them. */
const belowGap = 72
/** Maximum number of steps in the space of one card with its gaps: with more, their positions are ignored. */
const crowdedSpot = { most: 12, width: cardSize.width + 64, height: cardSize.height + 24 }

/** Larger than any row number, so that row and column can be encoded in one number. */
const spotRows = 2 ** 25

interface PlacementState {
  nodes: readonly Node[]
  /** Boxes by node index, relative to the parent. */
  boxes: Boxes
  /** Children by parent; the canvas has the index after all nodes. */
  children: Buckets
  /** 1 = has a position in the file. */
  fixed: Uint8Array
  /** Edges between siblings, by container. */
  edges: Buckets
  source: Int32Array
  target: Int32Array
  /** Index among siblings; only valid while their container is processed. */
  local: Int32Array
  /** Space that a node needs above its content. */
  head: Float64Array
}

const rangeOf = ({ start, items }: Buckets, owner: number): Int32Array => items.subarray(start[owner], start[owner + 1])

/** Nodes whose positions are used. Many steps at one position were not placed by a person and count as unplaced. */
function usesFilePosition(nodes: readonly Node[], parent: Int32Array): Uint8Array {
  const counts = new Map<number, Map<number, number>>()
  const spotOf = ({ x, y }: { x: number; y: number }) =>
    Math.floor(x / crowdedSpot.width) * spotRows + Math.floor(y / crowdedSpot.height)
  for (const [index, node] of nodes.entries()) {
    if (!isStep(node) || node.position === null) continue
    const inside = counts.get(parent[index] ?? -1) ?? new Map<number, number>()
    const spot = spotOf(node.position)
    counts.set(parent[index] ?? -1, inside.set(spot, (inside.get(spot) ?? 0) + 1))
  }
  return Uint8Array.from(nodes, (node, index) => {
    if (node.position === null) return 0
    const nodesAtSpot = isStep(node) ? (counts.get(parent[index] ?? -1)?.get(spotOf(node.position)) ?? 0) : 0
    return nodesAtSpot > crowdedSpot.most ? 0 : 1
  })
}

/**
 * Whether a box must not be overlapped: true for cards, groups with content, and notes without a size, which are small
 * icons in their product and not a background for cards.
 */
function isSolid({ nodes, children }: PlacementState, index: number): boolean {
  const node = nodes[index]
  if (node === undefined) return false
  if (node.type === 'note') return node.size === null
  return isStep(node) || rangeOf(children, index).length > 0
}

/** Makes room between the placed nodes of a container, and lays out the others below them. */
function arrangeContainer(state: PlacementState, container: number): void {
  const { boxes, local, source, target } = state
  const members = rangeOf(state.children, container)
  const fixed = members.filter((node) => state.fixed[node] === 1)
  if (fixed.length > 0) {
    for (const [at, node] of fixed.entries()) local[node] = at
    const edges: number[] = []
    for (const edge of rangeOf(state.edges, container)) {
      const [from, to] = [local[source[edge] ?? 0] ?? -1, local[target[edge] ?? 0] ?? -1]
      if (from !== -1 && to !== -1 && from !== to) edges.push(from, to)
    }
    for (const node of fixed) local[node] = -1
    const column = (values: Float64Array) => Float64Array.from(fixed, (node) => values[node] ?? 0)
    const fixedBoxes = {
      x: column(boxes.x),
      y: column(boxes.y),
      width: column(boxes.width),
      height: column(boxes.height),
    }
    makeRoom({ boxes: fixedBoxes, solid: Uint8Array.from(fixed, (node) => (isSolid(state, node) ? 1 : 0)), edges })
    for (const [at, node] of fixed.entries())
      for (const side of ['x', 'y', 'width', 'height'] as const) boxes[side][node] = fixedBoxes[side][at] ?? 0
    moveBelow(
      boxes,
      fixed,
      members.filter((node) => state.fixed[node] !== 1),
    )
  }
  // Placed nodes have room already.
  if (fixed.length === members.length) return
  const solids = members.filter((node) => isSolid(state, node) || state.fixed[node] !== 1)
  separateSolids(boxes, solids)
}

/** Moves nodes from the layout below the placed nodes. */
function moveBelow({ x, y, height }: Boxes, fixed: Int32Array, layoutBoxes: Int32Array): void {
  const least = (nodes: Int32Array, values: Float64Array) =>
    nodes.reduce((low, node) => Math.min(low, values[node] ?? 0), Infinity)
  const bottom = fixed.reduce((low, node) => Math.max(low, (y[node] ?? 0) + (height[node] ?? 0)), -Infinity)
  const [right, down] = [least(fixed, x) - least(layoutBoxes, x), bottom + belowGap - least(layoutBoxes, y)]
  for (const node of layoutBoxes) {
    x[node] = (x[node] ?? 0) + right
    y[node] = (y[node] ?? 0) + down
  }
}

/** Enlarges a frame on all sides so that it contains its content, which keeps its position on the canvas. */
function enlargeFrame({ boxes: { x, y, width, height }, children, head }: PlacementState, frame: number): void {
  const inside = rangeOf(children, frame)
  const missing = (values: Float64Array, room: number) =>
    inside.reduce((most, node) => Math.max(most, room - (values[node] ?? 0)), 0)
  const [left, up] = [missing(x, padding), missing(y, head[frame] ?? groupHead)]
  x[frame] = (x[frame] ?? 0) - left
  y[frame] = (y[frame] ?? 0) - up
  let [wide, high] = [(width[frame] ?? 0) + left, (height[frame] ?? 0) + up]
  for (const node of inside) {
    x[node] = (x[node] ?? 0) + left
    y[node] = (y[node] ?? 0) + up
    wide = Math.max(wide, (x[node] ?? 0) + (width[node] ?? 0) + padding)
    high = Math.max(high, (y[node] ?? 0) + (height[node] ?? 0) + padding)
  }
  width[frame] = wide
  height[frame] = high
}

/** Initial boxes: positions and sizes from the file, or from the layout for unplaced nodes. */
function boxesOf(
  nodes: readonly Node[],
  layoutBoxes: ReadonlyMap<string, NodeBox>,
  fixed: Uint8Array,
  { sizeOf }: FlowShapes,
): Boxes {
  const sizes = nodes.map((node) => layoutBoxes.get(node.id) ?? sizeOf(node))
  const corners = nodes.map((node, index) => (fixed[index] === 1 ? node.position : layoutBoxes.get(node.id)))
  return {
    x: Float64Array.from(corners, (corner) => corner?.x ?? 0),
    y: Float64Array.from(corners, (corner) => corner?.y ?? 0),
    width: Float64Array.from(sizes, ({ width }) => width),
    height: Float64Array.from(sizes, ({ height }) => height),
  }
}

/** Edges between siblings, by container, without edges of attached nodes, which may be anywhere around their agent. */
function edgesOf(nodes: readonly Node[], edges: readonly Edge[], parent: Int32Array) {
  const indexById = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!indexById.has(id)) indexById.set(id, index)
  const source = Int32Array.from(edges, (edge) => indexById.get(edge.source) ?? -1)
  const target = Int32Array.from(edges, (edge) => indexById.get(edge.target) ?? -1)
  const owner = Int32Array.from(edges, (edge, index) => {
    const [from, to] = [source[index] ?? -1, target[index] ?? -1]
    if (from === -1 || to === -1 || parent[from] !== parent[to] || isAttachment(edge)) return -1
    return parent[from] === -1 ? nodes.length : (parent[from] ?? -1)
  })
  return { source, target, edges: bucketsOf(nodes.length + 1, owner) }
}

/** Placement of a flow in two steps: the input for the layout, and the final boxes. */
interface FlowPlacement {
  /** Input of `layeredLayout`; null if every node has a position. */
  layoutInput: LayeredGraph | null
  /**
   * Boxes of all nodes, relative to their parents: siblings that are cards or groups do not overlap, and groups contain
   * their children. `positions` is the result of the layout. About linear.
   */
  computeBoxes: (positions: LayeredPositions | null) => Map<string, NodeBox>
}

/** Places a flow. The caller runs the layout, for example in a worker. */
export function placeFlow(nodes: readonly Node[], edges: readonly Edge[], shapes: FlowShapes): FlowPlacement {
  const boxesOfLayout = (graph: LayeredGraph | null, positions: LayeredPositions | null) =>
    graph === null || positions === null ? new Map<string, NodeBox>() : boxesFromLayout(nodes, graph, positions)
  if (shapes.ignoresPositions === true) {
    const graph = flowGraph(nodes, edges, shapes)
    return { layoutInput: graph, computeBoxes: (positions) => boxesOfLayout(graph, positions) }
  }
  const { parent, order } = containersOf(nodes)
  const fixed = usesFilePosition(nodes, parent)
  const isComplete = !fixed.includes(0)
  const withoutIgnoredPosition = (node: Node, index: number): Node =>
    fixed[index] === 1 ? node : { ...node, position: null }
  const graph = isComplete ? null : flowGraph(nodes.map(withoutIgnoredPosition), edges, shapes)
  return {
    layoutInput: graph,
    computeBoxes: (positions) =>
      placeInOrder({ nodes, edges, shapes, fixed, parent, order }, boxesOfLayout(graph, positions)),
  }
}

interface PlacementInput {
  nodes: readonly Node[]
  edges: readonly Edge[]
  shapes: FlowShapes
  fixed: Uint8Array
  parent: Int32Array
  order: Int32Array
}

/** Processes containers from the inside out: makes room in each, then grows its frame. */
function placeInOrder(
  { nodes, edges, shapes, fixed, parent, order }: PlacementInput,
  layoutBoxes: ReadonlyMap<string, NodeBox>,
): Map<string, NodeBox> {
  const state: PlacementState = {
    nodes,
    boxes: boxesOf(nodes, layoutBoxes, fixed, shapes),
    children: bucketsOf(
      nodes.length + 1,
      parent.map((at) => (at === -1 ? nodes.length : at)),
    ),
    fixed,
    ...edgesOf(nodes, edges, parent),
    local: new Int32Array(nodes.length).fill(-1),
    head: Float64Array.from(nodes, (node) => (isStep(node) ? shapes.sizeOf(node).height + cardGap : groupHead)),
  }
  for (const at of order) {
    const container = at === -1 ? nodes.length : at
    if (rangeOf(state.children, container).length === 0) continue
    arrangeContainer(state, container)
    if (at !== -1) enlargeFrame(state, at)
  }
  const { x, y, width, height } = state.boxes
  return new Map(
    nodes.map(({ id }, index): [string, NodeBox] => [
      id,
      { x: x[index] ?? 0, y: y[index] ?? 0, width: width[index] ?? 0, height: height[index] ?? 0 },
    ]),
  )
}
