/** Paths of all edges of a flow: the cards that each one avoids, and its lane beside its neighbours. Pure. */
import { edgePath, laneGap, type EdgeDirection, type EdgeCourse, type EdgeEnds } from './edge-path.ts'
import { foldedCorners } from './fold-path.ts'
import type { Box } from './box-geometry.ts'
import { BoxGrid } from './box-grid.ts'

/**
 * Maximum cards for routing around them; in larger flows edges run straight beneath the cards, since detours around
 * hundreds of cards are hard to follow.
 */
const maxCards = 300
/** The same for edges: with more, detours overlap. */
const maxDetouring = 2_000

/** Side of a cell of the spatial index: about two cards wide. */
const cellSize = 512
/** Maximum lanes on either side; more would exceed the gap between two columns. */
const maxLanes = 6

/** The cards, so that an edge only checks those near it. */
function gridOf(cards: readonly Box[]): BoxGrid {
  const grid = new BoxGrid(cellSize)
  for (const card of cards) grid.add(card)
  return grid
}

/** 0, 8, −8, 16, −16 …: the first lanes are closest to the centre. */
const laneOf = (index: number): number => {
  const step = Math.min(Math.ceil(index / 2), maxLanes) * laneGap
  return index % 2 === 1 ? step : -step
}

interface Span {
  start: number
  end: number
  from: number
  to: number
  lane: number
}

/** Larger than any coordinate of the canvas, so that two coordinates fit in one number. */
const stride = 2 ** 25

const portKey = (point: { x: number; y: number }): number => Math.round(point.x) * stride + Math.round(point.y)

/** Length of the intervals by which vertical segments find their neighbours. */
const bucketLength = 256
/** Maximum intervals of a segment: longer segments pass so many others that no lane is free, and get the first. */
const maxBuckets = 64
/** Maximum segments per interval: a fuller one has no free lane left. */
const maxPerBucket = 32

/**
 * The vertical segments in one gap between two columns. Each is compared with a bounded number of others, so the total
 * is linear.
 */
class ColumnGap {
  readonly #buckets = new Map<number, Span[]>()

  /** The first lane in which the span overlaps no span of another port. */
  freeLane(span: Span): number {
    const blocked = new Set<number>()
    for (const piece of this.#bucketsOf(span))
      for (const other of this.#buckets.get(piece) ?? [])
        if (
          other.from !== span.from &&
          other.to !== span.to &&
          other.start < span.end + laneGap &&
          span.start < other.end + laneGap
        )
          blocked.add(other.lane)
    let lane = 0
    while (blocked.has(lane)) lane += 1
    return lane
  }

  add(span: Span): void {
    for (const piece of this.#bucketsOf(span)) {
      const spans = this.#buckets.get(piece)
      if (spans === undefined) this.#buckets.set(piece, [span])
      else if (spans.length < maxPerBucket) spans.push(span)
    }
  }

  #bucketsOf({ start, end }: Span): number[] {
    const first = Math.floor((start - laneGap) / bucketLength)
    const count = Math.floor((end + laneGap) / bucketLength) - first + 1
    return count <= maxBuckets ? Array.from({ length: count }, (_, index) => first + index) : []
  }
}

/**
 * Assigns a lane to each edge: edges whose vertical segments would overlap get different lanes. Edges of the same port
 * may share a lane, so that they merge.
 */
function assignLanes(edges: readonly EdgeEnds[]): number[] {
  const gaps = new Map<number, ColumnGap>()
  const lanes = edges.map(() => 0)
  const heights = Float64Array.from(edges, ({ from, to }) => Math.abs(to.y - from.y))
  // The shorter the segment, the closer to the centre it runs.
  const ordered = Uint32Array.from(edges.keys()).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b)
  for (const index of ordered) {
    const edge = edges[index]
    // Edges from the parts of an owner merge in front of it, and those between rows have lanes of their own.
    if (edge === undefined || edge.attached !== undefined || edge.corners !== undefined) continue
    const back = edge.selfLoop || edge.to.x < edge.from.x + 32
    const isStraight = !back && (heights[index] ?? 0) < 1
    const middle = back ? Math.max(edge.fromBox.y, edge.toBox.y) : (edge.from.x + edge.to.x) / 2
    // Vertical segments in one gap between two columns share its lanes.
    const key = back ? stride + Math.round(middle / 120) : Math.round(middle / 24)
    const [a, b] = back ? [edge.to.x, edge.from.x] : [edge.from.y, edge.to.y]
    const span = {
      start: Math.min(a, b),
      end: Math.max(a, b),
      from: portKey(edge.from),
      to: portKey(edge.to),
      lane: 0,
    }
    const gap = gaps.get(key) ?? new ColumnGap()
    gaps.set(key, gap)
    if (!isStraight) span.lane = gap.freeLane(span)
    gap.add(span)
    lanes[index] = back ? Math.min(span.lane, maxLanes) * laneGap : laneOf(span.lane)
  }
  return lanes
}

/** Edges between the same two ports are always 8 px apart. */
function spreadParallelEdges(edges: readonly EdgeEnds[], lanes: number[]): void {
  const countsByPorts = new Map<number, Map<number, number>>()
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [portKey(edge.from), portKey(edge.to)]
    const countsByTarget = countsByPorts.get(from) ?? new Map<number, number>()
    const before = countsByTarget.get(to) ?? 0
    if (before > 0) lanes[index] = (lanes[index] ?? 0) + before * laneGap
    countsByPorts.set(from, countsByTarget.set(to, before + 1))
  }
}

/** Space around an edge that a detour may use. */
const detourRange = 160

/** The cards near an edge, without its source and target. */
function cardsNear(grid: BoxGrid, { from, to, fromBox, toBox }: EdgeEnds): Box[] {
  const [left, top] = [Math.min(from.x, to.x) - detourRange, Math.min(from.y, to.y) - detourRange]
  const width = Math.max(from.x, to.x) + detourRange - left
  const height = Math.max(from.y, to.y) + detourRange - top
  return grid.near({ x: left, y: top, width, height }).filter((box) => box !== fromBox && box !== toBox)
}

/** The same edges; those between the rows of a folded layout have their corners. */
function withFoldedCorners(edges: readonly EdgeEnds[], cards: readonly Box[], rows: Float64Array): readonly EdgeEnds[] {
  if (rows.length === 0) return edges
  const grid = gridOf(cards)
  const left = cards.reduce((least, { x }) => Math.min(least, x), Infinity)
  const corners = foldedCorners(edges, rows, left, (area) => grid.near(area))
  return edges.map((edge, index) => {
    const own = corners.get(index)
    return own === undefined ? edge : { ...edge, corners: own }
  })
}

/**
 * The path of each edge, in order. `cards` are avoided by all edges; `direction` is that of the layers, and `rows` are
 * the tops and bottoms of a folded layout. Nearly linear in edges and cards.
 */
export function routeEdges(
  unfoldedEdges: readonly EdgeEnds[],
  cards: readonly Box[],
  direction: EdgeDirection = 'right',
  rows: Float64Array = new Float64Array(0),
): EdgeCourse[] {
  const edges = withFoldedCorners(unfoldedEdges, cards, rows)
  const grid = cards.length > maxCards || edges.length > maxDetouring ? null : gridOf(cards)
  const lanes = assignLanes(edges)
  spreadParallelEdges(edges, lanes)
  return edges.map((edge, index) => {
    const nearby = grid === null ? [] : cardsNear(grid, edge)
    // Between rows, down is forward.
    return edgePath(edge, lanes[index] ?? 0, nearby, edge.corners === undefined ? direction : 'down')
  })
}
