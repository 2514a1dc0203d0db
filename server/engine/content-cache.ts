/** LRU cache of computed results, keyed by the hash of the text. */
import { createHash } from 'node:crypto'

export interface ContentCache<T> {
  /** The cached or pending result for a text, else the result of `compute`. Errors are not cached. */
  getOrCompute(text: string, compute: (evict: () => void) => Promise<T>): Promise<T>
  /** Caches a result that was computed elsewhere. */
  set(text: string, found: T): void
}

/** @param maxEntries maximum number of entries; the least recently used ones are evicted */
export function makeContentCache<T>(maxEntries: number): ContentCache<T> {
  // In order of use, least recent first.
  const entries = new Map<string, Promise<T>>()
  const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const touch = (key: string, found: Promise<T>) => {
    entries.delete(key)
    entries.set(key, found)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }
  return {
    async getOrCompute(text, compute) {
      const key = keyOf(text)
      const evict = () => void entries.delete(key)
      const found = entries.get(key) ?? compute(evict)
      touch(key, found)
      try {
        return await found
      } catch (error) {
        evict()
        throw error
      }
    },
    set: (text, found) => touch(keyOf(text), Promise.resolve(found)),
  }
}
