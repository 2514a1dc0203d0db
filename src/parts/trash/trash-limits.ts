/** Limits for copies of deleted flows in this browser. Pure. */

export interface TrashCopy {
  /** Also the Idempotency-Key of its restoration: repeated tries create one flow. */
  id: string
  /** Service, account and user. */
  owner: string
  flowId: string
  name: string
  /** When the copy was taken, in ms. */
  at: number
  bytes: number
  nodes: number
  /** The deletion succeeded; before that it is only a copy. */
  isDeleted: boolean
}

const dayMs = 24 * 60 * 60 * 1000
/** Days that copies are kept. */
export const keptDays = 30
/** Less than a browser gives a site without asking, with a reserve for the rest. */
const maxBytes = 100_000_000
/** Maximum copies: a longer list is not usable. */
const maxCopies = 500

export const trashExpiry = ({ at }: TrashCopy): number => at + keptDays * dayMs

/** The copies to delete: those that are too old, then the oldest until the rest fits. */
export function toDrop(
  copies: readonly TrashCopy[],
  now: number,
  limits = { copies: maxCopies, bytes: maxBytes },
): TrashCopy[] {
  let bytes = 0
  let kept = 0
  return copies
    .toSorted((a, b) => b.at - a.at)
    .filter((copy) => {
      const fits = trashExpiry(copy) > now && kept < limits.copies && bytes + copy.bytes <= limits.bytes
      if (!fits) return true
      kept += 1
      bytes += copy.bytes
      return false
    })
}

/** A copy of this size would evict all others at once. */
export const isTooLarge = (bytes: number): boolean => bytes > maxBytes / 2
