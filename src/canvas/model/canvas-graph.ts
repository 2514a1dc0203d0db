/** A flow as the canvas shows it: absolute boxes, card shapes, paths of edges. Pure; independent of React Flow. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { isFault } from '#flow/graph/branches.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { maxParallelEdges } from '#flow/drawable.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { type ForeignKindOf, visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import { attachmentWord, cycleNumbers, isAttachment } from '#flow/graph/connectivity.ts'
import type { Entries } from '#flow/graph/parts.ts'
import { nodeProblemsOf, type NodeProblem } from '#flow/health/findings.ts'
import { cardPartsOf, portOf } from './card-rows.ts'
import { cardWidth, headPort, isContainer, type CardShape } from './card-shape.ts'
import type { EdgeDirection, EdgeCourse, EdgeEnds } from '#canvas/geometry/edge-path.ts'
import { layoutOptionsOf, type Placement } from './placement.ts'
import { readingStart } from './reading-start.ts'
import { routeEdges } from '#canvas/geometry/route-edges.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

export interface CanvasNode {
  /** Unique on the canvas: the node's id, or a generated one for a second node with the same id. */
  key: string
  /** Index in the flow's list of nodes. */
  index: number
  node: Node
  kind: NodeKind
  /** What it is shown as. */
  visual: VisualKind
  shape: CardShape
  box: Box
  /** The node's most severe problem. */
  problem: NodeProblem | null
  /** Number of edges that arrive and leave. */
  incoming: number
  outgoing: number
  /** Number of nodes inside a group or a container step. */
  members: number
}

export interface CanvasEdge {
  /** Unique on the canvas: the edge's id, or a generated one for a second edge with the same id. */
  key: string
  /** Index in the flow's list of edges. */
  index: number
  edge: Edge
  course: EdgeCourse
  fault: boolean
  /** Number of further edges between the same two ports, which are not drawn. */
  hiddenCount: number
}

export interface CanvasGraph {
  nodes: CanvasNode[]
  /** The drawn edges. */
  edges: CanvasEdge[]
  /** Number of edges that connect two nodes, drawn or not. */
  edgeCount: number
  bounds: Box
  /** Whether the layout is in rows like text. */
  isFolded: boolean
  /** Index of the first node in reading order; -1 = there is no step. */
  start: number
}

/** Containment of nodes (`containersOf`). */
type Nesting = ReturnType<typeof containersOf>
/** By index in the list of nodes. */
type Boxes = (Box | undefined)[]

/** Padding between a group's frame and its nodes. */
const groupPadding = 24
export const emptyGroup = { width: cardWidth + 2 * groupPadding, height: 120 }

export interface FlowPicture {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
  /** Kinds of types of other products (`foreignKindsOf`); without it, they are of no kind. */
  foreignKindOf?: ForeignKindOf | null | undefined
  /** See `entriesOf`; without them, the flow has none. */
  entries?: Entries
}

/** Converts boxes relative to their parents to absolute ones, outermost first. */
function toAbsoluteBoxes(
  nodes: readonly Node[],
  { parent, order }: Nesting,
  relative: ReadonlyMap<string, Box>,
): Boxes {
  const boxes: Boxes = nodes.map(() => undefined)
  for (const index of order.toReversed()) {
    const node = nodes[index]
    const own = node && relative.get(node.id)
    if (own === undefined) continue
    const { x, y } = boxes[parent[index] ?? -1] ?? { x: 0, y: 0 }
    boxes[index] = { ...own, x: own.x + x, y: own.y + y }
  }
  return boxes
}

/** The bounding box of all boxes; null if there are none. */
function boundsOf(boxes: readonly Box[], padding: number): Box | null {
  if (boxes.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return { x: left - padding, y: top - padding, width: right - left + 2 * padding, height: bottom - top + 2 * padding }
}

/**
 * Enlarges groups to enclose their members, whatever size their file gives. Innermost first. Returns, for each node,
 * the number of nodes inside it at any depth, without groups.
 */
function fitGroups(nodes: readonly Node[], { parent, order }: Nesting, boxes: Boxes): number[] {
  const inside = groupBy(nodes.keys(), (index) => parent[index] ?? -1)
  const members = nodes.map(() => 0)
  for (const index of order) {
    const node = nodes[index]
    const children = inside.get(index) ?? []
    members[index] = children.reduce((sum, child) => sum + (members[child] ?? 0) + (isGroup(nodes[child]) ? 0 : 1), 0)
    if (!isGroup(node)) continue
    const enclosing = boundsOf(
      children.flatMap((child) => boxes[child] ?? []),
      groupPadding,
    )
    const own = boxes[index]
    const both = own === undefined || enclosing === null ? enclosing : boundsOf([own, enclosing], 0)
    if (both !== null) boxes[index] = both
  }
  return members
}

const isGroup = (node: Node | undefined): boolean => node !== undefined && kindOf(node.type) === 'group'

/** Input of `canvasGraph` that does not depend on the result of the layout. */
export interface DrawingInput {
  flow: FlowPicture
  placement: Placement
  /** Unique ids under which the nodes are drawn. */
  keys: readonly string[]
  /** The nodes with those ids, and with valid positions and sizes. */
  nodes: readonly Node[]
  /** Shapes of the nodes by those ids. */
  shapes: ReadonlyMap<string, CardShape>
  /** Edges that connect two existing nodes, as a list and by source. */
  connectedEdges: readonly Edge[]
  outgoingEdges: ReadonlyMap<string, readonly Edge[]>
  /** Edges from parts, by their owner. */
  attachedEdges: ReadonlyMap<string, readonly Edge[]>
}

/** The shape with the kinds of its parts in the order of their first parts from the left, so that lines do not cross. */
function withPartsInOrder(shape: CardShape, attached: readonly Edge[], lefts: ReadonlyMap<string, number>): CardShape {
  if (shape.parts.length < 2) return shape
  const left = ({ source }: Edge) => lefts.get(source) ?? 0
  return { ...shape, parts: cardPartsOf(attached.toSorted((a, b) => left(a) - left(b))) }
}

/**
 * Everything that is drawn; `relative` gives the boxes relative to their containers, and `rows` the tops and bottoms of
 * a folded layout. Linear.
 */
export function canvasGraph(
  { flow, placement, keys, nodes: positionedNodes, shapes, connectedEdges, outgoingEdges, attachedEdges }: DrawingInput,
  relative: ReadonlyMap<string, Box>,
  rows: Float64Array = new Float64Array(0),
): CanvasGraph {
  const { nodes } = flow
  const incomingCounts = new Map<string, number>()
  for (const { target } of connectedEdges) incomingCounts.set(target, (incomingCounts.get(target) ?? 0) + 1)
  const nesting = containersOf(positionedNodes)
  const boxes = toAbsoluteBoxes(positionedNodes, nesting, relative)
  const members = fitGroups(positionedNodes, nesting, boxes)
  const problems = nodeProblemsOf(flow.validation)
  const lefts = new Map(attachedEdges.size === 0 ? [] : nodes.map((node, index) => [node.id, boxes[index]?.x ?? 0]))
  const canvasNodes = nodes.flatMap((node, index): CanvasNode[] => {
    const key = keys[index] ?? ''
    const [shape, box] = [shapes.get(key), boxes[index]]
    if (shape === undefined || box === undefined) return []
    return [
      {
        key,
        index,
        node,
        kind: kindOf(node.type),
        visual: visualKindOf(node, flow.foreignKindOf ?? null),
        shape: withPartsInOrder(shape, attachedEdges.get(node.id) ?? [], lefts),
        box,
        problem: problems.get(node.id) ?? null,
        incoming: incomingCounts.get(node.id) ?? 0,
        outgoing: outgoingEdges.get(node.id)?.length ?? 0,
        members: members[index] ?? 0,
      },
    ]
  })
  return {
    nodes: canvasNodes,
    edges: drawEdges(canvasNodes, flow, {
      direction: layoutOptionsOf(placement)?.direction === 'down' ? 'down' : 'right',
      rows,
    }),
    edgeCount: connectedEdges.length,
    bounds: boundsOf(
      boxes.flatMap((box) => box ?? []),
      0,
    ) ?? { x: 0, y: 0, ...emptyGroup },
    isFolded: rows.length > 0,
    start: readingStart(canvasNodes, flow),
  }
}

interface EdgeToDraw {
  edge: Edge
  index: number
  hiddenCount: number
  source: CanvasNode
  target: CanvasNode
  /** Centre of the out-port, from the top of its card. */
  port: number
}

/** Larger than the height of any card, so that a port and a node fit in one number. */
const portStride = 2 ** 20

/** The edges to draw. The last one drawn between the same two ports counts the hidden ones. */
function edgesToDraw(
  edges: readonly Edge[],
  endsOf: (edge: Edge) => { source: CanvasNode; target: CanvasNode; port: number } | null,
): EdgeToDraw[] {
  /** By source, then by port and target. */
  const lastByTarget = new Map<CanvasNode, Map<number, { count: number; last: EdgeToDraw }>>()
  const drawnEdges: EdgeToDraw[] = []
  for (const [index, edge] of edges.entries()) {
    const ends = endsOf(edge)
    if (ends === null) continue
    const { source, target, port } = ends
    const leaving = lastByTarget.get(source) ?? new Map<number, { count: number; last: EdgeToDraw }>()
    lastByTarget.set(source, leaving)
    const key = target.index * portStride + port
    const before = leaving.get(key)
    if (before !== undefined && before.count >= maxParallelEdges) {
      before.last.hiddenCount += 1
      continue
    }
    const last: EdgeToDraw = { edge, index, hiddenCount: 0, source, target, port }
    drawnEdges.push(last)
    leaving.set(key, { count: (before?.count ?? 0) + 1, last })
  }
  return drawnEdges
}

/** Where the line of a part ends at its owner: below its label, on a level of its own. */
function partPlaceOf({ box, shape: { parts } }: CanvasNode, edge: Edge): EdgeEnds['attached'] {
  const word = attachmentWord(edge)
  const at = parts.findIndex((part) => part.word === word)
  const count = parts.length
  return at === -1
    ? { x: box.x + box.width / 2, depth: 0 }
    : { x: box.x + (box.width * (at + 0.5)) / count, depth: Math.min(at, count - 1 - at) }
}

/** An edge to a node inside its source begins at the left of the frame, not at the port on the right. */
const isInside = (target: CanvasNode, source: CanvasNode): boolean =>
  isContainer(source) && target.node.parent === source.node.id

function drawEdges(
  canvasNodes: readonly CanvasNode[],
  { nodes, edges }: FlowPicture,
  { direction, rows }: { direction: EdgeDirection; rows: Float64Array },
): CanvasEdge[] {
  // Edges of two nodes with the same id belong to the first of them.
  const byId = new Map(canvasNodes.toReversed().map((one) => [one.node.id, one]))
  const drawnEdges = edgesToDraw(edges, (edge) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (source === undefined || target === undefined) return null
    return { source, target, port: portOf(source.shape, edge) }
  })
  const cycles = cycleNumbers(nodes, edges)
  const routed = drawnEdges.map(({ edge, index, hiddenCount, source, target, port }) => {
    const ends: EdgeEnds = {
      from: isInside(target, source)
        ? { x: source.box.x, y: target.box.y + headPort }
        : { x: source.box.x + source.box.width, y: source.box.y + port },
      to: { x: target.box.x, y: target.box.y + headPort },
      fromBox: source.box,
      toBox: target.box,
      selfLoop: source === target,
      isInCycle: cycles[source.index] === cycles[target.index],
      attached: isAttachment(edge) ? partPlaceOf(target, edge) : undefined,
    }
    return { edge, index, hiddenCount, ends }
  })
  // A note with its own size is behind the cards, and edges cross it. Edges avoid all other notes, as they avoid cards.
  const solid = canvasNodes.filter(
    (one) => one.kind !== 'group' && !isContainer(one) && (one.kind !== 'note' || one.node.size === null),
  )
  const cards = solid.map(({ box }) => box)
  const courses = routeEdges(
    routed.map(({ ends }) => ends),
    cards,
    direction,
    rows,
  )
  const keys = distinctIds(routed.map(({ edge }) => edge))
  return routed.flatMap(({ edge, index, hiddenCount }, at) => {
    const [course, key] = [courses[at], keys[at]]
    if (course === undefined || key === undefined) return []
    return [{ key, index, edge, course, fault: isFault(edge.source_handle), hiddenCount }]
  })
}

/** Unique ids for drawing: a second node with the same id gets a new one. */
export function distinctIds(nodes: readonly { id: string }[]): string[] {
  const seenIds = new Set<string>()
  const usedIds = new Set(nodes.map((node) => node.id))
  return nodes.map(({ id }, index) => {
    let key = id
    if (seenIds.has(id))
      for (let hiddenCount = index; usedIds.has(key); hiddenCount++) key = `${id}\u0000${hiddenCount}`
    seenIds.add(id)
    usedIds.add(key)
    return key
  })
}

/** Groups items by key, in order. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
