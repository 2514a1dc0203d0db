/**
 * Path of one edge: horizontal out of a port, horizontal into a port (vertical between a part and its owner), with
 * turns of 45° between. Pure; x grows to the right, y downwards, in canvas pixels.
 */
import { cutCorners, simplifyCorners, cornerSize } from './cut-corners.ts'
import type { Point, Box } from './box-geometry.ts'

/** Distance between parallel edges. */
export const laneGap = 8
/** Minimum length of the horizontal segments at both ends. */
export const stub = 16
/** Clearance between an edge and a card that it passes. */
export const clearance = 12
/** How far a line ends before its port: the tip of the arrowhead is narrower than the line. */
const beforePort = 4
/** How far a self-loop rises above its card. */
const loopHeight = 22
/** Maximum attempts to move a segment clear of cards; after that, it may cross one. */
const maxDetours = 24
/** Minimum vertical gap between two cards through which an edge can pass. */
const minPassage = 20
/** Distance between a card and a horizontal segment along its top or bottom. */
const cardDistance = 14

export interface EdgeCourse {
  /** The line: from the out-port through all turns, which are cut, into the arrowhead. */
  points: readonly Point[]
  /** The line from port to port with its turns uncut: level and upright by turns. */
  corners: readonly Point[]
  /** True if the edge runs against the reading direction: drawn dashed. */
  back: boolean
  /** True if it connects a part to its owner; runs never follow such an edge: drawn thin. */
  attached: boolean
}

/** Direction of the layers. */
export type EdgeDirection = 'right' | 'down'

export interface EdgeEnds {
  /** Centre of the out-port (right side of a card). */
  from: Point
  /** Centre of the in-port (left side of a card). */
  to: Point
  fromBox: Box
  toBox: Box
  selfLoop: boolean
  /** False if no path leads from the target to the source: the edge leads forward, wherever its target is. */
  isInCycle?: boolean
  /** If the source is a part of the target: where its line ends there, and how many levels further away it bends. */
  attached?: { x: number; depth: number } | undefined
  /** All corners from `from` to `to`, if they do not depend on the cards between. */
  corners?: readonly Point[]
}

const bottom = (box: Box) => box.y + box.height
const right = (box: Box) => box.x + box.width

/** Whether a horizontal or vertical segment comes closer to a box than `gap`. */
function isNearBox(a: Point, b: Point, box: Box, gap: number): boolean {
  return (
    Math.max(a.x, b.x) > box.x - gap &&
    Math.min(a.x, b.x) < right(box) + gap &&
    Math.max(a.y, b.y) > box.y - gap &&
    Math.min(a.y, b.y) < bottom(box) + gap
  )
}

/** Number of intersections of a path's segments with boxes. */
function hits(corners: readonly Point[], boxes: readonly Box[]): number {
  let count = 0
  if (boxes.length === 0) return count
  for (let index = 1; index < corners.length; index++) {
    const [a, b] = [corners[index - 1], corners[index]]
    if (a === undefined || b === undefined) continue
    for (const box of boxes) if (isNearBox(a, b, box, 3)) count++
  }
  return count
}

/** The first y from `start` downwards (`step` 1) or upwards (-1) at which a horizontal segment avoids the boxes. */
function freeLevel(start: number, left: number, end: number, step: 1 | -1, boxes: readonly Box[]): number {
  let level = start
  for (let attempt = 0; attempt < maxDetours; attempt++) {
    const blocking = boxes.filter((box) => isNearBox({ x: left, y: level }, { x: end, y: level }, box, clearance))
    if (blocking.length === 0) break
    level =
      step === 1
        ? Math.max(...blocking.map(bottom)) + clearance + 1
        : Math.min(...blocking.map((box) => box.y)) - clearance - 1
  }
  return level
}

/** The path that intersects the fewest boxes; the first one in a tie. */
function leastBlocked(choices: readonly Point[][], boxes: readonly Box[]): Point[] {
  let best: Point[] = []
  let least = Infinity
  for (const corners of choices) {
    const count = hits(corners, boxes)
    if (count >= least) continue
    best = corners
    least = count
    if (count === 0) break
  }
  return best
}

/** The vertical range between the upper and the lower box; null if there is no room between them. */
function verticalGap(one: Box, other: Box): { top: number; end: number } | null {
  const [upper, lower] = one.y <= other.y ? [one, other] : [other, one]
  const [top, end] = [bottom(upper), lower.y]
  return end - top < minPassage ? null : { top, end }
}

/**
 * Path to a card above or below: around the side of the source, horizontal between the two cards, around the side of
 * the target.
 */
function stepCorners(ends: EdgeEnds, lane: number, boxes: readonly Box[]): Point[] | null {
  const { from, to, fromBox, toBox } = ends
  const passage = verticalGap(fromBox, toBox)
  if (passage === null) return null
  const { top, end } = passage
  const [x1, x2] = [from.x + stub + lane, to.x - stub - lane]
  const aside = Math.min(cardDistance, (end - top) / 2)
  // Levels close to the target come first, so that edges to several targets leave the card as one line.
  const levels = toBox.y >= end ? [end - aside, top + aside] : [top + aside, end - aside]
  // Parts that hang below the source may be in the way down.
  const parts = boxes.filter(
    (box) => box.y >= bottom(fromBox) && isNearBox({ ...from, x: x1 }, { x: x1, y: end }, box, 0),
  )
  const beside = Math.max(x1, ...parts.map((box) => right(box) + stub + lane))
  const corners = [x1, beside].flatMap((out) =>
    [...levels, (top + end) / 2].map((level): Point[] => {
      const y = Math.min(Math.max(level - lane, top + aside / 2), end - aside / 2)
      return [from, { x: out, y: from.y }, { x: out, y }, { x: x2, y }, { x: x2, y: to.y }, to]
    }),
  )
  return leastBlocked(corners, boxes)
}

/** Path from the centre of a part to its owner, vertical at both ends; below both if neither is above the other. */
function attachedCorners(
  { fromBox, toBox }: EdgeEnds,
  { x: x2, depth }: { x: number; depth: number },
  boxes: readonly Box[],
): Point[] {
  const passage = verticalGap(fromBox, toBox)
  const x1 = fromBox.x + fromBox.width / 2
  const through = (y1: number, level: number, y2: number): Point[] => [
    { x: x1, y: y1 },
    { x: x1, y: level },
    { x: x2, y: level },
    { x: x2, y: y2 },
  ]
  if (passage === null) {
    const [y1, y2] = [bottom(fromBox), bottom(toBox)]
    // One lane below the edges of parts that are below their owner.
    const start = Math.max(y1, y2) + cardDistance + cornerSize + laneGap
    return through(y1, freeLevel(start, Math.min(x1, x2), Math.max(x1, x2), 1, boxes), y2)
  }
  const { top, end } = passage
  const [y1, y2] = fromBox.y < toBox.y ? [top, end] : [end, top]
  const aside = Math.min(cardDistance + cornerSize + depth * laneGap, (end - top) / 2) * Math.sign(y2 - y1)
  // The edges of all parts of a kind meet close to their owner, unless a card is in the way.
  return leastBlocked(
    [y2 - aside, (y1 + y2) / 2, y1 + aside].map((level) => through(y1, level, y2)),
    boxes,
  )
}

/** The first x from `start` to the left at which a vertical segment avoids the boxes. */
function freeColumn(start: number, top: number, end: number, boxes: readonly Box[]): number {
  let column = start
  for (let attempt = 0; attempt < maxDetours; attempt++) {
    const blocking = boxes.filter((box) => isNearBox({ x: column, y: top }, { x: column, y: end }, box, clearance))
    if (blocking.length === 0) break
    column = Math.min(...blocking.map((box) => box.x)) - clearance - 1
  }
  return column
}

/** Path of a back edge: down, back below all cards between, up into the port; further left if cards block it. */
function backCorners(ends: EdgeEnds, lane: number, boxes: readonly Box[]): Point[] {
  const { from, to } = ends
  const x1 = from.x + stub + lane
  const start = Math.max(bottom(ends.fromBox), bottom(ends.toBox)) + 28
  const through = (x2: number): Point[] => {
    const y = freeLevel(start, Math.min(x1, x2), Math.max(x1, x2), 1, boxes) + lane
    return [from, { x: x1, y: from.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: to.y }, to]
  }
  const near = to.x - stub - lane
  return leastBlocked([through(near), through(freeColumn(near, to.y, start, boxes) - lane)], boxes)
}

function loopCorners(ends: EdgeEnds, lane: number): Point[] {
  const { from, to, fromBox } = ends
  const [x1, x2, y] = [from.x + stub + lane, to.x - stub - lane, fromBox.y - loopHeight - lane]
  return [from, { x: x1, y: from.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: to.y }, to]
}

/** Path of a forward edge: one vertical segment, close to an end or in the middle; else a detour above or below. */
function forwardCorners(ends: EdgeEnds, lane: number, boxes: readonly Box[]): Point[] {
  const { from, to } = ends
  const middle = (from.x + to.x) / 2
  const near = Math.min(middle, from.x + stub + 4)
  const far = Math.max(middle, to.x - stub - 4)
  if (Math.abs(from.y - to.y) < 1 && hits([from, to], boxes) === 0) {
    if (lane === 0) return [from, to]
    // Of parallel horizontal edges, all but the first leave the straight line and return to it.
    const y = from.y + lane
    return [from, { x: near, y: from.y }, { x: near, y }, { x: far, y }, { x: far, y: to.y }, to]
  }
  const room = Math.max(0, (to.x - from.x) / 2 - stub)
  const shift = Math.max(-room, Math.min(room, lane))
  const uprights = to.x - from.x > 160 ? [far - shift, near + shift, middle + shift] : [middle + shift]
  const direct: Point[][] = []
  for (const x of uprights) {
    const corners = [from, { x, y: from.y }, { x, y: to.y }, to]
    if (hits(corners, boxes) === 0) return corners
    direct.push(corners)
  }
  const [x1, x2] = [near + shift, far - shift]
  const detours = [from.y, to.y].flatMap((start) =>
    ([1, -1] as const).map((step) => {
      const y = freeLevel(start, x1, x2, step, boxes) + lane * step
      return [from, { x: x1, y: from.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: to.y }, to]
    }),
  )
  const length = (corners: readonly Point[]) =>
    Math.abs((corners[2]?.y ?? 0) - from.y) + Math.abs((corners[2]?.y ?? 0) - to.y)
  const ranked = [...direct, ...detours]
    .map((corners) => ({ corners, cost: hits(corners, boxes) * 10_000 + (corners.length > 4 ? length(corners) : 0) }))
    .toSorted((a, b) => a.cost - b.cost)
  return ranked[0]?.corners ?? [from, to]
}

/** SVG path of a line or, `closed`, of a polygon. */
export const pathText = (points: readonly Point[], closed = false): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`

/** Whether an edge leads against the reading direction. Between stacked cards, down is forward and up is back. */
function isBackEdge({ from, to, fromBox, toBox, isInCycle = true }: EdgeEnds, direction: EdgeDirection): boolean {
  if (!isInCycle) return false
  const isBelow = toBox.y - bottom(fromBox) >= minPassage
  if (direction === 'down') return !isBelow
  const isAside = to.x - from.x < stub * 2
  return isAside && !(isBelow && toBox.x > fromBox.x - fromBox.width / 2)
}

function cornersOf(ends: EdgeEnds, lane: number, boxes: readonly Box[], back: boolean): readonly Point[] {
  const { from, to, selfLoop, corners } = ends
  if (corners !== undefined) return corners
  if (selfLoop) return loopCorners(ends, lane)
  if (to.x - from.x >= stub * 2) return forwardCorners(ends, lane, boxes)
  return (back ? null : stepCorners(ends, lane, boxes)) ?? backCorners(ends, lane, boxes)
}

/** The line through these corners, which ends `before` pixels before the last one. */
function lineThrough(corners: readonly Point[], before: number): Pick<EdgeCourse, 'points' | 'corners'> {
  const simplified = simplifyCorners(corners)
  const { x, y } = simplified.at(-1) ?? { x: 0, y: 0 }
  return { points: cutCorners([...simplified.slice(0, -1), { x: x - before, y }]), corners: simplified }
}

/**
 * The path of an edge. `lane` shifts it sideways by that many pixels (a multiple of `laneGap`), so that parallel edges
 * stay apart; `boxes` are the cards to avoid, without its source and target.
 */
export function edgePath(
  ends: EdgeEnds,
  lane: number,
  boxes: readonly Box[],
  direction: EdgeDirection = 'right',
): EdgeCourse {
  const attached = ends.attached !== undefined
  if (ends.attached !== undefined && !ends.selfLoop)
    return { ...lineThrough(attachedCorners(ends, ends.attached, boxes), 0), back: false, attached }
  const back = !ends.selfLoop && isBackEdge(ends, direction)
  return { ...lineThrough(cornersOf(ends, lane, boxes, back), beforePort), back, attached }
}
