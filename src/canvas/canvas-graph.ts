/** A flow as the canvas shows it: absolute boxes, card shapes, the courses of its edges. Pure; knows nothing of React Flow. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { isFault } from '#flow/branches.ts'
import { containersOf } from '#flow/containers.ts'
import { drawable, mostParallel } from '#flow/drawable.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import type { Size } from '#flow/flow-graph.ts'
import { placeFlow } from '#flow/place.ts'
import { problemsOf, type Problem } from '#flow/problems.ts'
import { cardWidth, headPort, portOf, shapeOf, type CardShape } from './card-rows.ts'
import type { Box, EdgeCourse, EdgeEnds } from './edge-path.ts'
import { groupBy } from './group-by.ts'
import { noteHeight, noteSizeAnew } from './note-text.ts'
import type { Placement } from './placement.ts'
import { routeEdges } from './route-edges.ts'

export interface CanvasNode {
  /** Distinct on the canvas: the node's id, but for a second node with the same one. */
  key: string
  /** Place in the flow's list of nodes. */
  index: number
  node: Node
  kind: NodeKind
  shape: CardShape
  box: Box
  /** The worst that is wrong with it. */
  problem: Problem | null
  /** Ports of the edges that arrive and leave. */
  incoming: number
  outgoing: number
  /** Nodes in a group; 0 for all others. */
  members: number
}

export interface CanvasEdge {
  /** Distinct on the canvas: the edge's id, but for a second edge with the same one. */
  key: string
  /** Place in the flow's list of edges. */
  index: number
  edge: Edge
  course: EdgeCourse
  fault: boolean
  /** Further edges between the same two ports, which are not drawn. */
  more: number
}

export interface CanvasGraph {
  nodes: CanvasNode[]
  /** Those that are drawn. */
  edges: CanvasEdge[]
  /** All that join two nodes, drawn or not. */
  edgeCount: number
  bounds: Box
}

/** Who lies inside of whom (`containersOf`). */
type Nesting = ReturnType<typeof containersOf>
/** By place in the list of nodes. */
type Boxes = (Box | undefined)[]

/** Space between a group's frame and its nodes. */
const groupPadding = 24
const emptyGroup = { width: cardWidth + 2 * groupPadding, height: 120 }

interface FlowPicture {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
}

/** Ids under which all are drawn: a second one with an id of another keeps a place of its own. */
function distinctIds(nodes: readonly { id: string }[]): string[] {
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

/** Boxes relative to their parents as boxes in one coordinate system, outside in. */
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

/** The box around all boxes; a default where there are none. */
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

/** Groups hold their members, however large their file says they are. Innermost first. Answers how many nodes each holds. */
function fitGroups(nodes: readonly Node[], { parent, order }: Nesting, boxes: Boxes): number[] {
  const inside = groupBy(nodes.keys(), (index) => parent[index] ?? -1)
  const members = nodes.map(() => 0)
  for (const index of order) {
    const node = nodes[index]
    if (node === undefined || kindOf(node.type) !== 'group') continue
    const children = inside.get(index) ?? []
    const around = boundsOf(
      children.flatMap((child) => boxes[child] ?? []),
      groupPadding,
    )
    const own = boxes[index]
    const both = own === undefined || around === null ? around : boundsOf([own, around], 0)
    if (both !== null) boxes[index] = both
    members[index] = children.reduce((sum, child) => sum + (isGroup(nodes[child]) ? (members[child] ?? 0) : 1), 0)
  }
  return members
}

const isGroup = (node: Node | undefined): boolean => node !== undefined && kindOf(node.type) === 'group'

/** The size of a node before it is placed. */
function sizeOf(node: Node, shape: CardShape): Size {
  const kind = kindOf(node.type)
  if (kind === 'note') return node.size ?? { width: cardWidth, height: noteHeight(node, cardWidth) }
  if (kind === 'group') return node.size ?? emptyGroup
  return { width: shape.width, height: shape.height }
}

/** In a layout anew paper is as large as its text needs, and a frame as what it holds. */
const sizeAnew = (node: Node, shape: CardShape): Size =>
  kindOf(node.type) === 'note' ? noteSizeAnew(node, cardWidth) : sizeOf({ ...node, size: null }, shape)

/** Everything that is drawn. Edges to nodes that do not exist are left out; `validation` names them. Linear. */
export function canvasGraph(flow: FlowPicture, placement: Placement): CanvasGraph {
  const { nodes, edges } = flow
  const keys = distinctIds(nodes)
  const known = new Set(nodes.map((node) => node.id))
  const whole = edges.filter((edge) => known.has(edge.source) && known.has(edge.target))
  const leaving = groupBy(whole, (edge) => edge.source)
  const arriving = groupBy(whole, (edge) => edge.target)
  const shapes = new Map(nodes.map((node, index) => [keys[index] ?? '', shapeOf(node, leaving.get(node.id) ?? [])]))
  const placed = nodes.map((node, index): Node => {
    const { position, size } = drawable(node)
    return { ...node, id: keys[index] ?? '', position, size }
  })
  const anew = placement === 'laid out'
  const relative = placeFlow(placed, whole, {
    anew,
    sizeOf: (node) => {
      const shape = shapes.get(node.id)
      return shape === undefined ? emptyGroup : anew ? sizeAnew(node, shape) : sizeOf(node, shape)
    },
    portsOf: ({ source, source_handle: handle, label }) => {
      const shape = shapes.get(source)
      return { source: shape === undefined ? headPort : portOf(shape, handle, label), target: headPort }
    },
  })
  const nesting = containersOf(placed)
  const boxes = inOneSystem(placed, nesting, relative)
  const members = fitGroups(placed, nesting, boxes)
  const problems = problemsOf(flow.validation)
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
        incoming: arriving.get(node.id)?.length ?? 0,
        outgoing: leaving.get(node.id)?.length ?? 0,
        members: members[index] ?? 0,
      },
    ]
  })
  return {
    nodes: drawn,
    edges: drawEdges(drawn, edges),
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
}

/** Edges that are drawn, with how many more run between the same two ports as the last of them. */
function thinned(edges: readonly Edge[], portsOf: (edge: Edge) => string | null): Kept[] {
  const counts = new Map<string, number>()
  const lasts = new Map<string, Kept>()
  const kept: Kept[] = []
  for (const [index, edge] of edges.entries()) {
    const ports = portsOf(edge)
    if (ports === null) continue
    const count = (counts.get(ports) ?? 0) + 1
    counts.set(ports, count)
    const last = lasts.get(ports)
    if (count > mostParallel && last !== undefined) last.more += 1
    else {
      const one = { edge, index, more: 0 }
      kept.push(one)
      lasts.set(ports, one)
    }
  }
  return kept
}

function drawEdges(drawn: readonly CanvasNode[], edges: readonly Edge[]): CanvasEdge[] {
  // Edges of two nodes with one id belong to the first of them.
  const byId = new Map(drawn.toReversed().map((one) => [one.node.id, one]))
  const portAt = ({ source, source_handle: handle, label }: Edge): number => {
    const shape = byId.get(source)?.shape
    return shape === undefined ? headPort : portOf(shape, handle, label)
  }
  const kept = thinned(edges, (edge) =>
    byId.has(edge.source) && byId.has(edge.target) ? JSON.stringify([edge.source, portAt(edge), edge.target]) : null,
  )
  const routed = kept.flatMap(({ edge, index, more }) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (source === undefined || target === undefined) return []
    const ends: EdgeEnds = {
      from: { x: source.box.x + source.box.width, y: source.box.y + portAt(edge) },
      to: { x: target.box.x, y: target.box.y + headPort },
      fromBox: source.box,
      toBox: target.box,
      selfLoop: source === target,
    }
    return [{ edge, index, more, ends }]
  })
  const cards = drawn.filter((one) => one.kind !== 'group' && one.kind !== 'note').map((one) => one.box)
  const courses = routeEdges(
    routed.map(({ ends }) => ends),
    cards,
  )
  const keys = distinctIds(routed.map(({ edge }) => edge))
  return routed.flatMap(({ edge, index, more }, at) => {
    const [course, key] = [courses[at], keys[at]]
    if (course === undefined || key === undefined) return []
    return [{ key, index, edge, course, fault: isFault(edge.source_handle), more }]
  })
}
