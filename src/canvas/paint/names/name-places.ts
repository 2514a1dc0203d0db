/**
 * Where the names of steps and the titles of notes and groups stand at one zoom: like the labels of a map, where they
 * cover nothing. Places depend on the step of the zoom only, so that names stay where they are while the view moves.
 */
import { BoxGrid } from '#canvas/geometry/box-grid.ts'
import { common, expandBox, overlaps, paintMargin, type Box, type Point } from '#canvas/geometry/box-geometry.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { stepRatio, stepZoom, tileBoxOf, tileSideAt } from '#canvas/model/tile-box.ts'
import { isStep, type DrawnNode, type Drawing } from '#canvas/paint/drawing.ts'
import { edgeFormOf } from '#canvas/paint/edge-form.ts'
import { fontRenewals } from '#canvas/pen/fonts.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import { breakName, type BrokenName } from './break-name.ts'
import { compactHead, compactName, grown, nameRoom } from './compact-card.ts'
import { cutName } from './cut-name.ts'
import {
  nameFont,
  nameLine,
  type PlacedName,
  type NamePlaces,
  scaled,
  nameAnchor,
  boxOfName,
  boxOfTitle,
} from './name-boxes.ts'
import { edgeTexts } from '#canvas/paint/paint-edges.ts'
import { isGridable, Occupancy, taken } from './occupancy.ts'
import { boxesOfText, placeNoteText } from './note-lines.ts'
import { nameGap, placesBeside, type Side } from './places-beside.ts'
import { placeTitle } from './title-places.ts'

/** Maximum steps that are kept for one flow. */
const maxSteps = 6

/** Free pixels between a name and the tile below it that has a mark at its corner. */
const markedGap = 8
/** Free pixels around everything that is solid, and left and right of names. */
const solidMargin = 1
const nameMargin = 5
/** How far the names of steps beyond the area extend into it, in screen pixels. */
const reach = 200

/** Maximum lines of a name in a compact card. */
const maxCompactLines = 3

type Measure = Pick<Pen, 'measure'>

/** What the names of a flow are at every zoom. */
interface FlowNames {
  renewals: number
  broken: (BrokenName[] | undefined)[]
  /** 0 is placed first. */
  weights: Uint8Array
  /** 1 = parts hang below the step, or a loop returns there. */
  isBusyBelow: Uint8Array
  steps: Map<number, NamePlaces>
}

const flowNames = new WeakMap<Drawing, FlowNames>()

function weightOf({ visual, problem, shape }: DrawnNode, hasParts: boolean): number {
  if (visual.hue === 'trigger') return 0
  if (problem !== null) return 1
  if (shape.rows.length > 0) return 2
  return hasParts ? 3 : 4
}

function namesOf(drawing: Drawing): FlowNames {
  const known = flowNames.get(drawing)
  if (known?.renewals === fontRenewals()) return known
  const { nodes, edges } = drawing
  const isBusyBelow = new Uint8Array(nodes.length)
  for (const { course, source, target } of edges) {
    if (course.attached) isBusyBelow[target] = 1
    if (course.back) isBusyBelow[source] = isBusyBelow[target] = 1
  }
  const names: FlowNames = {
    renewals: fontRenewals(),
    broken: [],
    weights: Uint8Array.from(nodes, (node, index) => weightOf(node, isBusyBelow[index] === 1)),
    isBusyBelow,
    steps: new Map(),
  }
  flowNames.set(drawing, names)
  return names
}

/** The state of placing names in one area; all lengths in screen pixels at the zoom of the step. */
interface Placing {
  drawing: Drawing
  flow: FlowNames
  places: NamePlaces
  zoom: number
  /** Side of tiles; null in compact cards, and among marks. */
  side: number | null
  isCompact: boolean
  grid: Occupancy
  pen: Measure
}

/** What a step covers: its tile, its card, or its mark. */
export const solidOf = ({ box }: DrawnNode, { zoom, side }: Pick<Placing, 'zoom' | 'side'>): Box =>
  scaled(side === null ? box : tileBoxOf(box, side / zoom), zoom)

/** The form in which edges and their texts are painted. */
const edgeBrush = ({ pen, zoom, side, isCompact }: Placing) => ({
  pen,
  zoom,
  tile: side === null ? null : side / zoom,
  detail: isCompact ? ('compact' as const) : ('far' as const),
})

/** Where names belong to a compact card, whose sides move apart within a step of the zoom. */
const cardCorners: Record<Side, Point> = {
  below: { x: 0.5, y: 1 },
  above: { x: 0.5, y: 0 },
  right: { x: 1, y: 0.5 },
  left: { x: 0, y: 0.5 },
}

/** Marks a line, whose stretches are level or upright. */
function markLine(grid: Occupancy, points: readonly Point[], zoom: number): void {
  for (let at = 1; at < points.length; at += 1) {
    const [a, b] = [points[at - 1], points[at]]
    if (a === undefined || b === undefined) continue
    const [x, y] = [Math.min(a.x, b.x) * zoom, Math.min(a.y, b.y) * zoom]
    const [width, height] = [Math.abs(a.x - b.x) * zoom + 2, Math.abs(a.y - b.y) * zoom + 2]
    grid.mark({ x: x - 1, y: y - 1, width, height }, taken.line)
  }
}

function markOutline(grid: Occupancy, { x, y, width, height }: Box): void {
  for (const line of [
    { x: x - 1, y: y - 1, width: width + 2, height: 2 },
    { x: x - 1, y: y + height - 1, width: width + 2, height: 2 },
    { x: x - 1, y: y - 1, width: 2, height: height + 2 },
    { x: x + width - 1, y: y - 1, width: 2, height: height + 2 },
  ])
    grid.mark(line, taken.border)
}

/** What a name takes: its box, with room on its left and right. */
const roomOf = ({ x, y, width, height }: Box): Box => ({ x: x - nameMargin, y, width: width + 2 * nameMargin, height })

/** Marks all that names must not cover, or had better not. `area` in canvas pixels. */
function markAll(placing: Placing, area: Box): void {
  const { drawing, places, zoom, grid } = placing
  const form = edgeFormOf(drawing, edgeBrush(placing))
  for (const [index, { box }] of drawing.edges.entries())
    if (overlaps(box, area)) markLine(grid, form.cornersOf(index), zoom)
  for (const { box } of edgeTexts(edgeBrush(placing), drawing)) if (overlaps(box, area)) grid.addText(scaled(box, zoom))
  for (const [index, node] of drawing.nodes.entries()) {
    if (!overlaps(node.box, area)) continue
    const name = places.names.get(index)
    if (isStep(node)) grid.mark(expandBox(grown(solidOf(node, placing), name?.grow ?? 0), solidMargin), taken.solid)
    else markOutline(grid, scaled(node.box, zoom))
    if (name && name.side !== 'inside') grid.addText(roomOf(boxOfName(name, nameAnchor(node.box, zoom, name.corner))))
    const text = places.texts.get(index)
    if (text) for (const line of boxesOfText(text, node.box, zoom, placing.pen)) grid.addText(line)
    const title = places.titles.get(index)
    if (title) grid.addText(boxOfTitle(title, node.box, zoom))
  }
}

/** How much worse a side is than the best one; busy = parts hang below, or a loop returns there. */
const sideCosts: Record<'free' | 'busy', Record<Side, number>> = {
  free: { below: 0, above: 4, right: 6, left: 7 },
  busy: { below: 5, above: 1, right: 6, left: 7 },
}
/** Cost of each cell of a line below a name: an edge through two lines of text is worse than any side. */
const lineCost = 0.9
/** Width in pixels from which a name costs more, and how much wider costs 1. */
const [wideName, widthPerCost] = [80, 20]

/** In how many lines a name of this length is tried first. */
const lineOrder = (length: number): readonly number[] =>
  length <= 12 ? [1, 2] : length <= 24 ? [2, 3, 1] : [3, 2, 4, 1]

interface Candidate extends PlacedName {
  cost: number
}

/** What a name may cover: `clear` = nothing but lines, `texts` = names that can move, `marks` = steps as small as marks. */
type Cover = 'clear' | 'texts' | 'marks'

/** Bits of what a name at this side may not cover: beside a step, where its edges are, no lines either. */
function forbiddenBits(side: Side, cover: Cover): number {
  if (cover === 'marks') return 0
  return side === 'right' || side === 'left' ? taken.solid | taken.line : taken.solid
}

/** Calls `act` with each place beside a step that covers no more than it may and costs less than `most()`. */
function eachCandidate(
  { grid, flow, drawing, places: { zoom }, ...placing }: Placing,
  index: number,
  cover: Cover,
  { most, act }: { most: () => number; act: (candidate: Candidate) => void },
): void {
  const node = drawing.nodes[index]
  if (node === undefined) return
  const broken = (flow.broken[index] ??= breakName(node.name, nameFont, placing.pen))
  const solid = solidOf(node, { zoom, side: placing.side })
  const costs = sideCosts[flow.isBusyBelow[index] === 1 ? 'busy' : 'free']
  const gap = node.problem === null ? nameGap : markedGap
  for (const side of ['below', 'above', 'right', 'left'] as const) {
    const corner = placing.isCompact ? cardCorners[side] : undefined
    const anchor = nameAnchor(node.box, zoom, corner)
    for (const [order, count] of lineOrder(node.name.length).entries()) {
      const name = broken[count - 1]
      if (name === undefined) continue
      const forbidden = forbiddenBits(side, cover)
      const nameCost = costs[side] + order + Math.max(0, name.width - wideName) / widthPerCost
      // Most names stand at one of their first places: all others cost more even without a line below them.
      if (nameCost >= most()) continue
      for (const { dx, dy, shiftCost } of placesBeside(side, solid, anchor, name, gap)) {
        const sideCost = nameCost + shiftCost
        const maxLines = (most() - sideCost) / lineCost
        if (maxLines <= 0) continue
        const box = { x: anchor.x + dx, y: anchor.y + dy, width: name.width, height: name.lines.length * nameLine }
        const lines = grid.linesBelow(box, forbidden, { texts: cover === 'texts' ? 'ignore' : 'avoid', most: maxLines })
        if (lines < maxLines)
          act({ ...name, side, corner, dx, dy, isOnTop: cover === 'marks', grow: 0, cost: sideCost + lines * lineCost })
      }
    }
  }
}

/** The best place beside a step; null if all cover too much. */
function bestCandidate(placing: Placing, index: number, cover: Cover): Candidate | null {
  const best: { candidate: Candidate | null } = { candidate: null }
  eachCandidate(placing, index, cover, {
    most: () => best.candidate?.cost ?? Infinity,
    act: (candidate) => (best.candidate = candidate),
  })
  return best.candidate
}

/** All places beside a step over nothing but names that can move, the best first. */
function candidatesFor(placing: Placing, index: number): Candidate[] {
  const candidates: Candidate[] = []
  eachCandidate(placing, index, 'texts', { most: () => Infinity, act: (candidate) => candidates.push(candidate) })
  return candidates.toSorted((a, b) => a.cost - b.cost)
}

/** Whether a card can grow upwards and downwards without touching another one. */
function canGrow({ grid }: Placing, { x, y, width, height }: Box, by: number): boolean {
  // Between what it takes now, rounded to cells of the grid, and what it would take.
  const strip = { x, width, height: by / 2 - 1 }
  return [y - by / 2 - 2, y + height + 3].every((top) => grid.linesBelow({ ...strip, y: top }, taken.solid) < Infinity)
}

/** The name inside its compact card, which grows if it has no branches and nothing is in the way; null if it does not fit. */
function insideCard(placing: Placing, node: DrawnNode, broken: readonly BrokenName[]): PlacedName | null {
  const { zoom, grid } = placing
  const card = scaled(node.box, zoom)
  const room = nameRoom(node, zoom)
  const fitting = broken.slice(0, maxCompactLines).find(({ width }) => width <= room)
  if (fitting === undefined) return null
  const inside: PlacedName = { ...fitting, side: 'inside', dx: 0, dy: 0, isOnTop: false, grow: 0 }
  const height = fitting.lines.length * compactName.line
  if (height <= Math.max(compactHead(node, zoom) + compactName.slack, compactName.line)) return inside
  const grow = height + compactName.padding - card.height
  if (node.shape.rows.length > 0 || !canGrow(placing, card, grow)) return null
  grid.mark(expandBox(grown(card, grow), solidMargin), taken.solid)
  return { ...inside, grow }
}

/** The room that a step's name takes; null inside a card, and without one. */
function roomAt({ drawing, places, zoom }: Placing, index: number): Box | null {
  const [node, name] = [drawing.nodes[index], places.names.get(index)]
  if (node === undefined || !name || name.side === 'inside') return null
  return roomOf(boxOfName(name, nameAnchor(node.box, zoom, name.corner)))
}

/** Gives a step's name this place; null takes it away. */
function setName(placing: Placing, index: number, name: PlacedName | null): void {
  const before = roomAt(placing, index)
  if (before !== null) placing.grid.removeText(before)
  placing.places.names.set(index, name)
  const room = roomAt(placing, index)
  if (room !== null) placing.grid.addText(room)
}

function placeName(placing: Placing, index: number, node: DrawnNode): void {
  const { flow, isCompact } = placing
  const broken = (flow.broken[index] ??= breakName(node.name, nameFont, placing.pen))
  const inside = isCompact ? insideCard(placing, node, broken) : null
  setName(placing, index, inside ?? bestCandidate(placing, index, 'clear'))
}

/** Gives a step without a name a cut one in its compact card, in as many lines as have room. */
function placeCutName(placing: Placing, index: number): void {
  const { zoom, pen, places } = placing
  const node = placing.drawing.nodes[index]
  if (node === undefined || places.names.get(index) !== null) return
  let name: PlacedName | null = null
  for (let count = maxCompactLines; count > 0; count -= 1)
    name ??= insideCard(placing, node, [cutName(node.name, nameRoom(node, zoom), count, pen)])
  places.names.set(index, name)
}

/** Maximum names for which others are moved: in a larger flow at this zoom there is hardly room to move any. */
const maxMoving = 400
/** Maximum share of steps without a name for which others are moved: with more, one move in ten makes room. */
const maxNamelessShare = 0.35
/** Maximum names that move to make room for another one. */
const maxMoved = 3

/** The steps whose names may be in the way of a step's. */
function stepsNear({ drawing: { nodes }, zoom }: Placing, index: number, steps: readonly number[]): number[] {
  const node = nodes[index]
  if (node === undefined) return []
  const near = expandBox(node.box, (2 * reach) / zoom)
  return steps.filter((step) => overlaps(nodes[step]?.box ?? node.box, near))
}

/** Makes room for a name by moving others to their next best place; leaves all as it is if that does not succeed. */
function makeRoom(placing: Placing, index: number, steps: readonly number[]): boolean {
  const others = stepsNear(placing, index, steps)
  const rooms = others.map((other) => roomAt(placing, other))
  for (const candidate of candidatesFor(placing, index)) {
    setName(placing, index, candidate)
    const room = roomAt(placing, index)
    const inTheWay = others.filter((_, at) => {
      const taking = rooms[at] ?? null
      return room !== null && taking !== null && overlaps(room, taking)
    })
    const before = inTheWay.map((other) => placing.places.names.get(other) ?? null)
    if (inTheWay.length <= maxMoved) {
      for (const other of inTheWay) setName(placing, other, null)
      // What is left in the way is a title.
      const isFree = inTheWay.every((other) => {
        const next = bestCandidate(placing, other, 'clear')
        setName(placing, other, next)
        return next !== null
      })
      if (isFree && isAlone(placing, index)) return true
      for (const [at, other] of inTheWay.entries()) setName(placing, other, before[at] ?? null)
    }
    setName(placing, index, null)
  }
  return false
}

/** Whether a step's name covers no other text. */
function isAlone(placing: Placing, index: number): boolean {
  const room = roomAt(placing, index)
  if (room === null) return false
  placing.grid.removeText(room)
  const isFree = placing.grid.linesBelow(room, 0) < Infinity
  placing.grid.addText(room)
  return isFree
}

/** Cells of which each has one name at least, where steps are marks: about the size of a name with room around it. */
const landmark = { width: 150, height: 48 }
/** Maximum texts per cell of the size of a landmark: more have no room side by side. */
const maxTextsPerCell = 128
/** Maximum steps in view that are all tried where steps are marks: of more, hardly one has room. */
const maxTried = 3_000

/** Where steps are marks, names stand for areas: in each cell without a name, the first step has one, over its marks. */
function placeLandmarks(placing: Placing, ordered: readonly number[]): void {
  const { drawing, places, zoom } = placing
  const cellOf = (index: number): string => {
    const { x, y } = drawing.nodes[index]?.box ?? { x: 0, y: 0 }
    return `${Math.floor((x * zoom) / landmark.width)}:${Math.floor((y * zoom) / landmark.height)}`
  }
  const named = new Set(ordered.filter((index) => places.names.get(index)).map(cellOf))
  for (const index of ordered) {
    const cell = cellOf(index)
    if (named.has(cell)) continue
    named.add(cell)
    setName(placing, index, bestCandidate(placing, index, 'marks'))
  }
}

/**
 * Takes away names that cover another text at the end of the step of the zoom: of two whose steps are further apart
 * there, one may stand on the far side of the other.
 */
function dropColliding(placing: Placing, ordered: readonly number[]): void {
  const { drawing, places } = placing
  const end = placing.zoom * stepRatio
  const texts = new BoxGrid(landmark.width, maxTextsPerCell)
  const boxAt = (index: number): Box | null => {
    const [node, name, title] = [drawing.nodes[index], places.names.get(index), places.titles.get(index)]
    if (node === undefined) return null
    if (title) return boxOfTitle(title, node.box, end)
    return name && name.side !== 'inside' ? boxOfName(name, nameAnchor(node.box, end, name.corner)) : null
  }
  const added = new Set(ordered)
  for (const index of [...places.titles.keys(), ...places.names.keys()]) {
    const box = added.has(index) ? null : boxAt(index)
    if (box !== null) texts.add(box)
  }
  for (const index of ordered) {
    const box = boxAt(index)
    if (box === null) continue
    if (texts.isTaken(box)) setName(placing, index, null)
    else texts.add(box)
  }
}

/** Places the titles of notes and groups, of the largest first. */
function placeTitles(placing: Placing, frames: readonly number[]): void {
  const { nodes } = placing.drawing
  const size = (index: number) => (nodes[index]?.box.width ?? 0) * (nodes[index]?.box.height ?? 0)
  for (const index of frames.toSorted((one, other) => size(other) - size(one))) {
    const node = nodes[index]
    if (node !== undefined) placeTitle(placing, index, node)
  }
}

function placeNoteTexts(placing: Placing, frames: readonly number[]): void {
  for (const index of frames) {
    const node = placing.drawing.nodes[index]
    if (node?.kind === 'note') placeNoteText(placing, index, node)
  }
}

/** Places what is in `area` and not placed yet. */
function placeIn(placing: Placing, area: Box, missing: readonly number[]): void {
  const { drawing, flow, places } = placing
  markAll(placing, area)
  const frames: number[] = []
  const steps: number[] = []
  for (const index of missing) {
    const node = drawing.nodes[index]
    if (node !== undefined) (isStep(node) ? steps : frames).push(index)
  }
  placeTitles(placing, frames)
  const ordered = steps.toSorted((a, b) => (flow.weights[a] ?? 0) - (flow.weights[b] ?? 0) || a - b)
  const isAmongMarks = placing.side === null && !placing.isCompact
  const isTried = !isAmongMarks || ordered.length <= maxTried
  for (const index of ordered) {
    const node = isTried ? drawing.nodes[index] : undefined
    if (node === undefined) places.names.set(index, null)
    else placeName(placing, index, node)
  }
  const nameless = ordered.filter((index) => places.names.get(index) === null)
  if (ordered.length <= maxMoving && nameless.length <= maxNamelessShare * ordered.length)
    for (const index of nameless) makeRoom(placing, index, ordered)
  if (isAmongMarks) placeLandmarks(placing, ordered)
  dropColliding(placing, ordered)
  if (!placing.isCompact) return
  for (const index of ordered) placeCutName(placing, index)
  placeNoteTexts(placing, frames)
}

/**
 * The places of all names and titles in an area (canvas pixels) and some around it, below the zoom where cards are whole.
 * Names that were placed before, for another area at this step of the zoom, stay.
 */
export function placeNames(drawing: Drawing, area: Box, zoom: number, pen: Measure): NamePlaces {
  const flow = namesOf(drawing)
  const step = stepZoom(zoom)
  const places = flow.steps.get(step) ?? { zoom: step, names: new Map(), titles: new Map(), texts: new Map() }
  flow.steps.delete(step)
  flow.steps.set(step, places)
  const [oldest] = flow.steps.keys()
  if (flow.steps.size > maxSteps && oldest !== undefined) flow.steps.delete(oldest)
  const wide = common(expandBox(area, reach / step), expandBox(drawing.bounds, reach / step))
  if (wide === null) return places
  const missing: number[] = []
  for (const [index, { box }] of drawing.nodes.entries())
    if (overlaps(box, wide) && !places.names.has(index) && !places.titles.has(index)) missing.push(index)
  // A name is never cut at the edge of the drawing: what lies outside the grid has no room.
  const around = common(expandBox(wide, reach / step), expandBox(drawing.bounds, paintMargin / step))
  if (missing.length === 0 || around === null || !isGridable(scaled(around, step))) return places
  const isCompact = detailOf(zoom) === 'compact'
  const side = isCompact ? null : tileSideAt(step, drawing.spacing)
  const placing = { drawing, flow, places, zoom: step, side, isCompact, grid: new Occupancy(scaled(around, step)), pen }
  placeIn(placing, around, missing)
  return places
}
