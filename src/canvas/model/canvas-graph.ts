/** A flow as the canvas shows it: absolute boxes, card shapes, paths of edges. Pure; independent of React Flow. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { isFault } from '#flow/graph/branches.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { maxParallelEdges } from '#flow/drawable.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import { circlesOf, isAttachment } from '#flow/graph/ways.ts'
import { nodeProblemsOf, type NodeProblem } from '#flow/health/findings.ts'
import { cardWidth, headPort, isHolder, portOf, type CardShape } from './card-rows.ts'
import type { EdgeDirection, EdgeCourse, EdgeEnds } from '#canvas/geometry/edge-path.ts'
import { mannerOf, type Placement } from './placement.ts'
import { routeEdges } from '#canvas/geometry/route-edges.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

export interface CanvasNode {
  /** Unique on the canvas: the node's id, or a generated one for a second node with the same id. */
  key: string
  /** Index in the flow's list of nodes. */
  index: number
  node: Node
  kind: NodeKind
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
  more: number
}

export interface CanvasGraph {
  nodes: CanvasNode[]
  /** The drawn edges. */
  edges: CanvasEdge[]
  /** Edges that connect two nodes, drawn or not. */
  edgeCount: number
  bounds: Box
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
}

/** Converts boxes relative to their parents to absolute ones, outermost first. */
function inOneSystem(nodes: readonly Node[], { parent, order }: Nesting, relative: ReadonlyMap<string, Box>): Boxes {
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

/** The bounding box of all boxes; null without any. */
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
 * Enlarges groups to enclose their members, whatever size their file gives. Innermost first. Returns the number of
 * nodes in each node.
 */
function fitGroups(nodes: readonly Node[], { parent, order }: Nesting, boxes: Boxes): number[] {
  const inside = groupBy(nodes.keys(), (index) => parent[index] ?? -1)
  const members = nodes.map(() => 0)
  for (const index of order) {
    const node = nodes[index]
    const children = inside.get(index) ?? []
    members[index] = children.reduce((sum, child) => sum + (members[child] ?? 0) + (isGroup(nodes[child]) ? 0 : 1), 0)
    if (!isGroup(node)) continue
    const around = boundsOf(
      children.flatMap((child) => boxes[child] ?? []),
      groupPadding,
    )
    const own = boxes[index]
    const both = own === undefined || around === null ? around : boundsOf([own, around], 0)
    if (both !== null) boxes[index] = both
  }
  return members
}

const isGroup = (node: Node | undefined): boolean => node !== undefined && kindOf(node.type) === 'group'

/** Facts about a flow's drawing that do not depend on positions. */
export interface Unplaced {
  flow: FlowPicture
  placement: Placement
  /** Unique ids under which the nodes are drawn. */
  keys: readonly string[]
  /** The nodes with those ids, and with valid positions and sizes. */
  nodes: readonly Node[]
  /** Shapes of the nodes by those ids. */
  shapes: ReadonlyMap<string, CardShape>
  /** Edges that connect two existing nodes, as a list and by source. */
  whole: readonly Edge[]
  leaving: ReadonlyMap<string, readonly Edge[]>
}

/** Everything that is drawn; `relative` gives the boxes relative to their containers. Linear. */
export function canvasGraph(
  { flow, placement, keys, nodes: placed, shapes, whole, leaving }: Unplaced,
  relative: ReadonlyMap<string, Box>,
): CanvasGraph {
  const { nodes } = flow
  const arriving = new Map<string, number>()
  for (const { target } of whole) arriving.set(target, (arriving.get(target) ?? 0) + 1)
  const nesting = containersOf(placed)
  const boxes = inOneSystem(placed, nesting, relative)
  const members = fitGroups(placed, nesting, boxes)
  const problems = nodeProblemsOf(flow.validation)
  const drawn = nodes.flatMap((node, index): CanvasNode[] => {
    const key = keys[index] ?? ''
    const [shape, box] = [shapes.get(key), boxes[index]]
    if (shape === undefined || box === undefined) return []
    return [
      {
        key,
        index,
        node,
        kind: kindOf(node.type),
        shape,
        box,
        problem: problems.get(node.id) ?? null,
        incoming: arriving.get(node.id) ?? 0,
        outgoing: leaving.get(node.id)?.length ?? 0,
        members: members[index] ?? 0,
      },
    ]
  })
  return {
    nodes: drawn,
    edges: drawEdges(drawn, flow, mannerOf(placement)?.direction ?? 'right'),
    edgeCount: whole.length,
    bounds: boundsOf(
      boxes.flatMap((box) => box ?? []),
      0,
    ) ?? { x: 0, y: 0, ...emptyGroup },
  }
}

interface Kept {
  edge: Edge
  index: number
  more: number
  source: CanvasNode
  target: CanvasNode
  /** Centre of the out-port, from the top of its card. */
  port: number
}

/** Larger than the height of any card, so that a port and a node fit in one number. */
const portStride = 2 ** 20

/** The edges to draw. The last one drawn between the same two ports counts the hidden ones. */
function thinned(
  edges: readonly Edge[],
  endsOf: (edge: Edge) => { source: CanvasNode; target: CanvasNode; port: number } | null,
): Kept[] {
  /** By source, then by port and target. */
  const lasts = new Map<CanvasNode, Map<number, { count: number; last: Kept }>>()
  const kept: Kept[] = []
  for (const [index, edge] of edges.entries()) {
    const ends = endsOf(edge)
    if (ends === null) continue
    const { source, target, port } = ends
    const leaving = lasts.get(source) ?? new Map<number, { count: number; last: Kept }>()
    lasts.set(source, leaving)
    const key = target.index * portStride + port
    const before = leaving.get(key)
    if (before !== undefined && before.count >= maxParallelEdges) {
      before.last.more += 1
      continue
    }
    const last: Kept = { edge, index, more: 0, source, target, port }
    kept.push(last)
    leaving.set(key, { count: (before?.count ?? 0) + 1, last })
  }
  return kept
}

/** An edge to a node inside its source begins at the left of the frame, not at the port on the right. */
const isInside = (target: CanvasNode, source: CanvasNode): boolean =>
  isHolder(source) && target.node.parent === source.node.id

function drawEdges(
  drawn: readonly CanvasNode[],
  { nodes, edges }: FlowPicture,
  direction: EdgeDirection,
): CanvasEdge[] {
  // Edges of two nodes with the same id belong to the first of them.
  const byId = new Map(drawn.toReversed().map((one) => [one.node.id, one]))
  const kept = thinned(edges, (edge) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (source === undefined || target === undefined) return null
    return { source, target, port: portOf(source.shape, edge) }
  })
  const circles = circlesOf(nodes, edges)
  const routed = kept.map(({ edge, index, more, source, target, port }) => {
    const ends: EdgeEnds = {
      from: isInside(target, source)
        ? { x: source.box.x, y: target.box.y + headPort }
        : { x: source.box.x + source.box.width, y: source.box.y + port },
      to: { x: target.box.x, y: target.box.y + headPort },
      fromBox: source.box,
      toBox: target.box,
      selfLoop: source === target,
      onCircle: circles[source.index] === circles[target.index],
      attached: isAttachment(edge),
    }
    return { edge, index, more, ends }
  })
  // A note with its own size is behind the cards, and edges cross it; edges avoid other notes like cards.
  const solid = drawn.filter(
    (one) => one.kind !== 'group' && !isHolder(one) && (one.kind !== 'note' || one.node.size === null),
  )
  const cards = solid.map(({ box }) => box)
  const courses = routeEdges(
    routed.map(({ ends }) => ends),
    cards,
    direction,
  )
  const keys = distinctIds(routed.map(({ edge }) => edge))
  return routed.flatMap(({ edge, index, more }, at) => {
    const [course, key] = [courses[at], keys[at]]
    if (course === undefined || key === undefined) return []
    return [{ key, index, edge, course, fault: isFault(edge.source_handle), more }]
  })
}

/** Unique ids for drawing: a second node with the same id gets a new one. */
export function distinctIds(nodes: readonly { id: string }[]): string[] {
  const seen = new Set<string>()
  const taken = new Set(nodes.map((node) => node.id))
  return nodes.map(({ id }, index) => {
    let key = id
    if (seen.has(id)) for (let more = index; taken.has(key); more++) key = `${id}\u0000${more}`
    seen.add(id)
    taken.add(key)
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
