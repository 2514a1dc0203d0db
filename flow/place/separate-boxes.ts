/** Moves boxes down until none overlap. Pure. */
import { firstFrom } from '#lib/binary-search.ts'
import type { Boxes } from './overlapping-pairs.ts'

/** Lowest bottom so far in each interval between box edges: a segment tree with range updates and queries. */
class Skyline {
  readonly #edges: Float64Array
  readonly #leaves: number
  /** Maximum within a subtree, and the maximum set for the whole subtree. */
  readonly #lowest: Float64Array
  readonly #whole: Float64Array

  constructor(edges: Float64Array) {
    this.#edges = edges
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, edges.length)))
    this.#lowest = new Float64Array(2 * this.#leaves).fill(-Infinity)
    this.#whole = new Float64Array(2 * this.#leaves).fill(-Infinity)
  }

  /** Subtrees that together cover the intervals from `left` to `right`. */
  #parts(left: number, right: number): number[] {
    const parts: number[] = []
    let [from, to] = [
      firstFrom(this.#edges, left) + this.#leaves,
      Math.max(firstFrom(this.#edges, right), firstFrom(this.#edges, left) + 1) + this.#leaves,
    ]
    for (; from < to; from >>= 1, to >>= 1) {
      if (from % 2 === 1) parts.push(from++)
      if (to % 2 === 1) parts.push(--to)
    }
    return parts
  }

  lowest(left: number, right: number): number {
    let lowest = -Infinity
    for (const part of this.#parts(left, right)) {
      lowest = Math.max(lowest, this.#lowest[part] ?? -Infinity)
      for (let above = part >> 1; above > 0; above >>= 1) lowest = Math.max(lowest, this.#whole[above] ?? -Infinity)
    }
    return lowest
  }

  lower(left: number, right: number, bottom: number): void {
    for (const part of this.#parts(left, right)) {
      this.#whole[part] = Math.max(this.#whole[part] ?? -Infinity, bottom)
      for (let at = part; at > 0; at >>= 1) this.#lowest[at] = Math.max(this.#lowest[at] ?? -Infinity, bottom)
    }
  }
}

/**
 * Moves boxes down, in place, until there are `gap` pixels between any two, vertically or horizontally. Processes boxes
 * from top to bottom; boxes with enough space are not moved. O(n log n).
 */
export function separateBoxes({ x, y, width, height }: Boxes, gap: number): void {
  const count = x.length
  const left = x.map((at) => at - gap / 2)
  const right = x.map((at, box) => at + (width[box] ?? 0) + gap / 2)
  const skyline = new Skyline(Float64Array.from(new Set([...left, ...right])).toSorted())
  const order = Int32Array.from({ length: count }, (_, box) => box).toSorted(
    (a, b) => (y[a] ?? 0) - (y[b] ?? 0) || (x[a] ?? 0) - (x[b] ?? 0) || a - b,
  )
  for (const box of order) {
    const [from, to] = [left[box] ?? 0, right[box] ?? 0]
    const top = Math.max(y[box] ?? 0, skyline.lowest(from, to) + gap)
    y[box] = top
    skyline.lower(from, to, top + (height[box] ?? 0))
  }
}
