/** Paints a flow, or the part of it in an area, at any zoom. Levels of detail: docs/design.md, "Canvas". */
import { expandBox, overlaps, type Point, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf, leastText } from '#canvas/geometry/detail.ts'
import { isContainer } from '#canvas/model/card-rows.ts'
import type { Brush, Scale } from './brush.ts'
import { isRinged, tileOpacity, toneColour, nodeEmphasisAt, type NodeEmphasis } from './card-style.ts'
import type { DrawnEdge, DrawnNode, Drawing } from './drawing.ts'
import { differenceKinds, hasEmphasis, type DifferenceKind, type Emphasis } from '#canvas/model/emphasis.ts'
import { kindMark } from '#canvas/pen/kind-colours.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { paintCard } from './paint-card.ts'
import { changeColour, paintHalo, paintSign, paintPreviousPosition } from './paint-change.ts'
import { labelSize, paintGroup } from './paint-group.ts'
import { paintNote } from './paint-note.ts'
import type { Pen } from '#canvas/pen/pen.ts'

/** Opacity of edges that a run did not take. */
const untakenOpacity = 0.45
/** Minimum width on the screen of an edge of width 1.5; in proportion for other widths. */
const minLineWidth = 1.1
/** Side of the square that marks a problem, in screen pixels. */
const problemSize = 7
/** Minimum scale of a group's label on the screen. */
const minLabelScale = 1
/** Minimum size of marks on the screen. */
const minMarkSize = { width: 2, height: 1 }
/** The same for changed nodes: only their colour is visible. */
const minChangedMarkSize = { width: 5, height: 5 }

/** Paint extends beyond boxes: halos, ports, labels of groups. */
const margin = 24

/** Indexes of what is drawn, by layer. */
interface Layers {
  groups: number[]
  notes: number[]
  cards: number[]
}

function layersOf({ nodes }: Drawing, area: Box): Layers {
  const layers: Layers = { groups: [], notes: [], cards: [] }
  const visibleArea = expandBox(area, margin)
  for (const [nodeIndex, node] of nodes.entries()) {
    const { kind, box } = node
    if (!overlaps(box, visibleArea)) continue
    const layer = kind === 'group' || isContainer(node) ? layers.groups : kind === 'note' ? layers.notes : layers.cards
    layer.push(nodeIndex)
  }
  // Larger groups are painted first, so that nested groups are on top of them.
  const size = (nodeIndex: number) => (nodes[nodeIndex]?.box.width ?? 0) * (nodes[nodeIndex]?.box.height ?? 0)
  layers.groups.sort((a, b) => size(b) - size(a))
  return layers
}

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

function paintMark({ pen, zoom }: Brush, { box, visual }: DrawnNode, nodeEmphasis: NodeEmphasis): void {
  const { byte, tone, change } = nodeEmphasis
  const differs = changeColour(change)
  const least = differs === null ? minMarkSize : minChangedMarkSize
  const width = Math.max(box.width, least.width / zoom)
  const height = Math.max(box.height, least.height / zoom)
  const standsOut = isRinged(nodeEmphasis) || hasEmphasis(byte, 'near')
  const colour = standsOut ? 'accent' : (differs ?? toneColour(tone) ?? kindMark(visual.hue))
  const draw = () => pen.box({ x: box.x, y: box.y, width, height }, 0, colour)
  const opacity = tileOpacity(nodeEmphasis, pen.dimOpacity)
  if (opacity < 1) pen.withAlpha(opacity, null, draw)
  else draw()
}

/** The problem mark of a card that is drawn without badges, as a block or a mark. */
function paintProblem({ pen, zoom }: Brush, { box, problem }: DrawnNode): void {
  if (problem === null) return
  const size = problemSize / zoom
  const at = { x: box.x + box.width / 2 - size / 2, y: box.y + box.height / 2 - size / 2, width: size, height: size }
  pen.box(at, 0, problem === 'error' ? 'bad-solid' : 'warn', { colour: 'surface', width: 1 / zoom })
}

/** Earlier positions of moved nodes in the area. */
function paintPreviousPositions(brush: Brush, { nodes }: Drawing, area: Box, emphasis: Emphasis): void {
  for (const [nodeIndex, move] of emphasis.moves) {
    const node = nodes[nodeIndex]
    if (node === undefined || differenceKinds[emphasis.changes[nodeIndex] ?? 0] !== 'moved') continue
    const { x, y, width, height } = node.box
    if (overlaps({ x: x - move.x, y: y - move.y, width, height }, area)) paintPreviousPosition(brush, node, move)
  }
}

/** Maximum edges that are drawn one by one at low zoom: more would merge. */
const maxFarEdges = 400

/** Paints what is in `area` (canvas pixels), without the background, which the caller paints. */
export function paintFlow(pen: Pen, drawing: Drawing, area: Box, scale: Scale, emphasis: Emphasis | null = null): void {
  const detail = detailOf(scale.zoom)
  const brush: Brush = { pen, detail, zoom: scale.zoom, ratio: pen.layout ?? scale.ratio }
  const { groups, notes, cards } = layersOf(drawing, area)
  const isNear = detail === 'all' || detail === 'small'
  const label = Math.max(1, (isNear ? leastText / labelSize : minLabelScale) / scale.zoom)
  const each = (
    nodeIndexes: readonly number[],
    draw: (node: DrawnNode, nodeEmphasis: NodeEmphasis, nodeIndex: number) => void,
  ) => {
    for (const nodeIndex of nodeIndexes) {
      const node = drawing.nodes[nodeIndex]
      if (node !== undefined) draw(node, nodeEmphasisAt(emphasis, nodeIndex), nodeIndex)
    }
  }
  const isFar = detail === 'kinds' || detail === 'marks'
  const labels = new Map<number, Box | null>()
  each(groups, (group, nodeEmphasis, nodeIndex) => {
    // A container step is drawn as a card if its text is legible, else as a frame like a group.
    if (!isNear || !isContainer(group)) {
      // At low zoom, labels are larger than nested frames: only outermost groups have one.
      const size = isFar && group.group !== -1 ? null : label
      labels.set(nodeIndex, paintGroup(brush, group, nodeEmphasis, size, labels.get(group.group) ?? null))
      return
    }
    paintHalo(brush, group, nodeEmphasis.change)
    paintCard(brush, group, nodeEmphasis)
  })
  each(notes, (note, nodeEmphasis) => paintNote(brush, note, nodeEmphasis))
  if (emphasis !== null) paintPreviousPositions(brush, drawing, area, emphasis)
  if (detail === 'marks') {
    if (drawing.edges.length > maxFarEdges) paintGroupEdges(brush, drawing)
    else paintEdges(brush, drawing, area, emphasis)
    each(cards, (card, nodeEmphasis) => paintMark(brush, card, nodeEmphasis))
  } else {
    paintEdges(brush, drawing, area, emphasis)
    each(cards, (card, nodeEmphasis) => {
      paintHalo(brush, card, nodeEmphasis.change)
      paintCard(brush, card, nodeEmphasis)
    })
    // Signs extend beyond their cards, so they are painted last, on top of other cards.
    for (const layer of [groups, notes, cards])
      each(layer, (node, nodeEmphasis) => paintSign(brush, node, nodeEmphasis.change))
  }
  if (isFar) each(cards, (card) => paintProblem(brush, card))
}
