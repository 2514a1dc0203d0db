/** LRU cache of computed results, keyed by the hash of the text. */
import { createHash } from 'node:crypto'

export interface ContentCache<T> {
  /** The cached or pending result for a text, else the result of `look`. Errors are not cached. */
  of(text: string, look: (forget: () => void) => Promise<T>): Promise<T>
  /** Caches a result that was computed elsewhere. */
  keep(text: string, found: T): void
}

/** @param most maximum number of entries; the least recently used ones are evicted */
export function makeContentCache<T>(most: number): ContentCache<T> {
  // In order of use, least recent first.
  const kept = new Map<string, Promise<T>>()
  const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const use = (key: string, found: Promise<T>) => {
    kept.delete(key)
    kept.set(key, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
  }
  return {
    async of(text, look) {
      const key = keyOf(text)
      const forget = () => void kept.delete(key)
      const found = kept.get(key) ?? look(forget)
      use(key, found)
      try {
        return await found
      } catch (error) {
        forget()
        throw error
      }
    },
    keep: (text, found) => use(keyOf(text), Promise.resolve(found)),
  }
}
