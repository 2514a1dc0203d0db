/** Stretches one dimension: a monotonic map of coordinates that widens only where space is needed. Pure. */
import { lastUpTo } from '#lib/binary-search.ts'

/** Coordinates `from` and `to` (`from` < `to`) that should be at least `room` pixels apart. */
export interface GapNeed {
  from: number
  to: number
  room: number
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

  #add(place: number, slope: number, offset: number): void {
    for (let at = place + 1; at < this.#slope.length; at += at & -at) {
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
  before(place: number, coordinate: number): number {
    let [slope, offset] = [0, 0]
    for (let at = place + 1; at > 0; at -= at & -at) {
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
export function stretchFor(needs: readonly GapNeed[]): (at: number) => number {
  const open = needs.filter(({ from, to, room }) => to > from && room > to - from)
  if (open.length === 0) return identity
  const sorted = Float64Array.from(new Set(open.flatMap(({ from, to }) => [from, to]))).toSorted()
  const places = new Map([...sorted].map((at, place) => [at, place]))
  const densities = new Densities(sorted.length)
  const ratio = ({ from, to, room }: GapNeed) => room / (to - from)
  for (const { from, to, room } of open.toSorted((a, b) => ratio(b) - ratio(a) || a.from - b.from)) {
    const [first, last] = [places.get(from) ?? 0, places.get(to) ?? 0]
    const missing = room - (to - from) - (densities.before(last, to) - densities.before(first, from))
    if (missing > 0) densities.widen(first, last, missing / (to - from), from, to)
  }
  const added = sorted.map((at, place) => densities.before(place, at))
  const [length, most] = [(sorted.at(-1) ?? 0) - (sorted[0] ?? 0), added.at(-1) ?? 0]
  const spare = maxStretch * (length + open.reduce((sum, { room }) => sum + room, 0) / open.length) - length
  const part = Math.min(1, spare / most)
  const moved = added.map((much) => Math.round(much * part))
  return (at) => {
    const place = lastUpTo(sorted, at)
    if (place === -1) return at
    const [from, to] = [sorted[place] ?? 0, sorted[place + 1]]
    const own = moved[place] ?? 0
    if (to === undefined) return at + own
    return at + own + ((moved[place + 1] ?? 0) - own) * ((at - from) / (to - from))
  }
}
