import { z } from 'zod'

export interface StoredDraft<D> {
  /** Unix time in ms. */
  at: number
  draft: D
}

/** Storage for drafts of one kind of object, in this browser until they are saved or discarded. */
export interface DraftStorage<D> {
  /** Null if there is none, or if it has an outdated format. */
  read(key: string): StoredDraft<D> | null
  /** False if the browser refuses to store the draft. */
  keep(key: string, draft: D): boolean
  drop(key: string): void
}

/** @param clean removes secrets from a draft, since they are never stored */
export function draftStorage<D>(noun: string, draft: z.ZodType<D>, clean: (draft: D) => D): DraftStorage<D> {
  const Kept = z.object({ at: z.number(), draft })
  const nameOf = (key: string): string => `${noun}-draft ${key}`
  return {
    read(key) {
      try {
        const kept = Kept.safeParse(JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null'))
        return kept.success ? kept.data : null
      } catch {
        return null
      }
    },
    keep(key, kept) {
      try {
        localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), draft: clean(kept) }))
        return true
      } catch {
        return false
      }
    },
    drop(key) {
      try {
        localStorage.removeItem(nameOf(key))
      } catch {
        // Storage is unavailable, so there is nothing to remove.
      }
    },
  }
}
