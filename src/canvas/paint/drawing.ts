/** What the painter knows of a flow: what is seen, and nothing else, so that it can be sent to a worker. Pure. */
import type { NodeKind } from '#flow/node-kind.ts'
import { boxOf, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import type { CanvasGraph, CanvasNode } from '#canvas/model/canvas-graph.ts'
import type { CardShape } from '#canvas/model/card-rows.ts'
import type { EdgeCourse } from '#canvas/geometry/edge-path.ts'
import { cardWord } from '#canvas/model/kind-word.ts'
import { noteText } from '#canvas/model/note-text.ts'
import { hasSecretBadge } from '#canvas/model/secret-badge.ts'

export interface DrawnNode {
  kind: NodeKind
  /** The type's own name: unknown kinds may have an icon by it. */
  type: string
  /** The type in words. */
  word: string
  name: string
  /** Key of a tool. */
  tool: string | null
  disabled: boolean
  secret: boolean
  /** Somebody wrote something about it. */
  noted: boolean
  problem: 'error' | 'warning' | null
  /** Nodes in a group. */
  members: number
  /** What stands on a note. */
  text: string
  /** Cards that lie on a note: its text ends above them. */
  over: readonly Box[]
  box: Box
  shape: CardShape
  /** Place of the outermost group around it; -1 = none. */
  group: number
}

export interface DrawnEdge {
  course: EdgeCourse
  /** Around its line. */
  box: Box
  fault: boolean
  /** Places of its nodes. */
  source: number
  target: number
}

export interface Drawing {
  nodes: readonly DrawnNode[]
  edges: readonly DrawnEdge[]
  bounds: Box
}

/** Places of nodes by their ids; of two with one id the first. */
function placesOf(nodes: readonly CanvasNode[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, { node }] of nodes.entries()) if (!places.has(node.id)) places.set(node.id, place)
  return places
}

/** For each node the outermost group that it lies in. */
function outermostGroups(nodes: readonly CanvasNode[], places: ReadonlyMap<string, number>): number[] {
  return nodes.map(({ node }) => {
    let group = -1
    const seen = new Set<string>([node.id])
    for (let id = node.parent; id !== null && !seen.has(id);) {
      seen.add(id)
      const place = places.get(id)
      if (place === undefined) break
      group = place
      id = nodes[place]?.node.parent ?? null
    }
    return group
  })
}

/** Questions which card lies on which note: beyond that texts run on below cards. */
const mostAsked = 4_000_000

/** The cards on a note. */
function cardsOn(notes: readonly CanvasNode[], nodes: readonly CanvasNode[]): Map<CanvasNode, Box[]> {
  const cards = nodes.filter(({ kind }) => kind !== 'group' && kind !== 'note').map(({ box }) => box)
  if (notes.length * cards.length > mostAsked) return new Map()
  return new Map(notes.map((note) => [note, cards.filter((box) => overlaps(box, note.box))]))
}

function drawnNode({ node, kind, shape, box, problem, members }: CanvasNode, group: number, over: Box[]): DrawnNode {
  return {
    kind,
    type: node.type,
    word: cardWord(kind, node.type),
    name: kind === 'group' ? node.name : node.name || node.id,
    tool: node.tool,
    disabled: node.disabled,
    secret: hasSecretBadge(node.config),
    noted: node.notes.trim() !== '',
    problem: problem?.level ?? null,
    members,
    text: kind === 'note' ? noteText(node) : '',
    over,
    box,
    shape,
    group,
  }
}

/** The drawing of a canvas graph; nodes and edges keep their places. */
export function drawingOf(graph: CanvasGraph): Drawing {
  const places = placesOf(graph.nodes)
  const groups = outermostGroups(graph.nodes, places)
  const over = cardsOn(
    graph.nodes.filter(({ kind }) => kind === 'note'),
    graph.nodes,
  )
  return {
    nodes: graph.nodes.map((one, place) => drawnNode(one, groups[place] ?? -1, over.get(one) ?? [])),
    edges: graph.edges.map(({ edge, course, fault }) => ({
      course,
      box: boxOf(course.points),
      fault,
      source: places.get(edge.source) ?? -1,
      target: places.get(edge.target) ?? -1,
    })),
    bounds: graph.bounds,
  }
}

const made = new WeakMap<CanvasGraph, Drawing>()

/** The same, made once for a graph. */
export function drawingIn(graph: CanvasGraph): Drawing {
  const drawing = made.get(graph) ?? drawingOf(graph)
  made.set(graph, drawing)
  return drawing
}
