/** Stretches one dimension: a monotonic map of coordinates that widens only where space is needed. Pure. */
import { lastUpTo } from '#lib/binary-search.ts'

/** Coordinates `from` and `to` (`from` < `to`) that should be at least `minDistance` pixels apart. */
export interface GapRequirement {
  from: number
  to: number
  minDistance: number
}

/** Maximum stretch in total: beyond it, neighbours are too far apart to be useful. */
const maxStretch = 3

/** Integral over densities that are added to ranges: two Fenwick trees (1994). */
class Densities {
  readonly #slope: Float64Array
  readonly #offset: Float64Array

  constructor(count: number) {
    this.#slope = new Float64Array(count + 1)
    this.#offset = new Float64Array(count + 1)
  }

  #add(index: number, slope: number, offset: number): void {
    for (let at = index + 1; at < this.#slope.length; at += at & -at) {
      this.#slope[at] = (this.#slope[at] ?? 0) + slope
      this.#offset[at] = (this.#offset[at] ?? 0) + offset
    }
  }

  /** Adds `density` between the indexes `first` and `last`, whose coordinates are `from` and `to`. */
  widen(first: number, last: number, density: number, from: number, to: number): void {
    this.#add(first, density, -density * from)
    this.#add(last, -density, density * to)
  }

  /** Integral of the densities up to an index, whose coordinate is `coordinate`. */
  before(index: number, coordinate: number): number {
    let [slope, offset] = [0, 0]
    for (let at = index + 1; at > 0; at -= at & -at) {
      slope += this.#slope[at] ?? 0
      offset += this.#offset[at] ?? 0
    }
    return slope * coordinate + offset
  }
}

const identity = (at: number): number => at

/**
 * A map of coordinates that meets every need, unless the total length would more than triple. The greatest needs are
 * met first and evenly, so that equally narrow gaps become equally wide; distances without needs are kept. Monotonic.
 * O((needs + coordinates) log).
 */
export function stretchFor(requirements: readonly GapRequirement[]): (at: number) => number {
  const unmet = requirements.filter(({ from, to, minDistance }) => to > from && minDistance > to - from)
  if (unmet.length === 0) return identity
  const sorted = Float64Array.from(new Set(unmet.flatMap(({ from, to }) => [from, to]))).toSorted()
  const indexByCoordinate = new Map([...sorted].map((at, index) => [at, index]))
  const densities = new Densities(sorted.length)
  const ratio = ({ from, to, minDistance }: GapRequirement) => minDistance / (to - from)
  for (const { from, to, minDistance } of unmet.toSorted((a, b) => ratio(b) - ratio(a) || a.from - b.from)) {
    const [first, last] = [indexByCoordinate.get(from) ?? 0, indexByCoordinate.get(to) ?? 0]
    const missing = minDistance - (to - from) - (densities.before(last, to) - densities.before(first, from))
    if (missing > 0) densities.widen(first, last, missing / (to - from), from, to)
  }
  const added = sorted.map((at, index) => densities.before(index, at))
  const [length, most] = [(sorted.at(-1) ?? 0) - (sorted[0] ?? 0), added.at(-1) ?? 0]
  const maxAdded =
    maxStretch * (length + unmet.reduce((sum, { minDistance }) => sum + minDistance, 0) / unmet.length) - length
  const scale = Math.min(1, maxAdded / most)
  const offsets = added.map((much) => Math.round(much * scale))
  return (at) => {
    const index = lastUpTo(sorted, at)
    if (index === -1) return at
    const [from, to] = [sorted[index] ?? 0, sorted[index + 1]]
    const own = offsets[index] ?? 0
    if (to === undefined) return at + own
    return at + own + ((offsets[index + 1] ?? 0) - own) * ((at - from) / (to - from))
  }
}
