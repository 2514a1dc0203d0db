/**
 * Makes room between the nodes of one container. Positions in files are meant for smaller cards: n8n's are 96 px wide
 * and Node-RED's 30 px high, ours are 216 × 70. If cards would be too close, positions are stretched in each direction
 * by a map that preserves order, rows and columns; frames and notes behind cards are stretched, too.
 */
import { type Boxes, type Distance, overlappingPairs } from './overlapping-pairs.ts'
import { separateBoxes } from './separate-boxes.ts'
import { type GapRequirement, stretchFor } from './stretch.ts'

/** Gap between cards; horizontally, it has room for two 45° bends of an edge. */
const gap: Distance = { x: 64, y: 24 }
/** Minimum gap between cards that stretching could not separate. */
const minGap = 16
/** Maximum factor by which a pair of cards is stretched: pairs that need more already overlap in the file. */
const maxPairFactor = 12
/** Maximum factor by which the ends of an edge are stretched to make the edge lead to the right. */
const maxEdgeFactor = 3
/** Minimum overlap of a card that lies on a note: n8n's steps are 96 px wide, Node-RED's 30 px high. */
const minOverlap: Distance = { x: 48, y: 15 }
/** Gap between a card and the border of the note under it. */
const noteMargin = 16
/** Maximum number of card–note comparisons; with more, notes are not extended over cards. */
const maxComparisons = 4_000_000

/** Content of a container, as one array per column, with its own indexes. */
export interface ContainerContent {
  boxes: Boxes
  /** 1 for boxes that must not overlap: cards, and groups with content. Notes are behind them. */
  solid: Uint8Array
  /** Source and target of each edge, in pairs. */
  edges: readonly number[]
}

const selectBoxes = (boxes: Boxes, indexes: Int32Array): Boxes => {
  const column = (values: Float64Array) => Float64Array.from(indexes, (index) => values[index] ?? 0)
  return { x: column(boxes.x), y: column(boxes.y), width: column(boxes.width), height: column(boxes.height) }
}

/** Space that two boxes need in one direction, in pixels and relative to their distance. */
function requirementBetween(corner: Float64Array, size: Float64Array, space: number, a: number, b: number) {
  const [cornerA, cornerB] = [corner[a] ?? 0, corner[b] ?? 0]
  const [from, to] = [Math.min(cornerA, cornerB), Math.max(cornerA, cornerB)]
  const minDistance = (size[cornerA <= cornerB ? a : b] ?? 0) + space
  return { requirement: { from, to, minDistance }, ratio: minDistance / (to - from) }
}

/** For each pair that is too close, the need in the direction in which less space is missing. */
function requirementsOf(
  { x, y, width, height }: Boxes,
  pairs: readonly number[],
): Record<'across' | 'down', GapRequirement[]> {
  const requirements: Record<'across' | 'down', GapRequirement[]> = { across: [], down: [] }
  for (let at = 0; at < pairs.length; at += 2) {
    const [a, b] = [pairs[at] ?? 0, pairs[at + 1] ?? 0]
    const beside = requirementBetween(x, width, gap.x, a, b)
    const below = requirementBetween(y, height, gap.y, a, b)
    if (Math.min(beside.ratio, below.ratio) > maxPairFactor) continue
    if (beside.ratio <= below.ratio) requirements.across.push(beside.requirement)
    else requirements.down.push(below.requirement)
  }
  return requirements
}

/** Needs of edges: an edge that leads to the right in the file must also lead to the right on the canvas. */
function edgeRequirements({ boxes: { x, width }, edges }: ContainerContent): GapRequirement[] {
  const requirements: GapRequirement[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const [source, target] = [edges[at] ?? 0, edges[at + 1] ?? 0]
    const requirement = { from: x[source] ?? 0, to: x[target] ?? 0, minDistance: (width[source] ?? 0) + gap.x }
    if (
      requirement.to > requirement.from &&
      requirement.minDistance <= maxEdgeFactor * (requirement.to - requirement.from)
    )
      requirements.push(requirement)
  }
  return requirements
}

/** Pairs of a note and a card that lies on it, as indexes. */
function cardsOnNotes({ x, y, width, height }: Boxes, cards: Int32Array, notes: Int32Array): number[] {
  if (cards.length * notes.length > maxComparisons) return []
  const pairs: number[] = []
  for (const note of notes) {
    const [left, top] = [x[note] ?? 0, y[note] ?? 0]
    const [right, bottom] = [left + (width[note] ?? 0), top + (height[note] ?? 0)]
    for (const card of cards) {
      const [cardX, cardY] = [x[card] ?? 0, y[card] ?? 0]
      if (cardX >= left && cardY >= top && cardX + minOverlap.x <= right && cardY + minOverlap.y <= bottom)
        pairs.push(note, card)
    }
  }
  return pairs
}

/** Extends notes and frames over the cards that lie on them in the file. */
function extendNotes({ x, y, width, height }: Boxes, onNotes: readonly number[]): void {
  for (let at = 0; at < onNotes.length; at += 2) {
    const [note, card] = [onNotes[at] ?? 0, onNotes[at + 1] ?? 0]
    width[note] = Math.max(width[note] ?? 0, (x[card] ?? 0) + (width[card] ?? 0) + noteMargin - (x[note] ?? 0))
    height[note] = Math.max(height[note] ?? 0, (y[card] ?? 0) + (height[card] ?? 0) + noteMargin - (y[note] ?? 0))
  }
}

/** Moves solid boxes down, in place, until none overlap. */
export function separateSolids(boxes: Boxes, solids: Int32Array): void {
  const solidBoxes = selectBoxes(boxes, solids)
  if (overlappingPairs(solidBoxes, { x: minGap, y: minGap }).length === 0) return
  separateBoxes(solidBoxes, minGap)
  for (const [at, index] of solids.entries()) boxes.y[index] = solidBoxes.y[at] ?? 0
}

const indexesWhere = (solid: Uint8Array, value: number): Int32Array =>
  Int32Array.from([...solid.keys()].filter((index) => solid[index] === value))

/** Makes room, in place, so that no two solid boxes overlap. Boxes with enough space keep their distances. */
export function makeRoom(content: ContainerContent): void {
  const { boxes, solid } = content
  const [cards, notes] = [indexesWhere(solid, 1), indexesWhere(solid, 0)]
  const solidBoxes = selectBoxes(boxes, cards)
  const { across, down } = requirementsOf(solidBoxes, overlappingPairs(solidBoxes, gap))
  const [mapX, mapY] = [stretchFor([...across, ...edgeRequirements(content)]), stretchFor(down)]
  const onNotes = cardsOnNotes(boxes, cards, notes)
  const { x, y, width, height } = boxes
  for (const note of notes) {
    const [left, top] = [x[note] ?? 0, y[note] ?? 0]
    width[note] = Math.max(width[note] ?? 0, mapX(left + (width[note] ?? 0)) - mapX(left))
    height[note] = Math.max(height[note] ?? 0, mapY(top + (height[note] ?? 0)) - mapY(top))
  }
  for (let index = 0; index < x.length; index += 1) {
    x[index] = mapX(x[index] ?? 0)
    y[index] = mapY(y[index] ?? 0)
  }
  separateSolids(boxes, cards)
  extendNotes(boxes, onNotes)
}
