/**
 * Paths of edges between the rows of a folded layout: out to the right, through the gap between two rows, and into the
 * port from the left. Edges that skip rows pass them on the left. Pure; linear, except for sorting.
 */
import { lastUpTo } from '#lib/binary-search.ts'
import { clearance, laneGap, stub, type EdgeEnds } from './edge-path.ts'
import type { Box, Point } from './box-geometry.ts'

/** Lowest lane above the next row: loops rise that far above their cards. */
const liftAbove = 30
/** Maximum lanes beside a port; more would exceed the gap between two columns. */
const maxSideLanes = 5
/** Maximum lanes on the left of all rows. */
const maxMarginLanes = 24
/** Distance of the innermost of them from the cards: the lanes of ports have room. */
const margin = stub + (maxSideLanes + 2) * laneGap
/** How far a vertical segment moves aside for cards, such as the parts of an agent: half of a row of parts. */
const maxAside = 900
/** Maximum cards that it moves aside for. */
const maxSteps = 24

/** An edge between two rows. `out` and `into`: the gaps below these rows that it leaves and arrives through. */
interface FoldedEdge {
  index: number
  ends: EdgeEnds
  out: number
  into: number
  /** Edges with the same key share lanes: those of one target, unless they have the same source too. */
  key: string
}

const pointKey = ({ x, y }: Point): string => `${Math.round(x)}:${Math.round(y)}`

function foldedEdges(edges: readonly EdgeEnds[], tops: Float64Array, bottoms: Float64Array): FoldedEdge[] {
  const rowAt = (y: number): number => {
    const row = lastUpTo(tops, y)
    return row !== -1 && y < (bottoms[row] ?? 0) ? row : -1
  }
  const seenPairs = new Map<string, number>()
  const found: FoldedEdge[] = []
  for (const [index, ends] of edges.entries()) {
    if (ends.selfLoop || ends.attached !== undefined) continue
    const [one, other] = [rowAt(ends.from.y), rowAt(ends.to.y)]
    if (one === other || one === -1 || other === -1) continue
    const pair = `${pointKey(ends.from)} ${pointKey(ends.to)}`
    const before = seenPairs.get(pair) ?? 0
    seenPairs.set(pair, before + 1)
    const key = before === 0 ? pointKey(ends.to) : `${pair} ${before}`
    found.push({ index, ends, key, ...(other > one ? { out: one, into: other - 1 } : { out: one - 1, into: other }) })
  }
  return found
}

/** Lanes of each gap by key. From the lowest source on, so that edges from the end of a row do not cross. */
function lanesOf(edges: readonly FoldedEdge[]): Map<number, Map<string, number>> {
  const lanes = new Map<number, Map<string, number>>()
  for (const { key, out, into } of edges.toSorted((a, b) => b.ends.from.y - a.ends.from.y || a.index - b.index))
    for (const gap of out === into ? [out] : [out, into]) {
      const own = lanes.get(gap) ?? new Map<string, number>()
      lanes.set(gap, own)
      if (!own.has(key)) own.set(key, own.size)
    }
  return lanes
}

/** The first x from `start` on, in one direction, at which a vertical segment passes no card; else `start`. */
function clearColumn(
  start: number,
  [y1, y2]: readonly [number, number],
  direction: 1 | -1,
  near: (area: Box) => Box[],
): number {
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)]
  let x = start
  for (let step = 0; step < maxSteps && Math.abs(x - start) <= maxAside; step += 1) {
    const blocking = near({ x: x - clearance, y: top, width: 2 * clearance, height: bottom - top }).filter(
      (box) => box.x < x + clearance && box.x + box.width > x - clearance && box.y < bottom && box.y + box.height > top,
    )
    if (blocking.length === 0) return x
    x =
      direction === 1
        ? Math.max(...blocking.map((box) => box.x + box.width)) + stub
        : Math.min(...blocking.map((box) => box.x)) - stub
  }
  return start
}

/**
 * Corners of the edges that lead to another row, by index. `rows`: top and bottom of each row; `near`: the cards in an
 * area; `left`: where the cards begin.
 */
export function foldedCorners(
  edges: readonly EdgeEnds[],
  rows: Float64Array,
  left: number,
  near: (area: Box) => Box[],
): Map<number, Point[]> {
  const [tops, bottoms] = [rows.filter((_, at) => at % 2 === 0), rows.filter((_, at) => at % 2 === 1)]
  const folded = foldedEdges(edges, tops, bottoms)
  const lanes = lanesOf(folded)
  const level = (gap: number, lane: number): number =>
    Math.max((bottoms[gap] ?? 0) + laneGap, (tops[gap + 1] ?? 0) - liftAbove - laneGap * lane)
  let skipping = 0
  return new Map(
    folded.map(({ index, ends: { from, to }, key, out, into }): [number, Point[]] => {
      const lane = (gap: number) => lanes.get(gap)?.get(key) ?? 0
      const others = (gap: number) => (lanes.get(gap)?.size ?? 1) - 1 - lane(gap)
      // The edge of the highest source is the outermost one, on the lowest level.
      const [y1, y2] = [level(out, others(out)), level(into, others(into))]
      const near1 = from.x + stub + laneGap * Math.min(lane(out), maxSideLanes)
      const near2 = to.x - stub - laneGap * Math.min(others(into), maxSideLanes)
      const x1 = clearColumn(near1, [from.y, y1], 1, near)
      const x2 = clearColumn(near2, [to.y, y2], -1, near)
      const aside = left - margin - laneGap * Math.min(skipping, maxMarginLanes)
      if (out !== into) skipping += 1
      const past = out === into ? [] : [y1, y2].map((y): Point => ({ x: aside, y }))
      return [index, [from, { x: x1, y: from.y }, { x: x1, y: y1 }, ...past, { x: x2, y: y2 }, { x: x2, y: to.y }, to]]
    }),
  )
}
