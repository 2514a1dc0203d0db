/** Paints a flow, or the part of it in an area, at any zoom. Levels of detail: docs/design.md, "Canvas". */
import { grown, overlaps, type Point, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf, leastText } from '#canvas/geometry/detail.ts'
import { isHolder } from '#canvas/model/card-rows.ts'
import type { Brush, Scale } from './brush.ts'
import { isRinged, tileStrength, toneColour, nodeEmphasisAt, type NodeEmphasis } from './card-style.ts'
import type { DrawnEdge, DrawnNode, Drawing } from './drawing.ts'
import { differenceKinds, hasEmphasis, type DifferenceKind, type Emphasis } from '#canvas/model/emphasis.ts'
import { kindMark, type Colour } from '#canvas/pen/palette.ts'
import { paintCard } from './paint-card.ts'
import { changeColour, paintHalo, paintSign, paintWas } from './paint-change.ts'
import { labelSize, paintGroup } from './paint-group.ts'
import { paintNote } from './paint-note.ts'
import type { Pen } from '#canvas/pen/pen.ts'

/** Opacity of edges that a run did not take. */
const untaken = 0.45
/** Minimum width of lines and frames on the screen. */
const leastLine = 1.1
/** Side of the square that marks a problem, in screen pixels. */
const problemSize = 7
/** Minimum scale of a group's label on the screen. */
const leastLabel = 1
/** Minimum size of marks on the screen. */
const leastMark = { width: 2, height: 1 }
/** The same for changed nodes: only their colour is visible. */
const changedMark = { width: 5, height: 5 }

/** Paint extends beyond boxes: halos, ports, labels of groups. */
const margin = 24

/** Indexes of what is drawn, by layer. */
interface Layers {
  groups: number[]
  notes: number[]
  cards: number[]
}

function layersIn({ nodes }: Drawing, area: Box): Layers {
  const layers: Layers = { groups: [], notes: [], cards: [] }
  const reach = grown(area, margin)
  for (const [place, node] of nodes.entries()) {
    const { kind, box } = node
    if (!overlaps(box, reach)) continue
    const layer = kind === 'group' || isHolder(node) ? layers.groups : kind === 'note' ? layers.notes : layers.cards
    layer.push(place)
  }
  // Larger groups are painted first, so that nested groups are on top of them.
  const size = (place: number) => (nodes[place]?.box.width ?? 0) * (nodes[place]?.box.height ?? 0)
  layers.groups.sort((a, b) => size(b) - size(a))
  return layers
}

/** Style of an edge from path, run and difference, in this order. */
interface EdgeLook {
  colour: Colour
  width: number
  dash: readonly number[] | null
  strength: number
}

function edgeLook({ fault, course }: DrawnEdge, byte: number, change: DifferenceKind, pale: number): EdgeLook {
  const own: EdgeLook = {
    colour: fault ? 'bad-solid' : 'edge',
    // An edge from a part to its owner is thinner than an edge that runs follow.
    width: course.attached ? 1 : 1.5,
    dash: fault ? [2, 3] : course.back ? [5, 4] : null,
    strength: 1,
  }
  if (hasEmphasis(byte, 'chosen')) return { ...own, width: 2.5, colour: fault ? own.colour : 'accent' }
  if (change === 'added') return { ...own, width: 2.5, colour: 'ok' }
  if (change === 'removed') return { ...own, width: 2, colour: 'bad-solid', dash: [6, 4] }
  if (change === 'changed') return { ...own, width: 2.5, colour: 'warn' }
  const strength = hasEmphasis(byte, 'untaken') ? untaken : hasEmphasis(byte, 'dim') || change === 'same' ? pale : 1
  if (hasEmphasis(byte, 'taken') && !fault) return { ...own, width: 2, colour: 'accent', strength }
  return { ...own, strength }
}

/** One edge with its arrowhead. */
function paintEdge({ pen, zoom }: Brush, { course }: DrawnEdge, { colour, width, dash, strength }: EdgeLook): void {
  const stroke = { colour, width: Math.max(width, ((width / 1.5) * leastLine) / zoom) }
  const draw = () => {
    pen.lines(course.points, dash === null ? stroke : { ...stroke, dash })
    pen.shape(course.arrow, colour)
  }
  if (strength < 1) pen.faded(strength, null, draw)
  else draw()
}

/** Edges that cross the area; emphasized ones last, on top. */
function paintEdges(brush: Brush, { edges }: Drawing, area: Box, dress: Emphasis | null): void {
  const reach = grown(area, margin)
  const later: (() => void)[] = []
  for (const [place, edge] of edges.entries()) {
    if (!overlaps(edge.box, reach)) continue
    const byte = dress?.edges[place] ?? 0
    const change = differenceKinds[dress?.edgeChanges[place] ?? 0] ?? 'none'
    const draw = () => paintEdge(brush, edge, edgeLook(edge, byte, change, brush.pen.pale))
    if (hasEmphasis(byte, 'chosen') || hasEmphasis(byte, 'taken') || changeColour(change) !== null) later.push(draw)
    else draw()
  }
  for (const draw of later) draw()
}

/** Paints only edges between groups, at low zoom: one line for all edges between two groups. */
function paintGroupEdges({ pen, zoom }: Brush, drawing: Drawing): void {
  const { nodes, edges } = drawing
  const groupOf = (place: number): number => nodes[place]?.group ?? -1
  const drawn = new Set<number>()
  for (const { source, target } of edges) {
    const [a, b] = [groupOf(source), groupOf(target)]
    const [from, to] = [nodes[a], nodes[b]]
    const key = a * nodes.length + b
    if (from === undefined || to === undefined || from === to || drawn.has(key)) continue
    drawn.add(key)
    pen.lines(between(from.box, to.box), { colour: 'edge', width: (2 * leastLine) / zoom })
  }
}

/**
 * The line between two boxes, from the sides that face each other: horizontal at both ends, vertical in the middle.
 */
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

function paintMark({ pen, zoom }: Brush, { box, kind }: DrawnNode, worn: NodeEmphasis): void {
  const { byte, tone, change } = worn
  const differs = changeColour(change)
  const least = differs === null ? leastMark : changedMark
  const width = Math.max(box.width, least.width / zoom)
  const height = Math.max(box.height, least.height / zoom)
  const standsOut = isRinged(worn) || hasEmphasis(byte, 'near')
  const colour = standsOut ? 'accent' : (differs ?? toneColour(tone) ?? kindMark(kind))
  const draw = () => pen.box({ x: box.x, y: box.y, width, height }, 0, colour)
  const strength = tileStrength(worn, pen.pale)
  if (strength < 1) pen.faded(strength, null, draw)
  else draw()
}

/** Problem marks are visible at any zoom. */
function paintProblem({ pen, zoom }: Brush, { box, problem }: DrawnNode): void {
  if (problem === null) return
  const size = problemSize / zoom
  const at = { x: box.x + box.width / 2 - size / 2, y: box.y + box.height / 2 - size / 2, width: size, height: size }
  pen.box(at, 0, problem === 'error' ? 'bad-solid' : 'warn', { colour: 'surface', width: 1 / zoom })
}

/** Earlier positions of moved nodes in the area. */
function paintPlacesLeft(brush: Brush, { nodes }: Drawing, area: Box, dress: Emphasis): void {
  for (const [place, move] of dress.moves) {
    const node = nodes[place]
    if (node === undefined || differenceKinds[dress.changes[place] ?? 0] !== 'moved') continue
    const { x, y, width, height } = node.box
    if (overlaps({ x: x - move.x, y: y - move.y, width, height }, area)) paintWas(brush, node, move)
  }
}

/** Maximum edges that are drawn one by one at low zoom: more would merge. */
const maxFarEdges = 400

/** Paints what is in `area` (canvas pixels), without the background, which the caller paints. */
export function paintFlow(pen: Pen, drawing: Drawing, area: Box, scale: Scale, dress: Emphasis | null = null): void {
  const detail = detailOf(scale.zoom)
  const brush: Brush = { pen, detail, zoom: scale.zoom, ratio: pen.layout ?? scale.ratio }
  const { groups, notes, cards } = layersIn(drawing, area)
  const isNear = detail === 'all' || detail === 'small'
  const label = Math.max(1, (isNear ? leastText / labelSize : leastLabel) / scale.zoom)
  const each = (places: readonly number[], draw: (node: DrawnNode, worn: NodeEmphasis, place: number) => void) => {
    for (const place of places) {
      const node = drawing.nodes[place]
      if (node !== undefined) draw(node, nodeEmphasisAt(dress, place), place)
    }
  }
  const isFar = detail === 'kinds' || detail === 'marks'
  const labels = new Map<number, Box | null>()
  each(groups, (group, worn, place) => {
    // A container step is drawn as a card if its text is legible, else as a frame like a group.
    if (!isNear || !isHolder(group)) {
      // At low zoom, labels are larger than nested frames, so that only outermost groups have one.
      const size = isFar && group.group !== -1 ? null : label
      labels.set(place, paintGroup(brush, group, worn, size, labels.get(group.group) ?? null))
      return
    }
    paintHalo(brush, group, worn.change)
    paintCard(brush, group, worn)
  })
  each(notes, (note, worn) => paintNote(brush, note, worn))
  if (dress !== null) paintPlacesLeft(brush, drawing, area, dress)
  if (detail === 'marks') {
    if (drawing.edges.length > maxFarEdges) paintGroupEdges(brush, drawing)
    else paintEdges(brush, drawing, area, dress)
    each(cards, (card, worn) => paintMark(brush, card, worn))
  } else {
    paintEdges(brush, drawing, area, dress)
    each(cards, (card, worn) => {
      paintHalo(brush, card, worn.change)
      paintCard(brush, card, worn)
    })
    // Signs extend beyond their cards, so they are painted last, on top of other cards.
    for (const layer of [groups, notes, cards]) each(layer, (node, worn) => paintSign(brush, node, worn.change))
  }
  if (isFar) each(cards, (card) => paintProblem(brush, card))
}
