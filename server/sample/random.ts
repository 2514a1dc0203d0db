/** Reproducible random numbers: a seed yields the same sequence on every machine. */

/** 2³²: divisor that maps 32-bit numbers to [0, 1). */
const range = 4294967296
/** Initial rounds, after which the state is well mixed. */
const warmUp = 12

/**
 * A random number generator with 128 bits of state. Source: sfc32 by Chris Doty-Humphrey (PractRand), public domain.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  /** Equal seeds yield equal sequences; different seeds yield unrelated ones. */
  constructor(seed: string) {
    const [a, b, c] = [hash(seed, 0x9e3779b9), hash(seed, 0x243f6a88), hash(seed, 0xb7e15162)]
    this.#a = a
    this.#b = b
    this.#c = c
    for (let round = 0; round < warmUp; round += 1) this.next()
  }

  /** A number in [0, 1). */
  next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / range
  }

  /** An integer from `min` to `max`, inclusive. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** True with probability `share`. */
  chance(share: number): boolean {
    return this.next() < share
  }

  /** A random item of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    const [item] = list.slice(Math.floor(this.next() * list.length))
    if (item === undefined) throw new Error('The list is empty.')
    return item
  }

  /** A random item of a non-empty list of [item, weight]. */
  weighted<T>(list: readonly (readonly [T, number])[]): T {
    let rest = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of list) {
      rest -= weight
      if (rest < 0) return item
    }
    return this.pick(list)[0]
  }

  /** An integer around `middle`, from a third to almost four times as much, distributed like durations. */
  near(middle: number): number {
    return Math.round(middle * Math.exp((this.next() + this.next() + this.next() - 1.4) * 0.8))
  }
}

/** 32-bit hash of a text. Source: FNV-1a with a final mix as in MurmurHash3. */
function hash(text: string, start: number): number {
  let bits = start | 0
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
