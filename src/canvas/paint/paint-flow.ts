/** Draws a flow, or the part of it that lies in an area, at any nearness. What is drawn where, from far to near: LOOK.md "Canvas". */
import { grown, overlaps } from '#canvas/boxes.ts'
import { detailOf } from '#canvas/detail.ts'
import type { Box, Point } from '#canvas/edge-path.ts'
import type { DrawnEdge, DrawnNode, Drawing } from './drawing.ts'
import { tones, wears, type Dress, type DressTone } from './dress.ts'
import { kindMark, type Colour } from './look.ts'
import { paintCard, paintGroup, paintNote } from './paint-card.ts'
import type { Pen } from './pen.ts'

export interface Scale {
  /** Screen pixels for a canvas pixel. */
  zoom: number
  /** Device pixels for a screen pixel. */
  ratio: number
}

/** How opaque is what others stand out against. */
const faded = 0.55
/** Lines and frames keep at least this width on the screen. */
const leastLine = 1.1
/** Side of the square that marks a problem, in screen pixels. */
const problemSize = 7
/** A group's label keeps this part of its size on the screen, at the least. */
const leastLabel = 1
/** Marks keep this size on the screen, at the least. */
const leastMark = { width: 2, height: 1 }

/** Paint reaches beyond boxes: halos, ports, labels of groups. */
const margin = 24

/** Places of what is drawn, by the layers that it is drawn in. */
interface Layers {
  groups: number[]
  notes: number[]
  cards: number[]
}

function layersIn({ nodes }: Drawing, area: Box): Layers {
  const layers: Layers = { groups: [], notes: [], cards: [] }
  const reach = grown(area, margin)
  for (const [place, { kind, box }] of nodes.entries()) {
    if (!overlaps(box, reach)) continue
    const layer = kind === 'group' ? layers.groups : kind === 'note' ? layers.notes : layers.cards
    layer.push(place)
  }
  // What is larger lies below: a group in a group is the smaller one.
  const size = (place: number) => (nodes[place]?.box.width ?? 0) * (nodes[place]?.box.height ?? 0)
  layers.groups.sort((a, b) => size(b) - size(a))
  return layers
}

const edgeColour = (edge: DrawnEdge): Colour => (edge.fault ? 'bad-solid' : 'edge')

/** One edge with its arrowhead. */
function paintEdge(pen: Pen, edge: DrawnEdge, width: number, colour: Colour = edgeColour(edge)): void {
  const { course, fault } = edge
  const dash = fault ? [2, 3] : course.back ? [5, 4] : undefined
  pen.lines(course.points, dash === undefined ? { colour, width } : { colour, width, dash })
  pen.shape(course.arrow, colour)
}

/** Edges that come through the area; those that stand out come last. */
function paintEdges(pen: Pen, { edges }: Drawing, area: Box, { zoom }: Scale, dress: Dress | null): void {
  const reach = grown(area, margin)
  const width = Math.max(1.5, leastLine / zoom)
  const chosen: DrawnEdge[] = []
  for (const [place, edge] of edges.entries()) {
    if (!overlaps(edge.box, reach)) continue
    const byte = dress?.edges[place] ?? 0
    if (wears(byte, 'chosen')) chosen.push(edge)
    else if (wears(byte, 'dim')) pen.faded(faded, () => paintEdge(pen, edge, width))
    else paintEdge(pen, edge, width)
  }
  for (const edge of chosen) paintEdge(pen, edge, (width * 2.5) / 1.5, edge.fault ? 'bad-solid' : 'accent')
}

/** Far away only what leads from group to group: one line for all edges between two of them. */
function paintGroupEdges(pen: Pen, drawing: Drawing, { zoom }: Scale): void {
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

/** What a node wears: bits of `wear`, and how it went in a run. */
interface Worn {
  byte: number
  tone: DressTone
}

/** The colour of a run; a node without one, or that it did not reach, has none. */
const toneColour = (tone: DressTone): Colour | null => (tone === 'none' || tone === 'unreached' ? null : tone)

function paintMark(pen: Pen, { box, kind }: DrawnNode, { byte, tone }: Worn, { zoom }: Scale): void {
  const width = Math.max(box.width, leastMark.width / zoom)
  const height = Math.max(box.height, leastMark.height / zoom)
  const isChosen = wears(byte, 'chosen') || wears(byte, 'near')
  const colour = isChosen ? 'accent' : (toneColour(tone) ?? kindMark(kind))
  pen.box({ x: box.x, y: box.y, width, height }, 0, colour)
}

/** The run at a card: its frame and its bottom edge, which grows with the distance. */
function paintTone(pen: Pen, { box }: DrawnNode, tone: DressTone, { zoom }: Scale): void {
  const colour = toneColour(tone)
  if (colour === null) return
  const height = Math.max(2, 2.5 / zoom)
  pen.box(box, 6, null, { colour, width: Math.max(1, 1 / zoom) })
  pen.box({ x: box.x, y: box.y + box.height - height, width: box.width, height }, [0, 0, 6, 6], colour)
}

/** Problems are found from any distance. */
function paintProblem(pen: Pen, { box, problem }: DrawnNode, { zoom }: Scale): void {
  if (problem === null) return
  const size = problemSize / zoom
  const at = { x: box.x + box.width / 2 - size / 2, y: box.y + box.height / 2 - size / 2, width: size, height: size }
  pen.box(at, 0, problem === 'error' ? 'bad-solid' : 'warn', { colour: 'surface', width: 1 / zoom })
}

/** Draws what lies in `area` (canvas pixels). The ground is not drawn: it is the caller's. */
export function paintFlow(pen: Pen, drawing: Drawing, area: Box, scale: Scale, dress: Dress | null = null): void {
  const detail = detailOf(scale.zoom)
  const { groups, notes, cards } = layersIn(drawing, area)
  const label = detail === 'all' ? 1 : Math.max(1, leastLabel / scale.zoom)
  const toneOf = (place: number): DressTone => tones[dress?.tones[place] ?? 0] ?? 'none'
  /** What others stand out against is drawn paler. */
  const each = (places: readonly number[], draw: (node: DrawnNode, worn: Worn) => void) => {
    for (const place of places) {
      const node = drawing.nodes[place]
      if (node === undefined) continue
      const worn = { byte: dress?.nodes[place] ?? 0, tone: toneOf(place) }
      if (wears(worn.byte, 'dim') || worn.tone === 'unreached') pen.faded(faded, () => draw(node, worn))
      else draw(node, worn)
    }
  }
  const isFar = detail === 'kinds' || detail === 'marks'
  // From here on the names of groups are larger than the frames inside of them.
  each(groups, (group) => paintGroup(pen, group, isFar && group.group !== -1 ? null : label))
  each(notes, (note) => paintNote(pen, note, detail))
  if (detail === 'marks') {
    paintGroupEdges(pen, drawing, scale)
    each(cards, (card, worn) => paintMark(pen, card, worn, scale))
  } else {
    paintEdges(pen, drawing, area, scale, dress)
    // Browsers round the line of a frame down to whole device pixels.
    const portLine = Math.max(1, Math.floor(1.5 * scale.ratio)) / scale.ratio
    each(cards, (card, { byte, tone }) => {
      paintCard(pen, card, detail, portLine, byte)
      paintTone(pen, card, tone, scale)
    })
  }
  if (isFar) each(cards, (card) => paintProblem(pen, card, scale))
}
