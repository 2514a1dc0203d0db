/** What changed in a flow since it was last looked at in this browser: looked up, compared and kept where the flow is held. */
import { diffFlows } from '#flow/diff/diff.ts'
import { changeLines } from '#flow-data/compare/change-lines.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'
import type { ViewedFlow, ViewedVersion } from '#flow-data/versions/viewed-version.ts'
import { maxViewedBytes, maxViewedNodes } from '#flow-data/versions/version-limits.ts'
import { keepViewed, viewedMark, viewedText } from '#flow-data/versions/version-store.ts'
import { changedIn, cacheDifference, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** What differs. Its parts are asked for one by one. */
export interface ChangesSinceViewed {
  since: ViewedVersion
  /** How many lines say it. */
  lines: number
  /** Places of the nodes that were added, changed or moved, in order. */
  changed: Uint32Array<ArrayBuffer>
}

export interface ChangesAnswer {
  /** Null where nothing differs, or nothing is known. */
  difference: ChangesSinceViewed | null
  /** The version that was looked at before this one; null at the first visit. */
  seen: ViewedVersion | null
  /** Why nothing can be said. */
  unknown: 'refused' | 'too large' | null
}

/** The flow as text without its secrets: they are not to be kept, and a flow is compared as it would be kept. */
const textOf = ({ nodes, edges }: MemoizedFlow): string =>
  JSON.stringify({ nodes, edges }, (name, value: unknown) => maskedValue(name, value) ?? value)

const flowOf = (text: string): ViewedFlow => {
  const flow: ViewedFlow = JSON.parse(text)
  return flow
}

async function keep({ key, version }: ViewedKey, text: string): Promise<void> {
  const at = Date.now()
  // Two bytes a letter at the most, as strings are stored.
  const bytes = text.length * 2
  if (bytes <= maxViewedBytes) await keepViewed({ key, version, at, usedAt: at, bytes }, text)
}

async function changesOf(held: MemoizedFlow, of: ViewedKey): Promise<ChangesAnswer> {
  const mark = await viewedMark(of.key)
  const seen = mark === null ? null : { version: mark.version, at: mark.at }
  if (seen?.version === of.version) return { difference: null, seen, unknown: null }
  const text = textOf(held)
  const kept = seen === null ? null : await viewedText(of.key)
  if (seen !== null && kept !== null) {
    const [before, after] = [flowOf(kept), flowOf(text)]
    const diff = diffFlows(before, after)
    const lines = changeLines(before, after, diff)
    if (lines.length > 0) {
      cacheDifference(of, { before, diff, lines })
      return { difference: { since: seen, lines: lines.length, changed: changedIn(of) }, seen, unknown: null }
    }
  }
  // Where there is nothing to look at, it was looked at.
  await keep(of, text)
  return { difference: null, seen, unknown: null }
}

export async function changesIn(held: MemoizedFlow, of: ViewedKey): Promise<ChangesAnswer> {
  if (held.nodes.length > maxViewedNodes) return { difference: null, seen: null, unknown: 'too large' }
  try {
    return await changesOf(held, of)
  } catch {
    // Storage is refused or full: then nothing is kept, and nothing is said.
    return { difference: null, seen: null, unknown: 'refused' }
  }
}

/** Keeps this version as the one that was looked at: the next visit begins from it. False where it could not be kept. */
export async function markViewedIn(held: MemoizedFlow, of: ViewedKey): Promise<boolean> {
  try {
    await keep(of, textOf(held))
    return true
  } catch {
    return false
  }
}
