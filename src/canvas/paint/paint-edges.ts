/** Paints edges: their lines, arrowheads, and their style from path, difference and run. Canvas pixels. */
import { expandBox, overlaps, type Point, type Box } from '#canvas/geometry/box-geometry.ts'
import { differenceKinds, hasEmphasis, type DifferenceKind, type Emphasis } from '#canvas/model/emphasis.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Brush } from './brush.ts'
import type { DrawnEdge, Drawing } from './drawing.ts'
import { changeColour } from './paint-change.ts'

/** Arrowheads and wide lines extend beyond the boxes of edges. */
const margin = 24

/** Opacity of edges that a run did not take. */
const untakenOpacity = 0.45
/** Minimum width on the screen of an edge of width 1.5; in proportion for other widths. */
const minLineWidth = 1.1
/** Maximum edges that are drawn one by one at low zoom: more would merge. */
const maxFarEdges = 400

/** Style of an edge from path, difference and run, in this order of precedence. */
interface EdgeStyle {
  colour: Colour
  width: number
  dash: readonly number[] | null
  opacity: number
}

function edgeStyle({ fault, course }: DrawnEdge, byte: number, change: DifferenceKind, dimOpacity: number): EdgeStyle {
  const base: EdgeStyle = {
    colour: fault ? 'bad-solid' : 'edge',
    // An edge from a part to its owner is thinner than an edge that runs follow.
    width: course.attached ? 1 : 1.5,
    dash: fault ? [2, 3] : course.back ? [5, 4] : null,
    opacity: 1,
  }
  if (hasEmphasis(byte, 'chosen')) return { ...base, width: 2.5, colour: fault ? base.colour : 'accent' }
  if (change === 'added') return { ...base, width: 2.5, colour: 'ok' }
  if (change === 'removed') return { ...base, width: 2, colour: 'bad-solid', dash: [6, 4] }
  if (change === 'changed') return { ...base, width: 2.5, colour: 'warn' }
  const opacity = hasEmphasis(byte, 'untaken')
    ? untakenOpacity
    : hasEmphasis(byte, 'dim') || change === 'same'
      ? dimOpacity
      : 1
  if (hasEmphasis(byte, 'taken') && !fault) return { ...base, width: 2, colour: 'accent', opacity }
  return { ...base, opacity }
}

/** One edge with its arrowhead. */
function paintEdge({ pen, zoom }: Brush, { course }: DrawnEdge, { colour, width, dash, opacity }: EdgeStyle): void {
  const stroke = { colour, width: Math.max(width, ((width / 1.5) * minLineWidth) / zoom) }
  const draw = () => {
    pen.lines(course.points, dash === null ? stroke : { ...stroke, dash })
    pen.polygon(course.arrow, colour)
  }
  if (opacity < 1) pen.withAlpha(opacity, null, draw)
  else draw()
}

/** Edges that cross the area; emphasized ones last, on top. */
function paintEdges(brush: Brush, { edges }: Drawing, area: Box, emphasis: Emphasis | null): void {
  const visibleArea = expandBox(area, margin)
  const deferred: (() => void)[] = []
  for (const [edgeIndex, edge] of edges.entries()) {
    if (!overlaps(edge.box, visibleArea)) continue
    const byte = emphasis?.edges[edgeIndex] ?? 0
    const change = differenceKinds[emphasis?.edgeChanges[edgeIndex] ?? 0] ?? 'none'
    const draw = () => paintEdge(brush, edge, edgeStyle(edge, byte, change, brush.pen.dimOpacity))
    if (hasEmphasis(byte, 'chosen') || hasEmphasis(byte, 'taken') || changeColour(change) !== null) deferred.push(draw)
    else draw()
  }
  for (const draw of deferred) draw()
}

/** Paints only edges between groups, at low zoom: one line for all edges from one group to another. */
function paintGroupEdges({ pen, zoom }: Brush, drawing: Drawing): void {
  const { nodes, edges } = drawing
  const groupOf = (nodeIndex: number): number => nodes[nodeIndex]?.group ?? -1
  const drawnPairs = new Set<number>()
  for (const { source, target } of edges) {
    const [a, b] = [groupOf(source), groupOf(target)]
    const [from, to] = [nodes[a], nodes[b]]
    const key = a * nodes.length + b
    if (from === undefined || to === undefined || from === to || drawnPairs.has(key)) continue
    drawnPairs.add(key)
    pen.lines(connectorPoints(from.box, to.box), { colour: 'edge', width: (2 * minLineWidth) / zoom })
  }
}

/**
 * The line between two boxes, from the sides that face each other: horizontal at both ends and vertical in the middle,
 * or, between boxes above each other, the other way round.
 */
function connectorPoints(from: Box, to: Box): Point[] {
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

/** Paints the edges that cross the area. */
export function paintEdgesIn(brush: Brush, drawing: Drawing, area: Box, emphasis: Emphasis | null): void {
  if (brush.detail === 'far' && brush.tile === null && drawing.edges.length > maxFarEdges)
    paintGroupEdges(brush, drawing)
  else paintEdges(brush, drawing, area, emphasis)
}
