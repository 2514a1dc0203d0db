/** Draws a flow, or the part of it that lies in an area, at any nearness. What is drawn where, from far to near: LOOK.md "Canvas". */
import type { CanvasEdge, CanvasGraph, CanvasNode } from '#canvas/canvas-graph.ts'
import type { Box, Point } from '#canvas/edge-path.ts'
import { kindMark, type Colour } from './look.ts'
import { paintCard, paintGroup, paintNote, type Detail } from './paint-card.ts'
import type { Pen } from './pen.ts'

const detailOf = (zoom: number): Detail =>
  zoom >= 0.6 ? 'all' : zoom >= 0.25 ? 'names' : zoom >= 0.1 ? 'kinds' : 'marks'

export interface Scale {
  /** Screen pixels for a canvas pixel. */
  zoom: number
  /** Device pixels for a screen pixel. */
  ratio: number
}

/** Lines and frames keep at least this width on the screen. */
const leastLine = 1.1
/** Side of the square that marks a problem, in screen pixels. */
const problemSize = 7
/** A group's label keeps this part of its size on the screen, at the least. */
const leastLabel = 1
/** Marks keep this size on the screen, at the least. */
const leastMark = { width: 2, height: 1 }

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Paint reaches beyond boxes: halos, ports, labels of groups. */
const margin = 24
const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** What is drawn as a card, by the layers that it is drawn in. */
interface Layers {
  groups: CanvasNode[]
  notes: CanvasNode[]
  cards: CanvasNode[]
}

function layersIn(graph: CanvasGraph, area: Box): Layers {
  const layers: Layers = { groups: [], notes: [], cards: [] }
  const reach = grown(area, margin)
  for (const node of graph.nodes) {
    if (!overlaps(node.box, reach)) continue
    const layer = node.kind === 'group' ? layers.groups : node.kind === 'note' ? layers.notes : layers.cards
    layer.push(node)
  }
  // What is larger lies below: a group in a group is the smaller one.
  layers.groups.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  return layers
}

const edgeColour = (edge: CanvasEdge): Colour => (edge.fault ? 'bad-solid' : 'edge')

/** One edge with its arrowhead. */
function paintEdge(pen: Pen, edge: CanvasEdge, width: number, colour: Colour = edgeColour(edge)): void {
  const { course, fault } = edge
  const dash = fault ? [2, 3] : course.back ? [5, 4] : undefined
  pen.lines(course.points, dash === undefined ? { colour, width } : { colour, width, dash })
  pen.shape(course.arrow, colour)
}

function boxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Edges that come through the area. */
function paintEdges(pen: Pen, graph: CanvasGraph, area: Box, { zoom }: Scale): void {
  const reach = grown(area, margin)
  const width = Math.max(1.5, leastLine / zoom)
  for (const edge of graph.edges) if (overlaps(boxOf(edge.course.points), reach)) paintEdge(pen, edge, width)
}

/** The outermost group of each node; nodes of no group have none. */
function outermost(graph: CanvasGraph): Map<string, CanvasNode> {
  const groups = new Map(graph.nodes.flatMap((one) => (one.kind === 'group' ? [[one.node.id, one] as const] : [])))
  const found = new Map<string, CanvasNode>()
  for (const { node } of graph.nodes) {
    let group: CanvasNode | undefined
    const seen = new Set<string>([node.id])
    for (let id = node.parent; id !== null && !seen.has(id);) {
      seen.add(id)
      const above = groups.get(id)
      group = above ?? group
      id = above?.node.parent ?? null
    }
    if (group !== undefined) found.set(node.id, group)
  }
  return found
}

/** Far away only what leads from group to group: one line for all edges between two of them. */
function paintGroupEdges(pen: Pen, graph: CanvasGraph, { zoom }: Scale): void {
  const groupOf = outermost(graph)
  const drawn = new Set<string>()
  for (const { edge } of graph.edges) {
    const [from, to] = [groupOf.get(edge.source), groupOf.get(edge.target)]
    if (from === undefined || to === undefined || from === to) continue
    const key = JSON.stringify([from.node.id, to.node.id])
    if (drawn.has(key)) continue
    drawn.add(key)
    pen.lines(between(from.box, to.box), { colour: 'edge', width: (2 * leastLine) / zoom })
  }
}

/** Level out of one box, upright half-way, level into the other; from the sides that face each other. */
function between(from: Box, to: Box): Point[] {
  const isRight = to.x >= from.x + from.width
  const isLeft = to.x + to.width <= from.x
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
  if (isRight || isLeft) {
    const x1 = isRight ? from.x + from.width : from.x
    const x2 = isRight ? to.x : to.x + to.width
    const middle = (x1 + x2) / 2
    return [
      { x: x1, y: y1 },
      { x: middle, y: y1 },
      { x: middle, y: y2 },
      { x: x2, y: y2 },
    ]
  }
  const isBelow = to.y > from.y
  const x = from.x + from.width / 2
  const end = to.x + to.width / 2
  const [top, bottom] = isBelow ? [from.y + from.height, to.y] : [from.y, to.y + to.height]
  const middle = (top + bottom) / 2
  return [
    { x, y: top },
    { x, y: middle },
    { x: end, y: middle },
    { x: end, y: bottom },
  ]
}

function paintMarks(pen: Pen, cards: readonly CanvasNode[], { zoom }: Scale): void {
  const [width, height] = [leastMark.width / zoom, leastMark.height / zoom]
  for (const { box, kind } of cards) {
    const mark = { ...box, width: Math.max(box.width, width), height: Math.max(box.height, height) }
    pen.box(mark, 0, kindMark(kind))
  }
}

/** Problems are found from any distance. */
function paintProblems(pen: Pen, cards: readonly CanvasNode[], { zoom }: Scale): void {
  const size = problemSize / zoom
  for (const { box, problem } of cards) {
    if (problem === null) continue
    const at = { x: box.x + box.width / 2 - size / 2, y: box.y + box.height / 2 - size / 2, width: size, height: size }
    pen.box(at, 0, problem.level === 'error' ? 'bad-solid' : 'warn', { colour: 'surface', width: 1 / zoom })
  }
}

/** Draws what lies in `area` (canvas pixels). The ground is not drawn: it is the caller's. */
export function paintFlow(pen: Pen, graph: CanvasGraph, area: Box, scale: Scale, detail = detailOf(scale.zoom)): void {
  const { groups, notes, cards } = layersIn(graph, area)
  const label = detail === 'all' ? 1 : Math.max(1, leastLabel / scale.zoom)
  const isFar = detail === 'kinds' || detail === 'marks'
  // From here on the names of groups are larger than the frames inside of them.
  for (const group of groups) paintGroup(pen, group, isFar && group.node.parent !== null ? null : label)
  for (const note of notes) paintNote(pen, note, detail)
  if (detail === 'marks') {
    paintGroupEdges(pen, graph, scale)
    paintMarks(pen, cards, scale)
    paintProblems(pen, cards, scale)
    return
  }
  paintEdges(pen, graph, area, scale)
  // Browsers round the line of a frame down to whole device pixels.
  const portLine = Math.max(1, Math.floor(1.5 * scale.ratio)) / scale.ratio
  for (const card of cards) paintCard(pen, card, detail, portLine)
  if (detail === 'kinds') paintProblems(pen, cards, scale)
}
