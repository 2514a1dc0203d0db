/** Matching of two lists by keys. Pure; linear. */

/** Key of a part by its index; null = none. */
export type KeyAt = (index: number) => string | null

/** `after` has the matching earlier index of each part of the later version, `before` the reverse; -1 = none. */
export class Matching {
  readonly after: Int32Array
  readonly before: Int32Array

  constructor(beforeCount: number, afterCount: number) {
    this.after = new Int32Array(afterCount).fill(-1)
    this.before = new Int32Array(beforeCount).fill(-1)
  }

  pair(before: number, after: number): void {
    this.after[after] = before
    this.before[before] = after
  }

  /** Pairs unmatched parts with equal keys, in order; `onPair` may add further pairs. */
  match(keyBefore: KeyAt, keyAfter: KeyAt, onPair: (before: number, after: number) => void = () => {}): void {
    const free = indexesByKey(this.before, keyBefore)
    // Reversed, because removing from the end takes constant time.
    for (const list of free.values()) list.reverse()
    for (const [index, partner] of this.after.entries()) {
      if (partner !== -1) continue
      const key = keyAfter(index)
      const list = key === null ? undefined : free.get(key)
      let found = list?.pop()
      // Skips parts that were paired in the meantime.
      while (found !== undefined && this.before[found] !== -1) found = list?.pop()
      if (found === undefined) continue
      this.pair(found, index)
      onPair(found, index)
    }
  }

  /** Pairs parts whose key is unique among the unmatched parts of both versions. */
  matchSingle(keyBefore: KeyAt, keyAfter: KeyAt): void {
    const [old, now] = [indexesByKey(this.before, keyBefore), indexesByKey(this.after, keyAfter)]
    for (const [key, [after, ...others]] of now) {
      const [before, ...more] = old.get(key) ?? []
      if (before === undefined || after === undefined || others.length > 0 || more.length > 0) continue
      this.pair(before, after)
    }
  }

  /** Whether both versions have an unmatched part with the same key. */
  hasSharedKey(keyBefore: KeyAt, keyAfter: KeyAt): boolean {
    const [old, now] = [indexesByKey(this.before, keyBefore), indexesByKey(this.after, keyAfter)]
    return [...now.keys()].some((key) => old.has(key))
  }

  get removed(): number[] {
    return [...this.before.keys()].filter((index) => this.before[index] === -1)
  }
}

/** Unmatched indexes by key. */
function indexesByKey(partners: Int32Array, keyAt: KeyAt): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [index, partner] of partners.entries()) {
    const key = partner === -1 ? keyAt(index) : null
    if (key === null) continue
    const list = places.get(key)
    if (list === undefined) places.set(key, [index])
    else list.push(index)
  }
  return places
}
