/** Crossings of edges, and the gaps that show there which line is which. Pure; canvas pixels. */
import type { Point } from './box-geometry.ts'

/** Maximum edges: in larger flows lines cross so often that gaps explain nothing. */
const maxEdges = 2_000
/** The same for crossings; it also bounds the time for a hostile flow. */
const maxCrossings = 50_000
/** Minimum distance of two gaps, in half gaps: more than half of the line always stays. */
const minDistance = 4

/** A place on a line. */
export interface Gap {
  /** Index of the stretch between two corners. */
  stretch: number
  /** Its place on the stretch: x if that is level, y if it is upright. */
  at: number
}

/** A crossing, on the edge that is painted first. */
export interface Crossing extends Gap {
  /** Where the stretch starts and ends without its turns, from the left or from above. */
  from: number
  to: number
  /** The edge painted later, and the place on its line. */
  other: number
  otherGap: Gap
}

/** The line of an edge as it is painted, before its turns are cut; and the nodes at its ends. */
export interface CrossingLine {
  corners: readonly Point[]
  back: boolean
  source: number
  target: number
}

/** An upright or level stretch, without its turns. */
interface Stretch {
  edge: number
  stretch: number
  /** x of an upright one, y of a level one. */
  across: number
  start: number
  end: number
}

const isUpright = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < Math.abs(a.y - b.y)

function stretchesOf(lines: readonly CrossingLine[], turn: number): { uprights: Stretch[]; levels: Stretch[] } {
  const [uprights, levels]: [Stretch[], Stretch[]] = [[], []]
  for (const [edge, { corners }] of lines.entries())
    for (const [stretch, a] of corners.entries()) {
      const b = corners[stretch + 1]
      if (b === undefined) break
      const upright = isUpright(a, b)
      const [one, other, across] = upright ? [a.y, b.y, a.x] : [a.x, b.x, a.y]
      const start = Math.min(one, other) + turn
      const end = Math.max(one, other) - turn
      if (start < end) (upright ? uprights : levels).push({ edge, stretch, across, start, end })
    }
  return { uprights: uprights.toSorted((a, b) => a.across - b.across), levels }
}

/** The index of the first stretch at or beyond `across`; they are in this order. */
function firstFrom(stretches: readonly Stretch[], across: number): number {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.across ?? 0) < across) low = middle + 1
    else high = middle
  }
  return low
}

/** Calls `act` with each crossing of a level and an upright stretch, from left to right, until it returns false. */
function sweep(
  { uprights, levels }: { uprights: readonly Stretch[]; levels: readonly Stretch[] },
  act: (level: Stretch, upright: Stretch) => boolean,
): void {
  const [starting, ending] = [levels.toSorted((a, b) => a.start - b.start), levels.toSorted((a, b) => a.end - b.end)]
  /** The levels at the upright stretch, in order of y. */
  const current: Stretch[] = []
  let [started, ended] = [0, 0]
  for (const upright of uprights) {
    for (let level = starting[started]; level !== undefined && level.start <= upright.across;) {
      current.splice(firstFrom(current, level.across), 0, level)
      level = starting[++started]
    }
    for (let level = ending[ended]; level !== undefined && level.end < upright.across;) {
      current.splice(current.indexOf(level, firstFrom(current, level.across)), 1)
      level = ending[++ended]
    }
    for (let index = firstFrom(current, upright.start); index < current.length; index += 1) {
      const level = current[index]
      if (level === undefined || level.across >= upright.end) break
      if (level.across > upright.start && !act(level, upright)) return
    }
  }
}

/** The order in which edges are painted: back edges are below all others. */
const rankOf = (lines: readonly CrossingLine[], edge: number): number =>
  edge + (lines[edge]?.back === true ? 0 : lines.length)

/** Whether two edges have a common node. */
const meet = (one: CrossingLine, other: CrossingLine): boolean =>
  one.source === other.source ||
  one.target === other.target ||
  one.source === other.target ||
  one.target === other.source

/**
 * Crossings of edges without a common node, by the edge that is painted first; none where lines cross too often.
 * `turn` = side length of turns. About linear, but for the number of crossings.
 */
export function crossingsOf(lines: readonly CrossingLine[], turn: number): Map<number, Crossing[]> {
  const crossings = new Map<number, Crossing[]>()
  if (lines.length > maxEdges) return crossings
  let found = 0
  sweep(stretchesOf(lines, turn), (level, upright) => {
    found += 1
    if (found > maxCrossings) return false
    const [one, other] = [lines[level.edge], lines[upright.edge]]
    if (one === undefined || other === undefined || meet(one, other)) return true
    const [lower, upper] = rankOf(lines, level.edge) < rankOf(lines, upright.edge) ? [level, upright] : [upright, level]
    const own = crossings.get(lower.edge) ?? []
    crossings.set(lower.edge, own)
    own.push({
      stretch: lower.stretch,
      at: upper.across,
      from: lower.start,
      to: lower.end,
      other: upper.edge,
      otherGap: { stretch: upper.stretch, at: lower.across },
    })
    return true
  })
  return found > maxCrossings ? new Map() : crossings
}

/**
 * The gaps, twice `half` wide, by edge and in order of their places. Of crossings close together only the first gets
 * one, and none where the other line has a gap itself.
 */
export function gapsOf(
  lines: readonly CrossingLine[],
  crossings: ReadonlyMap<number, readonly Crossing[]>,
  half: number,
): Map<number, Gap[]> {
  const gapsByEdge = new Map<number, Gap[]>()
  // From above: the gaps of the other lines are known.
  for (const edge of [...crossings.keys()].toSorted((a, b) => rankOf(lines, b) - rankOf(lines, a))) {
    const gaps: Gap[] = []
    for (const { stretch, at, from, to, other, otherGap } of (crossings.get(edge) ?? []).toSorted(
      (a, b) => a.stretch - b.stretch || a.at - b.at,
    )) {
      const last = gaps.at(-1)
      if (at - half < from || at + half > to) continue
      if (last?.stretch === stretch && at - last.at < minDistance * half) continue
      const isOpen = gapsByEdge
        .get(other)
        ?.some((gap) => gap.stretch === otherGap.stretch && Math.abs(gap.at - otherGap.at) < half)
      if (isOpen !== true) gaps.push({ stretch, at })
    }
    if (gaps.length > 0) gapsByEdge.set(edge, gaps)
  }
  return gapsByEdge
}

/** The pieces of a line (`cutCorners`) between its gaps of twice `half`. */
export function piecesOf(points: readonly Point[], gaps: readonly Gap[], half: number): Point[][] {
  let piece: Point[] = []
  const pieces = [piece]
  for (const [index, a] of points.entries()) {
    piece.push(a)
    // Turns are between the stretches.
    const b = points[index + 1]
    if (index % 2 === 1 || b === undefined) continue
    const upright = isUpright(a, b)
    const [from, to] = upright ? [a.y, b.y] : [a.x, b.x]
    const way = Math.sign(to - from)
    const places = gaps.flatMap(({ stretch, at }) => (stretch * 2 === index ? at : []))
    const pointAt = (at: number): Point => (upright ? { x: a.x, y: at } : { x: at, y: a.y })
    for (const at of way < 0 ? places.toReversed() : places) {
      piece.push(pointAt(at - way * half))
      piece = [pointAt(at + way * half)]
      pieces.push(piece)
    }
  }
  return pieces
}
