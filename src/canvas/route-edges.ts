/** The courses of all edges of a flow: which cards each one avoids, and which lane it keeps beside its neighbours. Pure. */
import { edgePath, laneGap, type Box, type EdgeCourse, type EdgeEnds } from './edge-path.ts'

export interface RoutedEdge extends EdgeEnds {
  id: string
}

/** Side of a cell in which boxes are looked up: about two cards wide. */
const cellSize = 512
/** Beyond this an edge spans so much that every box in between would be asked: it is drawn without detours. */
const maxCells = 400
/** Lanes are kept apart up to this many on either side; more would leave the gap between two columns. */
const maxLanes = 6

/** Boxes by cell, so that an edge asks only those near it. */
class BoxGrid {
  private readonly cells = new Map<string, Box[]>()

  constructor(boxes: Iterable<Box>) {
    for (const box of boxes) for (const key of this.keysOf(box)) this.put(key, box)
  }

  /** The boxes in reach of an area, each once. */
  near(area: Box): Box[] {
    const keys = this.keysOf(area)
    if (keys.length > maxCells) return []
    return [...new Set(keys.flatMap((key) => this.cells.get(key) ?? []))]
  }

  private put(key: string, box: Box): void {
    const cell = this.cells.get(key)
    if (cell === undefined) this.cells.set(key, [box])
    else cell.push(box)
  }

  private keysOf({ x, y, width, height }: Box): string[] {
    const keys: string[] = []
    const [left, end] = [Math.floor(x / cellSize), Math.floor((x + width) / cellSize)]
    const [top, bottom] = [Math.floor(y / cellSize), Math.floor((y + height) / cellSize)]
    if ((end - left + 1) * (bottom - top + 1) > maxCells * 4) return keys
    for (let column = left; column <= end; column++)
      for (let row = top; row <= bottom; row++) keys.push(`${column}:${row}`)
    return keys
  }
}

/** 0, 8, −8, 16, −16 …: the first lanes lie closest to the middle. */
const laneOf = (index: number): number => {
  const step = Math.min(Math.ceil(index / 2), maxLanes) * laneGap
  return index % 2 === 1 ? step : -step
}

interface Span {
  start: number
  end: number
  from: string
  to: string
  taken: number
}

const portKey = (point: { x: number; y: number }) => `${Math.round(point.x)}:${Math.round(point.y)}`

/**
 * A lane for each edge: edges whose upright pieces would lie on one another get different ones. Edges that leave one port
 * or arrive at one port may share theirs: there they are meant to run together.
 */
function assignLanes(edges: readonly RoutedEdge[]): Map<string, number> {
  const columns = new Map<string, Span[]>()
  const lanes = new Map<string, number>()
  const ordered = edges.toSorted((a, b) => Math.abs(a.to.y - a.from.y) - Math.abs(b.to.y - b.from.y))
  for (const edge of ordered) {
    const back = edge.selfLoop || edge.to.x < edge.from.x + 32
    const straight = !back && Math.abs(edge.to.y - edge.from.y) < 1
    const middle = back ? Math.max(edge.fromBox.y, edge.toBox.y) : (edge.from.x + edge.to.x) / 2
    // Uprights in one gap between two columns compete for it.
    const key = back ? `back:${Math.round(middle / 120)}` : `gap:${Math.round(middle / 24)}`
    const [a, b] = back ? [edge.to.x, edge.from.x] : [edge.from.y, edge.to.y]
    const span = {
      start: Math.min(a, b),
      end: Math.max(a, b),
      from: portKey(edge.from),
      to: portKey(edge.to),
      taken: 0,
    }
    const others = columns.get(key) ?? []
    if (!straight) {
      const blocked = new Set(
        others
          .filter(
            (other) =>
              other.from !== span.from &&
              other.to !== span.to &&
              other.start < span.end + 8 &&
              span.start < other.end + 8,
          )
          .map((other) => other.taken),
      )
      while (blocked.has(span.taken)) span.taken += 1
    }
    columns.set(key, [...others, span])
    lanes.set(edge.id, back ? Math.min(span.taken, maxLanes) * laneGap : laneOf(span.taken))
  }
  return lanes
}

/** Edges with the same two ports keep 8 px apart in any case. */
function assignTwins(edges: readonly RoutedEdge[], lanes: Map<string, number>): void {
  const seen = new Map<string, number>()
  for (const edge of edges) {
    const key = `${portKey(edge.from)}>${portKey(edge.to)}`
    const before = seen.get(key) ?? 0
    if (before > 0) lanes.set(edge.id, (lanes.get(edge.id) ?? 0) + before * laneGap)
    seen.set(key, before + 1)
  }
}

/** Space around an edge in which a detour may lead. */
const reach = 160

/** The course of every edge, by its id. `boxes` are the cards and notes that no edge may run through. */
export function routeEdges(edges: readonly RoutedEdge[], boxes: readonly Box[]): Map<string, EdgeCourse> {
  const grid = new BoxGrid(boxes)
  const lanes = assignLanes(edges)
  assignTwins(edges, lanes)
  const courses = new Map<string, EdgeCourse>()
  for (const edge of edges) {
    const left = Math.min(edge.from.x, edge.to.x) - reach
    const top = Math.min(edge.from.y, edge.to.y) - reach
    const area = {
      x: left,
      y: top,
      width: Math.max(edge.from.x, edge.to.x) + reach - left,
      height: Math.max(edge.from.y, edge.to.y) + reach - top,
    }
    const inTheWay = grid.near(area).filter((box) => box !== edge.fromBox && box !== edge.toBox)
    courses.set(edge.id, edgePath(edge, lanes.get(edge.id) ?? 0, inTheWay))
  }
  return courses
}
