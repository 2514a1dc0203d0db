/**
 * Makes room between the nodes of one container. Positions in files are meant for smaller cards: n8n's are 96 px wide
 * and Node-RED's 30 px high, ours are 216 × 70. If cards would be too close, positions are stretched in each direction
 * by a map that preserves order, rows and columns; frames and notes behind cards are stretched, too.
 */
import { type Boxes, type Distance, overlappingPairs } from './overlapping-pairs.ts'
import { separateBoxes } from './separate-boxes.ts'
import { type GapNeed, stretchFor } from './stretch.ts'

/** Gap between cards; horizontally, it has room for two 45° bends of an edge. */
const gap: Distance = { x: 64, y: 24 }
/** Minimum gap between cards that stretching could not separate. */
const leastGap = 16
/** Maximum factor by which a pair of cards is stretched: pairs that need more already overlap in the file. */
const maxNeededFactor = 12
/** Maximum factor by which the ends of an edge are stretched to make the edge lead to the right. */
const maxEdgeFactor = 3
/** Minimum overlap of a card that lies on a note: n8n's steps are 96 px wide, Node-RED's 30 px high. */
const held: Distance = { x: 48, y: 15 }
/** Gap between a card and the border of the note under it. */
const rim = 16
/** Maximum number of card–note comparisons; with more, notes are not extended over cards. */
const maxComparisons = 4_000_000

/** Content of a container, as one array per column, with its own indexes. */
export interface Inside {
  boxes: Boxes
  /** 1 for boxes that must not overlap: cards, and groups with content. Notes are behind them. */
  solid: Uint8Array
  /** Source and target of each edge, in pairs. */
  edges: readonly number[]
}

const pick = (boxes: Boxes, places: Int32Array): Boxes => {
  const column = (values: Float64Array) => Float64Array.from(places, (place) => values[place] ?? 0)
  return { x: column(boxes.x), y: column(boxes.y), width: column(boxes.width), height: column(boxes.height) }
}

/** Space that two boxes need in one direction, in pixels and relative to their distance. */
function needBetween(corner: Float64Array, size: Float64Array, space: number, a: number, b: number) {
  const [cornerA, cornerB] = [corner[a] ?? 0, corner[b] ?? 0]
  const [from, to] = [Math.min(cornerA, cornerB), Math.max(cornerA, cornerB)]
  const room = (size[cornerA <= cornerB ? a : b] ?? 0) + space
  return { need: { from, to, room }, ratio: room / (to - from) }
}

/** For each pair that is too close, the need in the direction in which less space is missing. */
function needsOf({ x, y, width, height }: Boxes, pairs: readonly number[]): Record<'across' | 'down', GapNeed[]> {
  const needs: Record<'across' | 'down', GapNeed[]> = { across: [], down: [] }
  for (let at = 0; at < pairs.length; at += 2) {
    const [a, b] = [pairs[at] ?? 0, pairs[at + 1] ?? 0]
    const beside = needBetween(x, width, gap.x, a, b)
    const below = needBetween(y, height, gap.y, a, b)
    if (Math.min(beside.ratio, below.ratio) > maxNeededFactor) continue
    if (beside.ratio <= below.ratio) needs.across.push(beside.need)
    else needs.down.push(below.need)
  }
  return needs
}

/** Needs of edges: an edge that leads to the right in the file must also lead to the right on the canvas. */
function edgeNeeds({ boxes: { x, width }, edges }: Inside): GapNeed[] {
  const needs: GapNeed[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const [source, target] = [edges[at] ?? 0, edges[at + 1] ?? 0]
    const need = { from: x[source] ?? 0, to: x[target] ?? 0, room: (width[source] ?? 0) + gap.x }
    if (need.to > need.from && need.room <= maxEdgeFactor * (need.to - need.from)) needs.push(need)
  }
  return needs
}

/** Pairs of a note and a card that lies on it, as indexes. */
function cardsOnPaper({ x, y, width, height }: Boxes, cards: Int32Array, papers: Int32Array): number[] {
  if (cards.length * papers.length > maxComparisons) return []
  const pairs: number[] = []
  for (const paper of papers) {
    const [left, top] = [x[paper] ?? 0, y[paper] ?? 0]
    const [right, bottom] = [left + (width[paper] ?? 0), top + (height[paper] ?? 0)]
    for (const card of cards) {
      const [cardX, cardY] = [x[card] ?? 0, y[card] ?? 0]
      if (cardX >= left && cardY >= top && cardX + held.x <= right && cardY + held.y <= bottom) pairs.push(paper, card)
    }
  }
  return pairs
}

/** Extends notes and frames over the cards that lie on them in the file. */
function holdCards({ x, y, width, height }: Boxes, onPaper: readonly number[]): void {
  for (let at = 0; at < onPaper.length; at += 2) {
    const [paper, card] = [onPaper[at] ?? 0, onPaper[at + 1] ?? 0]
    width[paper] = Math.max(width[paper] ?? 0, (x[card] ?? 0) + (width[card] ?? 0) + rim - (x[paper] ?? 0))
    height[paper] = Math.max(height[paper] ?? 0, (y[card] ?? 0) + (height[card] ?? 0) + rim - (y[paper] ?? 0))
  }
}

/** Moves solid boxes down, in place, until none overlap. */
export function partSolids(boxes: Boxes, solids: Int32Array): void {
  const own = pick(boxes, solids)
  if (overlappingPairs(own, { x: leastGap, y: leastGap }).length === 0) return
  separateBoxes(own, leastGap)
  for (const [at, place] of solids.entries()) boxes.y[place] = own.y[at] ?? 0
}

const placesWhere = (solid: Uint8Array, value: number): Int32Array =>
  Int32Array.from([...solid.keys()].filter((place) => solid[place] === value))

/** Makes room, in place, so that no two solid boxes overlap. Boxes with enough space keep their distances. */
export function makeRoom(inside: Inside): void {
  const { boxes, solid } = inside
  const [cards, papers] = [placesWhere(solid, 1), placesWhere(solid, 0)]
  const own = pick(boxes, cards)
  const { across, down } = needsOf(own, overlappingPairs(own, gap))
  const [mapX, mapY] = [stretchFor([...across, ...edgeNeeds(inside)]), stretchFor(down)]
  const onPaper = cardsOnPaper(boxes, cards, papers)
  const { x, y, width, height } = boxes
  for (const paper of papers) {
    const [left, top] = [x[paper] ?? 0, y[paper] ?? 0]
    width[paper] = Math.max(width[paper] ?? 0, mapX(left + (width[paper] ?? 0)) - mapX(left))
    height[paper] = Math.max(height[paper] ?? 0, mapY(top + (height[paper] ?? 0)) - mapY(top))
  }
  for (let place = 0; place < x.length; place += 1) {
    x[place] = mapX(x[place] ?? 0)
    y[place] = mapY(y[place] ?? 0)
  }
  partSolids(boxes, cards)
  holdCards(boxes, onPaper)
}
