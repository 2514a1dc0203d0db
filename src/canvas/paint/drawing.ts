/** The painter's data of a flow: only what is visible, so that it can be sent to a worker. Pure. */
import type { NodeKind } from '#flow/node-kind.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { boxOf, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import type { CanvasEdge, CanvasGraph, CanvasNode } from '#canvas/model/canvas-graph.ts'
import { isContainer, type CardShape } from '#canvas/model/card-shape.ts'
import { branchOf } from '#canvas/model/edge-branch.ts'
import { cachedSpacing } from '#canvas/model/tile-box.ts'
import type { EdgeCourse } from '#canvas/geometry/edge-path.ts'
import { stepWord } from '#flow/visual-kind/step-words.ts'
import { nodeTitle, noteText } from '#canvas/model/note-text.ts'
import { noteTintOf } from '#canvas/model/note-tint.ts'
import type { NoteTint } from '#flow/visual-kind/kind-hues.ts'
import { hasSecretBadge } from '#canvas/model/secret-badge.ts'

export interface DrawnNode {
  kind: NodeKind
  /** Icon and colour. */
  visual: VisualKind
  /** Display name of the type. */
  word: string
  name: string
  /** Key of the tool that the node calls. */
  tool: string | null
  disabled: boolean
  secret: boolean
  /** Whether the node has notes. */
  hasNotes: boolean
  problem: 'error' | 'warning' | null
  /** Nodes in a group. */
  members: number
  /** The tint of a note, or of a group that has a colour. */
  tint: NoteTint | null
  /** Text of a note. */
  text: string
  /** Cards on top of a note: its text ends above them. */
  cardsOnTop: readonly Box[]
  box: Box
  shape: CardShape
  /** Index of the outermost group around it; -1 = none. */
  group: number
}

/** Whether a node is drawn as a card or a tile, not as a frame or a note. */
export const isStep = (node: Pick<DrawnNode, 'kind' | 'members'>): boolean =>
  node.kind !== 'group' && node.kind !== 'note' && !isContainer(node)

export interface DrawnEdge {
  course: EdgeCourse
  /** Bounding box of its line. */
  box: Box
  fault: boolean
  /** Indexes of its nodes. */
  source: number
  target: number
  /** Name of its branch; "" = none. */
  branch: string
  /** Place of its branch at the tile of its source, from the middle, as a share of the tile's side. */
  fan: number
  /** Whether it leads back to a loop, to its next item. */
  nextItem: boolean
}

export interface Drawing {
  nodes: readonly DrawnNode[]
  edges: readonly DrawnEdge[]
  bounds: Box
  /** Distance between neighbouring steps (`spacingOf`). */
  spacing: number
}

/** Indexes of nodes by id; of two with the same id the first. */
function indexesById(nodes: readonly CanvasNode[]): Map<string, number> {
  const indexById = new Map<string, number>()
  for (const [nodeIndex, { node }] of nodes.entries()) if (!indexById.has(node.id)) indexById.set(node.id, nodeIndex)
  return indexById
}

/** The outermost group of each node. */
function outermostGroups(nodes: readonly CanvasNode[], indexById: ReadonlyMap<string, number>): number[] {
  return nodes.map(({ node }) => {
    let group = -1
    const visited = new Set<string>([node.id])
    for (let id = node.parent; id !== null && !visited.has(id);) {
      visited.add(id)
      const nodeIndex = indexById.get(id)
      if (nodeIndex === undefined) break
      group = nodeIndex
      id = nodes[nodeIndex]?.node.parent ?? null
    }
    return group
  })
}

/** Maximum pairs of card and note that are checked: beyond that, cards cover the text of notes. */
const maxComparisons = 4_000_000

/** The cards on each note. */
function cardsOn(notes: readonly CanvasNode[], nodes: readonly CanvasNode[]): Map<CanvasNode, Box[]> {
  const cards = nodes.filter(({ kind }) => kind !== 'group' && kind !== 'note').map(({ box }) => box)
  if (notes.length * cards.length > maxComparisons) return new Map()
  return new Map(notes.map((note) => [note, cards.filter((box) => overlaps(box, note.box))]))
}

function drawnNode(
  { node, kind, visual, shape, box, problem, members }: CanvasNode,
  group: number,
  cardsOnTop: Box[],
): DrawnNode {
  return {
    kind,
    visual,
    word: stepWord(node.type, visual),
    name: kind === 'group' ? node.name : nodeTitle(node),
    tool: node.tool,
    disabled: node.disabled,
    secret: hasSecretBadge(node.config),
    hasNotes: node.notes.trim() !== '',
    problem: problem?.level ?? null,
    members,
    tint: kind === 'note' ? (noteTintOf(node.config) ?? 'sand') : kind === 'group' ? noteTintOf(node.config) : null,
    text: kind === 'note' ? noteText(node) : '',
    cardsOnTop,
    box,
    shape,
    group,
  }
}

function drawnEdge(one: CanvasEdge, { nodes }: CanvasGraph, indexById: ReadonlyMap<string, number>): DrawnEdge {
  const { edge, course, fault } = one
  const [source, target] = [indexById.get(edge.source) ?? -1, indexById.get(edge.target) ?? -1]
  const { label, fan } = branchOf(one, nodes[source])
  return {
    course,
    box: boxOf(course.points),
    fault,
    source,
    target,
    branch: label,
    fan,
    nextItem: course.back && nodes[target]?.visual.id === 'loop',
  }
}

/** The drawing of a canvas graph; nodes and edges keep their indexes. */
export function drawingOf(graph: CanvasGraph): Drawing {
  const indexById = indexesById(graph.nodes)
  const groups = outermostGroups(graph.nodes, indexById)
  const cardsOnTop = cardsOn(
    graph.nodes.filter(({ kind }) => kind === 'note'),
    graph.nodes,
  )
  return {
    nodes: graph.nodes.map((one, nodeIndex) => drawnNode(one, groups[nodeIndex] ?? -1, cardsOnTop.get(one) ?? [])),
    edges: graph.edges.map((one) => drawnEdge(one, graph, indexById)),
    bounds: graph.bounds,
    spacing: cachedSpacing(graph),
  }
}

const drawingCache = new WeakMap<CanvasGraph, Drawing>()

/** The same, cached per graph. */
export function cachedDrawing(graph: CanvasGraph): Drawing {
  const drawing = drawingCache.get(graph) ?? drawingOf(graph)
  drawingCache.set(graph, drawing)
  return drawing
}
