/** What takes long to find out about a content, remembered as long as nothing else pushes it out. */
import { createHash } from 'node:crypto'

export interface ContentCache<T> {
  /** What is known of the text, or is being found out; else what `look` finds. What it throws is not remembered. */
  of(text: string, look: (forget: () => void) => Promise<T>): Promise<T>
  /** Remembers what is known already. */
  keep(text: string, found: T): void
}

/** @param most so many are remembered; of more the ones go that were not used for longest */
export function makeContentCache<T>(most: number): ContentCache<T> {
  // In the order of use, the oldest first.
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
