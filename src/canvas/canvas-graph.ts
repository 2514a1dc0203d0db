/** A flow as the canvas shows it: absolute boxes, card shapes, the courses of its edges. Pure; knows nothing of React Flow. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { isFault } from '#flow/branches.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import type { Size } from '#flow/layout.ts'
import { placeFlow } from '#flow/place.ts'
import { cardWidth, headPort, portOf, shapeOf, type CardShape } from './card-rows.ts'
import type { Box, EdgeCourse } from './edge-path.ts'
import { groupBy } from './group-by.ts'
import { routeEdges, type RoutedEdge } from './route-edges.ts'

export type Placement = 'given' | 'laid out'

export interface CanvasNode {
  node: Node
  kind: NodeKind
  shape: CardShape
  box: Box
  /** The worst that is wrong with it. */
  problem: { level: 'error' | 'warning'; words: string } | null
  /** Ports of the edges that arrive and leave. */
  incoming: number
  outgoing: number
  /** Nodes in a group; 0 for all others. */
  members: number
}

export interface CanvasEdge {
  edge: Edge
  course: EdgeCourse
  fault: boolean
}

export interface CanvasGraph {
  nodes: CanvasNode[]
  edges: CanvasEdge[]
  bounds: Box
}

/** Space between a group's frame and its nodes. */
const groupPadding = 24
const noteSize = { width: cardWidth, height: 84 }
const emptyGroup = { width: cardWidth + 2 * groupPadding, height: 120 }

interface FlowPicture {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
}

/** True where the flow says where its nodes stand; those it says nothing of are laid out. */
export const hasPositions = (nodes: readonly Node[]): boolean => nodes.some((node) => node.position !== null)

/** Parents from the nearest outwards, without going round in a circle. */
function ancestors(node: Node, byId: ReadonlyMap<string, Node>): Node[] {
  const chain: Node[] = []
  let parent = node.parent === null ? undefined : byId.get(node.parent)
  while (parent !== undefined && parent !== node && !chain.includes(parent)) {
    chain.push(parent)
    parent = parent.parent === null ? undefined : byId.get(parent.parent)
  }
  return chain
}

/** Boxes relative to their parents as boxes in one coordinate system. */
function inOneSystem(nodes: readonly Node[], relative: ReadonlyMap<string, Box>): Map<string, Box> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return new Map(
    nodes.flatMap((node) => {
      const own = relative.get(node.id)
      if (own === undefined) return []
      const box = { ...own }
      for (const parent of ancestors(node, byId)) {
        box.x += relative.get(parent.id)?.x ?? 0
        box.y += relative.get(parent.id)?.y ?? 0
      }
      return [[node.id, box] as const]
    }),
  )
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

/** Groups hold their members, however large their file says they are. Innermost first. */
function fitGroups(nodes: readonly Node[], boxes: Map<string, Box>): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const depth = new Map(nodes.map((node) => [node.id, ancestors(node, byId).length]))
  const children = groupBy(nodes, (node) => node.parent)
  const groups = nodes.filter((node) => kindOf(node.type) === 'group')
  const members = new Map<string, number>()
  for (const group of groups.toSorted((a, b) => (depth.get(b.id) ?? 0) - (depth.get(a.id) ?? 0))) {
    const inside = (children.get(group.id) ?? []).filter((child) => child !== group)
    const boxesInside = inside.flatMap((child) => boxes.get(child.id) ?? [])
    const around = boundsOf(boxesInside, groupPadding)
    const own = boxes.get(group.id)
    const both = own === undefined || around === null ? around : boundsOf([own, around], 0)
    if (both !== null) boxes.set(group.id, both)
    members.set(
      group.id,
      inside.reduce((sum, child) => sum + (members.get(child.id) ?? 1), 0),
    )
  }
  return members
}

function problemsOf(validation: readonly Finding[]): Map<string, CanvasNode['problem']> {
  const worst = new Map<string, CanvasNode['problem']>()
  for (const { level, node_id: id, message } of validation) {
    if (id === undefined || level === 'info') continue
    if (worst.get(id)?.level === 'error') continue
    worst.set(id, { level, words: message })
  }
  return worst
}

/** The size of a node before it is placed. */
function sizeOf(node: Node, shape: CardShape): Size {
  const kind = kindOf(node.type)
  if (kind === 'note') return node.size ?? noteSize
  if (kind === 'group') return node.size ?? emptyGroup
  return { width: shape.width, height: shape.height }
}

/** Everything that is drawn. Edges to nodes that do not exist are left out; `validation` names them. */
export function canvasGraph(flow: FlowPicture, placement: Placement): CanvasGraph {
  const { nodes, edges } = flow
  const known = new Set(nodes.map((node) => node.id))
  const whole = edges.filter((edge) => known.has(edge.source) && known.has(edge.target))
  const leaving = groupBy(whole, (edge) => edge.source)
  const arriving = groupBy(whole, (edge) => edge.target)
  const shapes = new Map(nodes.map((node) => [node.id, shapeOf(node, leaving.get(node.id) ?? [])]))
  const placed = placement === 'given' ? nodes : nodes.map((node) => ({ ...node, position: null }))
  const relative = placeFlow(placed, whole, (node) => {
    const shape = shapes.get(node.id)
    return shape === undefined ? noteSize : sizeOf(node, shape)
  })
  const boxes = inOneSystem(nodes, relative)
  const members = fitGroups(nodes, boxes)
  const problems = problemsOf(flow.validation)
  const drawn = nodes.flatMap((node): CanvasNode[] => {
    const [shape, box] = [shapes.get(node.id), boxes.get(node.id)]
    if (shape === undefined || box === undefined) return []
    return [
      {
        node,
        kind: kindOf(node.type),
        shape,
        box,
        problem: problems.get(node.id) ?? null,
        incoming: arriving.get(node.id)?.length ?? 0,
        outgoing: leaving.get(node.id)?.length ?? 0,
        members: members.get(node.id) ?? 0,
      },
    ]
  })
  return {
    nodes: drawn,
    edges: drawEdges(drawn, whole),
    bounds: boundsOf([...boxes.values()], 0) ?? { x: 0, y: 0, ...noteSize },
  }
}

function drawEdges(drawn: readonly CanvasNode[], edges: readonly Edge[]): CanvasEdge[] {
  const byId = new Map(drawn.map((one) => [one.node.id, one]))
  const routed = edges.flatMap((edge): RoutedEdge[] => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (source === undefined || target === undefined) return []
    return [
      {
        id: edge.id,
        from: {
          x: source.box.x + source.box.width,
          y: source.box.y + portOf(source.shape, edge.source_handle, edge.label),
        },
        to: { x: target.box.x, y: target.box.y + headPort },
        fromBox: source.box,
        toBox: target.box,
        selfLoop: source === target,
      },
    ]
  })
  const cards = drawn.filter((one) => one.kind !== 'group' && one.kind !== 'note').map((one) => one.box)
  const courses = routeEdges(routed, cards)
  return edges.flatMap((edge) => {
    const course = courses.get(edge.id)
    return course === undefined ? [] : [{ edge, course, fault: isFault(edge.source_handle) }]
  })
}
