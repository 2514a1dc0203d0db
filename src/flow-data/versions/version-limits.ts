/** How much of the flows that were looked at this browser keeps. Pure. */

/** What is known of a kept version without reading it. */
export interface ViewedMark {
  /** Connection, account, person and flow; of a version before the last one, also which (`earlierKey`). */
  key: string
  version: number
  /** When it was looked at, in ms. */
  at: number
  /** When the flow was last opened, in ms. */
  usedAt: number
  bytes: number
}

/** Nobody comes back to more versions of flows than this and remembers them. */
const maxKept = 200
/** Of one flow, beside the one that was looked at last. */
export const maxEarlier = 4
/** Less than what a browser gives a site without asking, with room for the rest. */
const maxBytes = 50_000_000
/** While a larger flow is compared, other questions about it would wait. */
export const maxViewedNodes = 20_000
/** One flow must not push out all others. */
export const maxViewedBytes = 20_000_000

/** Under which a version is kept once a later one was looked at. */
export const earlierKey = (key: string, version: number): string => `${key}@${version}`

/** The keys that go so that the rest fits: those not opened for the longest time first. */
export function toForget(
  marks: readonly Pick<ViewedMark, 'key' | 'usedAt' | 'bytes'>[],
  limits = { flows: maxKept, bytes: maxBytes },
): string[] {
  const newest = marks.toSorted((a, b) => b.usedAt - a.usedAt)
  let bytes = 0
  let kept = 0
  return newest.flatMap((mark) => {
    if (kept < limits.flows && bytes + mark.bytes <= limits.bytes) {
      bytes += mark.bytes
      kept += 1
      return []
    }
    return [mark.key]
  })
}
