import { z } from 'zod'

export interface StoredDraft<D> {
  /** Unix time in ms. */
  at: number
  draft: D
}

/** Storage for drafts of one kind of object, in this browser until they are saved or discarded. */
export interface DraftStorage<D> {
  /** Null if there is none, if it has an outdated format, or if storage is unavailable. */
  read(key: string): StoredDraft<D> | null
  /** False if the browser refuses to store the draft. */
  save(key: string, draft: D): boolean
  remove(key: string): void
}

/** @param removeSecrets removes secrets from a draft, since they are never stored */
export function draftStorage<D>(noun: string, schema: z.ZodType<D>, removeSecrets: (schema: D) => D): DraftStorage<D> {
  const storedSchema = z.object({ at: z.number(), draft: schema })
  const nameOf = (key: string): string => `${noun}-draft ${key}`
  return {
    read(key) {
      try {
        const parsed = storedSchema.safeParse(JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null'))
        return parsed.success ? parsed.data : null
      } catch {
        return null
      }
    },
    save(key, draft) {
      try {
        localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), draft: removeSecrets(draft) }))
        return true
      } catch {
        return false
      }
    },
    remove(key) {
      try {
        localStorage.removeItem(nameOf(key))
      } catch {
        // Storage is unavailable, so there is nothing to remove.
      }
    },
  }
}
