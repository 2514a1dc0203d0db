/** Crossings of edges, and the gaps that show there which line is which. Pure; canvas pixels. */
import type { Point } from './box-geometry.ts'
import { cornerSize } from './cut-corners.ts'
import type { EdgeCourse } from './edge-path.ts'

/** Maximum edges: in larger flows lines cross so often that gaps explain nothing. */
const maxEdges = 2_000
/** Maximum gaps of an edge: a line with more is crossed so densely that it has no room for them. */
const maxGaps = 200

/** A crossing on the edge that is painted first. */
export interface Crossing {
  /** Index of the stretch between two corners. */
  stretch: number
  /** Its place on the stretch: x if that is level, y if it is upright. */
  at: number
}

interface RoutedEdge {
  course: EdgeCourse
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

function stretchesOf(edges: readonly RoutedEdge[]): { uprights: Stretch[]; levels: Stretch[] } {
  const [uprights, levels]: [Stretch[], Stretch[]] = [[], []]
  for (const [edge, { course }] of edges.entries())
    for (const [stretch, a] of course.corners.entries()) {
      const b = course.corners[stretch + 1]
      if (b === undefined) break
      const upright = isUpright(a, b)
      const [one, other, across] = upright ? [a.y, b.y, a.x] : [a.x, b.x, a.y]
      const start = Math.min(one, other) + cornerSize
      const end = Math.max(one, other) - cornerSize
      if (start < end) (upright ? uprights : levels).push({ edge, stretch, across, start, end })
    }
  return { uprights: uprights.toSorted((a, b) => a.across - b.across), levels }
}

/** The first upright stretch at or to the right of `x`; they are in order of x. */
function firstFrom(uprights: readonly Stretch[], x: number): number {
  let [low, high] = [0, uprights.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((uprights[middle]?.across ?? 0) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Crossings of edges without a common node, by the edge that is painted first: back edges are below all others. */
export function crossingsOf(edges: readonly RoutedEdge[]): Map<number, Crossing[]> {
  const crossings = new Map<number, Crossing[]>()
  if (edges.length > maxEdges) return crossings
  const { uprights, levels } = stretchesOf(edges)
  const add = (edge: number, stretch: number, at: number) => {
    const own = crossings.get(edge)
    if (own === undefined) crossings.set(edge, [{ stretch, at }])
    else if (own.length < maxGaps) own.push({ stretch, at })
  }
  const rank = (edge: number) => edge + (edges[edge]?.course.back === true ? 0 : edges.length)
  for (const level of levels)
    for (let index = firstFrom(uprights, level.start); index < uprights.length; index++) {
      const upright = uprights[index]
      if (upright === undefined || upright.across > level.end) break
      if (level.across <= upright.start || level.across >= upright.end) continue
      const [one, other] = [edges[level.edge], edges[upright.edge]]
      if (one === undefined || other === undefined) continue
      if (one.source === other.source || one.target === other.target) continue
      if (one.source === other.target || one.target === other.source) continue
      if (rank(level.edge) < rank(upright.edge)) add(level.edge, level.stretch, upright.across)
      else add(upright.edge, upright.stretch, level.across)
    }
  return crossings
}

/**
 * The pieces of a line (`cutCorners`) with a gap of twice `half` at each crossing. Of crossings close together only the
 * first gets one: more than half of the line always stays.
 */
export function piecesOf(points: readonly Point[], crossings: readonly Crossing[], half: number): Point[][] {
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
    const places = crossings
      .flatMap(({ stretch, at }) => (stretch * 2 === index ? (at - from) * way : []))
      .toSorted((one, other) => one - other)
    const pointAt = (along: number): Point =>
      upright ? { x: a.x, y: from + along * way } : { x: from + along * way, y: a.y }
    let free = 0
    for (const place of places) {
      if (place - half < free || place + half > Math.abs(to - from)) continue
      piece.push(pointAt(place - half))
      piece = [pointAt(place + half)]
      pieces.push(piece)
      free = place + 3 * half
    }
  }
  return pieces
}
