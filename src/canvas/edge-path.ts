/**
 * The course of one edge: level out of a port, level into a port, and turns of 45° between. Pure; x grows to the right,
 * y downwards, in canvas pixels.
 */

export interface Point {
  x: number
  y: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Side of a turn: a corner of 90° becomes two of 45°. */
const turn = 10
/** Distance between edges that run side by side. */
export const laneGap = 8
/** An edge leaves and arrives level for at least this much. */
const stub = 16
/** Clear space between an edge and a card that it passes. */
const clearance = 12
/** Length of the arrowhead, which ends in the middle of the in-port. */
const arrowLength = 7
/** How far a self-loop rises above its card. */
const loopRise = 22
/** How often an edge may move its course before it takes what it has. */
const maxDetours = 24

export interface EdgeCourse {
  /** The line: from the out-port through every turn to the foot of the arrowhead. */
  points: readonly Point[]
  /** The arrowhead: foot, tip, foot. */
  arrow: readonly [Point, Point, Point]
  /** True where the edge runs against the reading direction: it is drawn dashed. */
  back: boolean
}

export interface EdgeEnds {
  /** Middle of the out-port (right side of a card). */
  from: Point
  /** Middle of the in-port (left side of a card). */
  to: Point
  fromBox: Box
  toBox: Box
  selfLoop: boolean
}

const bottom = (box: Box) => box.y + box.height
const right = (box: Box) => box.x + box.width

/** Whether a level or upright piece comes nearer to a box than `gap`. */
function touches(a: Point, b: Point, box: Box, gap: number): boolean {
  return (
    Math.max(a.x, b.x) > box.x - gap &&
    Math.min(a.x, b.x) < right(box) + gap &&
    Math.max(a.y, b.y) > box.y - gap &&
    Math.min(a.y, b.y) < bottom(box) + gap
  )
}

/** How many boxes a course of corners runs through. */
function hits(corners: readonly Point[], boxes: readonly Box[]): number {
  let count = 0
  for (let index = 1; index < corners.length; index++) {
    const [a, b] = [corners[index - 1], corners[index]]
    if (a === undefined || b === undefined) continue
    for (const box of boxes) if (touches(a, b, box, 3)) count++
  }
  return count
}

/** A level height at or below `start` (`step` 1) or at or above it (-1) that is free between two columns. */
function freeLevel(start: number, left: number, end: number, step: 1 | -1, boxes: readonly Box[]): number {
  let level = start
  for (let tries = 0; tries < maxDetours; tries++) {
    const inTheWay = boxes.filter((box) => touches({ x: left, y: level }, { x: end, y: level }, box, clearance))
    if (inTheWay.length === 0) break
    level =
      step === 1
        ? Math.max(...inTheWay.map(bottom)) + clearance + 1
        : Math.min(...inTheWay.map((box) => box.y)) - clearance - 1
  }
  return level
}

/** Down and back below everything between, then up into the port. */
function backCorners(ends: EdgeEnds, lane: number, boxes: readonly Box[]): Point[] {
  const { from, to } = ends
  const x1 = from.x + stub + lane
  const x2 = to.x - stub - lane
  const start = Math.max(bottom(ends.fromBox), bottom(ends.toBox)) + 28
  const y = freeLevel(start, x2, x1, 1, boxes) + lane
  return [from, { x: x1, y: from.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: to.y }, to]
}

function loopCorners(ends: EdgeEnds, lane: number): Point[] {
  const { from, to, fromBox } = ends
  const [x1, x2, y] = [from.x + stub + lane, to.x - stub - lane, fromBox.y - loopRise - lane]
  return [from, { x: x1, y: from.y }, { x: x1, y }, { x: x2, y }, { x: x2, y: to.y }, to]
}

/** One upright piece: half-way, else close to either end, whichever is free; else a detour above or below. */
function forwardCorners(ends: EdgeEnds, lane: number, boxes: readonly Box[]): Point[] {
  const { from, to } = ends
  const middle = (from.x + to.x) / 2
  const near = Math.min(middle, from.x + stub + 4)
  const far = Math.max(middle, to.x - stub - 4)
  if (Math.abs(from.y - to.y) < 1 && hits([from, to], boxes) === 0) {
    if (lane === 0) return [from, to]
    // Level ones side by side: the others leave the straight way and come back to it.
    const y = from.y + lane
    return [from, { x: near, y: from.y }, { x: near, y }, { x: far, y }, { x: far, y: to.y }, to]
  }
  const room = Math.max(0, (to.x - from.x) / 2 - stub)
  const shift = Math.max(-room, Math.min(room, lane))
  const uprights = to.x - from.x > 160 ? [far - shift, near + shift, middle + shift] : [middle + shift]
  const direct = uprights.map((x) => [from, { x, y: from.y }, { x, y: to.y }, to])
  const free = direct.find((corners) => hits(corners, boxes) === 0)
  if (free !== undefined) return free
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

/** Corners without doubles and without those that lie on a straight line. */
function tidy(corners: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const [index, corner] of corners.entries()) {
    const before = kept.at(-1)
    const after = corners[index + 1]
    if (before !== undefined && Math.abs(before.x - corner.x) < 0.5 && Math.abs(before.y - corner.y) < 0.5) continue
    const isStraight =
      before !== undefined &&
      after !== undefined &&
      ((Math.abs(before.x - corner.x) < 0.5 && Math.abs(after.x - corner.x) < 0.5) ||
        (Math.abs(before.y - corner.y) < 0.5 && Math.abs(after.y - corner.y) < 0.5))
    if (!isStraight) kept.push(corner)
  }
  return kept
}

const round = (value: number) => Math.round(value * 10) / 10

/** The corners as a line in which every turn is made in steps of 45°. */
function cutCorners(corners: readonly Point[]): Point[] {
  const [first] = corners
  if (first === undefined) return []
  const line = [first]
  for (let index = 1; index < corners.length - 1; index++) {
    const [before, corner, after] = [corners[index - 1], corners[index], corners[index + 1]]
    if (before === undefined || corner === undefined || after === undefined) continue
    const [inward, outward] = [
      Math.hypot(corner.x - before.x, corner.y - before.y),
      Math.hypot(after.x - corner.x, after.y - corner.y),
    ]
    // A short upright piece between two turns becomes one diagonal.
    const cut = Math.min(turn, inward / (index === 1 ? 1 : 2), outward / (index === corners.length - 2 ? 1 : 2))
    const start = {
      x: corner.x + ((before.x - corner.x) * cut) / (inward || 1),
      y: corner.y + ((before.y - corner.y) * cut) / (inward || 1),
    }
    const end = {
      x: corner.x + ((after.x - corner.x) * cut) / (outward || 1),
      y: corner.y + ((after.y - corner.y) * cut) / (outward || 1),
    }
    line.push(start, end)
  }
  const last = corners.at(-1)
  if (last !== undefined) line.push(last)
  return line.map(({ x, y }) => ({ x: round(x), y: round(y) }))
}

/** SVG path of a line or, `closed`, of the shape that it surrounds. */
export const pathText = (points: readonly Point[], closed = false): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`

/**
 * The course of an edge. `lane` moves it sideways by that many pixels (a multiple of `laneGap`), so that edges side by
 * side stay apart; `boxes` are the cards it must not run through, without its own two ends.
 */
export function edgePath(ends: EdgeEnds, lane: number, boxes: readonly Box[]): EdgeCourse {
  const { to } = ends
  const tip = { x: to.x + 1, y: to.y }
  const end = { x: to.x - 4, y: to.y }
  const back = !ends.selfLoop && to.x - ends.from.x < stub * 2
  const corners = ends.selfLoop
    ? loopCorners(ends, lane)
    : back
      ? backCorners(ends, lane, boxes)
      : forwardCorners(ends, lane, boxes)
  const foot = (aside: number) => ({ x: round(tip.x - arrowLength), y: round(tip.y + aside) })
  const points = cutCorners([...tidy(corners).slice(0, -1), end])
  return { points, arrow: [foot(-4), { x: round(tip.x), y: round(tip.y) }, foot(4)], back }
}
