/**
 * Changes of a flow since it was last viewed in this browser: looked up, compared and stored where the flow is held.
 */
import { diffFlows } from '#flow/diff/diff.ts'
import { changeLines, changeRowOf, type ChangeRow } from '#flow-data/compare/change-lines.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'
import { maxViewedBytes, maxViewedNodes } from '#flow-data/versions/version-limits.ts'
import {
  keepViewed,
  viewedMark,
  viewedText,
  type ViewedFlow,
  type ViewedVersion,
} from '#flow-data/versions/version-store.ts'
import { changedIn, cacheDifference, cachedDifference, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** Summary of the changes. Their parts are requested separately. */
export interface ChangesSinceViewed {
  since: ViewedVersion
  /** Number of lines. */
  lines: number
  /** Indexes of the nodes that were added, changed or moved, in order. */
  changed: Uint32Array<ArrayBuffer>
}

export interface ChangesAnswer {
  /** Null if nothing differs, or the changes are unknown. */
  difference: ChangesSinceViewed | null
  /** The version that was viewed last; null at the first visit. */
  seen: ViewedVersion | null
  /** Why the changes are unknown; null if they are known. */
  unknown: 'refused' | 'too large' | null
}

/** The flow as text with masked secrets, because secrets are not stored, and the stored form is compared. */
const textOf = ({ nodes, edges }: MemoizedFlow): string =>
  JSON.stringify({ nodes, edges }, (name, value: unknown) => maskedValue(name, value) ?? value)

const flowOf = (text: string): ViewedFlow => {
  const flow: ViewedFlow = JSON.parse(text)
  return flow
}

async function keep({ key, version }: ViewedKey, text: string): Promise<void> {
  const at = Date.now()
  // Upper bound: strings are stored with up to two bytes per code unit.
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
  // Without changes to show, the version counts as viewed.
  await keep(of, text)
  return { difference: null, seen, unknown: null }
}

export async function changesIn(held: MemoizedFlow, of: ViewedKey): Promise<ChangesAnswer> {
  if (held.nodes.length > maxViewedNodes) return { difference: null, seen: null, unknown: 'too large' }
  try {
    return await changesOf(held, of)
  } catch {
    // Storage is unavailable or full: nothing is stored or shown.
    return { difference: null, seen: null, unknown: 'refused' }
  }
}

/** Stores this version as the viewed one: the next visit is compared with it. False if it could not be stored. */
export async function markViewedIn(held: MemoizedFlow, of: ViewedKey): Promise<boolean> {
  try {
    await keep(of, textOf(held))
    return true
  } catch {
    return false
  }
}

/** The first `count` lines of the changes; all of them if it is null. */
export const changeLinesIn = (
  _held: MemoizedFlow,
  { of, count }: { of: ViewedKey; count: number | null },
): ChangeRow[] => (cachedDifference(of)?.lines ?? []).slice(0, count ?? undefined).map(changeRowOf)

/** The index of a node's line; -1 = none. */
export const changeOfNodeIn = (_held: MemoizedFlow, { of, node }: { of: ViewedKey; node: string }): number =>
  cachedDifference(of)?.lines.findIndex((line) => line.type !== null && line.node === node) ?? -1
