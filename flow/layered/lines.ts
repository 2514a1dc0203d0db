/** Forward edges of a component as straight lines, to count crossings. */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'
import type { Component, ComponentPositions } from './component.ts'

/** Maximum average number of gaps between layers per line: lines are indexed by the gaps that they cross. */
const maxGaps = 40

/** Cost, in ordinary crossings, of a crossing of two branches of the same node, which swaps their order. */
const branchCost = 3

export class Lines {
  /** End points of each line: x along, y across. */
  private readonly x1: Float64Array
  private readonly x2: Float64Array
  private readonly y1: Float64Array
  private readonly y2: Float64Array
  /** First and last gap that each line crosses, and the lines in each gap. */
  private readonly first: Int32Array
  private readonly last: Int32Array
  private readonly gaps: Buckets
  /** Lines by node. */
  readonly ofNode: Buckets
  private readonly comparedStamp: Int32Array
  private readonly countedRound: Int32Array
  private stamp = 0
  private round = 0
  /** Number of pairs of lines compared so far. */
  compared = 0

  private constructor(
    private readonly component: Component,
    private readonly positions: ComponentPositions,
    private readonly layer: Int32Array,
    spans: { first: Int32Array; last: Int32Array; gaps: Buckets },
  ) {
    const { from, to, along } = component
    this.x1 = Float64Array.from(from, (node) => (positions.along[node] ?? 0) + (along[node] ?? 0))
    this.x2 = Float64Array.from(to, (node) => positions.along[node] ?? 0)
    this.y1 = Float64Array.from(from, (node, line) => (positions.across[node] ?? 0) + (component.fromPort[line] ?? 0))
    this.y2 = Float64Array.from(to, (node, line) => (positions.across[node] ?? 0) + (component.toPort[line] ?? 0))
    this.first = spans.first
    this.last = spans.last
    this.gaps = spans.gaps
    const ends = new Int32Array(2 * from.length)
    ends.set(from)
    ends.set(to, from.length)
    this.ofNode = bucketsOf(along.length, ends)
    this.ofNode.items.forEach((end, at, items) => {
      items[at] = end % from.length
    })
    this.comparedStamp = new Int32Array(from.length)
    this.countedRound = new Int32Array(from.length)
  }

  /** Null if there are so many long lines that counting crossings would be too expensive. */
  static of(component: Component, positions: ComponentPositions, layer: Int32Array): Lines | null {
    const { from, to } = component
    // A backward edge crosses no gap: it is not drawn as a straight line but below the nodes in between.
    const first = from.map((node) => layer[node] ?? 0)
    const last = to.map((node) => (layer[node] ?? 0) - 1)
    const total = first.reduce((sum, gap, line) => sum + Math.max(0, (last[line] ?? 0) - gap + 1), 0)
    if (total > maxGaps * from.length) return null
    const [owners, lines] = [new Int32Array(total), new Int32Array(total)]
    let at = 0
    for (let line = 0; line < from.length; line += 1) {
      for (let gap = first[line] ?? 0; gap <= (last[line] ?? 0); gap += 1) {
        owners[at] = gap
        lines[at] = line
        at += 1
      }
    }
    const gaps = bucketsOf(layer.reduce((most, own) => Math.max(most, own), 0) + 1, owners)
    gaps.items.forEach((index, place, items) => {
      items[place] = lines[index] ?? 0
    })
    return new Lines(component, positions, layer, { first, last, gaps })
  }

  /** Moves a node and the ends of its lines. */
  moveNode(node: number, across: number): void {
    const { from, fromPort, toPort } = this.component
    this.positions.across[node] = across
    for (let at = this.ofNode.start[node] ?? 0; at < (this.ofNode.start[node + 1] ?? 0); at += 1) {
      const line = this.ofNode.items[at] ?? 0
      if (from[line] === node) this.y1[line] = across + (fromPort[line] ?? 0)
      else this.y2[line] = across + (toPort[line] ?? 0)
    }
  }

  /** Cost of the crossings of these nodes' lines, each pair once, plus the number of lines through the nodes. */
  crossings(nodes: readonly number[]): number {
    this.round += 1
    let sum = 0
    for (const node of nodes) {
      sum += this.through(node)
      for (let at = this.ofNode.start[node] ?? 0; at < (this.ofNode.start[node + 1] ?? 0); at += 1) {
        const line = this.ofNode.items[at] ?? 0
        if (this.countedRound[line] === this.round) continue
        sum += this.crossingsOf(line)
        this.countedRound[line] = this.round
      }
    }
    return sum
  }

  /** Cost of the crossings of one line, except with lines already counted in this round. */
  private crossingsOf(line: number): number {
    this.stamp += 1
    const { comparedStamp, countedRound, gaps, x1, x2, y1, y2, stamp, round } = this
    const { from } = this.component
    const [ax, ay, bx, by] = [x1[line] ?? 0, y1[line] ?? 0, x2[line] ?? 0, y2[line] ?? 0]
    const [low, high] = [Math.min(ay, by), Math.max(ay, by)]
    comparedStamp[line] = stamp
    let [sum, compared] = [0, 0]
    for (let gap = this.first[line] ?? 0; gap <= (this.last[line] ?? 0); gap += 1) {
      const end = gaps.start[gap + 1] ?? 0
      for (let at = gaps.start[gap] ?? 0; at < end; at += 1) {
        const other = gaps.items[at] ?? 0
        compared += 1
        const [cy, dy] = [y1[other] ?? 0, y2[other] ?? 0]
        if ((cy <= low && dy <= low) || (cy >= high && dy >= high)) continue
        if (comparedStamp[other] === stamp || countedRound[other] === round) continue
        comparedStamp[other] = stamp
        const [cx, dx] = [x1[other] ?? 0, x2[other] ?? 0]
        // Two lines cross if the ends of each are on different sides of the other.
        const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if (c * d >= 0) continue
        const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (a * b < 0) sum += from[other] === from[line] ? branchCost : 1
      }
    }
    this.compared += compared
    return sum
  }

  /** Number of lines that pass through a node. */
  private through(node: number): number {
    const nodeLayer = this.layer[node] ?? 0
    if (nodeLayer === 0) return 0
    const top = this.positions.across[node] ?? 0
    const bottom = top + (this.component.across[node] ?? 0)
    const middle = (this.positions.along[node] ?? 0) + (this.component.along[node] ?? 0) / 2
    let sum = 0
    for (let at = this.gaps.start[nodeLayer - 1] ?? 0; at < (this.gaps.start[nodeLayer] ?? 0); at += 1) {
      const line = this.gaps.items[at] ?? 0
      if ((this.last[line] ?? 0) < nodeLayer) continue
      const [x, y] = [this.x1[line] ?? 0, this.y1[line] ?? 0]
      const height = y + (((this.y2[line] ?? 0) - y) * (middle - x)) / ((this.x2[line] ?? 0) - x)
      if (height > top && height < bottom) sum += 1
    }
    return sum
  }
}
