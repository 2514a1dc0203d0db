/** How much of what was deleted this browser keeps. Pure. */

export interface TrashCopy {
  /** Also the Idempotency-Key of its restoring: however often it is tried, it makes one flow. */
  id: string
  /** Service, account and person. */
  owner: string
  flowId: string
  name: string
  /** When the copy was taken, in ms. */
  at: number
  bytes: number
  nodes: number
  /** The deletion went through; before that it is only a copy. */
  isDeleted: boolean
}

const dayMs = 24 * 60 * 60 * 1000
/** Whoever misses a flow misses it within a month. */
export const keptDays = 30
/** Less than what a browser gives a site without asking, with room for the rest. */
const maxBytes = 100_000_000
/** Beyond, nobody finds anything in the list. */
const maxCopies = 500

export const goesAt = ({ at }: TrashCopy): number => at + keptDays * dayMs

/** The copies that go: those that are too old, then the oldest until the rest fits. */
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
      const fits = goesAt(copy) > now && kept < limits.copies && bytes + copy.bytes <= limits.bytes
      if (!fits) return true
      kept += 1
      bytes += copy.bytes
      return false
    })
}

/** A copy of this size would push out all others at once. */
export const isTooLarge = (bytes: number): boolean => bytes > maxBytes / 2
