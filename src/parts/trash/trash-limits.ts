/** Limits for the copies of deleted flows in this browser. Pure. */

export interface TrashCopy {
  /** Also the Idempotency-Key for restoring, so that retries create only one flow. */
  id: string
  /** Key of service, account and user. */
  owner: string
  flowId: string
  name: string
  /** When the copy was taken, in ms. */
  at: number
  bytes: number
  /** Null = not known. */
  nodes: number | null
  /** Whether the deletion was confirmed; unconfirmed copies are not listed. */
  isDeleted: boolean
}

const dayMs = 24 * 60 * 60 * 1000
/** Number of days for which copies are kept. */
export const retentionDays = 30
/** Maximum total size: less than browsers grant a site without asking, with a reserve for other data. */
const maxBytes = 100_000_000
/** Maximum number of copies; a longer list would not be usable. */
const maxCopies = 500

export const trashExpiry = ({ at }: TrashCopy): number => at + retentionDays * dayMs

/** The copies to delete: those that have expired, and the oldest ones beyond the limits. */
export function copiesToDelete(
  copies: readonly TrashCopy[],
  now: number,
  limits = { copies: maxCopies, bytes: maxBytes },
): TrashCopy[] {
  let bytes = 0
  let keptCount = 0
  return copies
    .toSorted((a, b) => b.at - a.at)
    .filter((copy) => {
      const fits = trashExpiry(copy) > now && keptCount < limits.copies && bytes + copy.bytes <= limits.bytes
      if (!fits) return true
      keptCount += 1
      bytes += copy.bytes
      return false
    })
}

/** Whether a copy is too large to store, since it would evict most others. */
export const isTooLarge = (bytes: number): boolean => bytes > maxBytes / 2
