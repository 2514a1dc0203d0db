/** Limits for stored versions of viewed flows. Pure. */

/** Metadata of a stored version, without its content. */
export interface ViewedMark {
  /** Connection, account, user and flow; for earlier versions also the version (`earlierKey`). */
  key: string
  version: number
  /** When it was viewed, in ms. */
  at: number
  /** When the flow was last opened, in ms. */
  usedAt: number
  bytes: number
}

/** Maximum stored versions of all flows. */
const maxStored = 200
/** Maximum earlier versions of one flow, beside the last viewed one. */
export const maxEarlier = 4
/** Maximum bytes of all versions: less than browsers grant without asking, with a reserve for other data. */
const maxBytes = 50_000_000
/** Maximum nodes of a stored flow: comparing a larger one would block other questions about it. */
export const maxViewedNodes = 20_000
/** Maximum bytes of one version, so that it does not evict all others. */
export const maxViewedBytes = 20_000_000

/** The key of a version once a later one was viewed. */
export const earlierKey = (key: string, version: number): string => `${key}@${version}`

/** The keys to evict: flows not opened for the longest time first. */
export function keysToEvict(
  marks: readonly Pick<ViewedMark, 'key' | 'usedAt' | 'bytes'>[],
  limits = { flows: maxStored, bytes: maxBytes },
): string[] {
  const newest = marks.toSorted((a, b) => b.usedAt - a.usedAt)
  let bytes = 0
  let storedCount = 0
  return newest.flatMap((mark) => {
    if (storedCount < limits.flows && bytes + mark.bytes <= limits.bytes) {
      bytes += mark.bytes
      storedCount += 1
      return []
    }
    return [mark.key]
  })
}
