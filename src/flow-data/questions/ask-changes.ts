/**
 * Changes of a flow since it was last viewed in this browser: looked up, compared and stored where the flow is held.
 */
import { diffFlows } from '#flow/diff/diff.ts'
import { changeLines, changeRowOf, type ChangeRow } from '#flow-data/compare/change-lines.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'
import { maxViewedBytes, maxViewedNodes } from '#flow-data/versions/version-limits.ts'
import {
  storeViewed,
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
  /** The version that was viewed last; null at the first visit, or if it is unknown. */
  lastViewed: ViewedVersion | null
  /** Why the changes are unknown; null if they are known. */
  unknownReason: 'refused' | 'too large' | null
}

/** The flow as text with masked secrets, because secrets are not stored, and the stored form is compared. */
const textOf = ({ nodes, edges }: MemoizedFlow): string =>
  JSON.stringify({ nodes, edges }, (name, value: unknown) => maskedValue(name, value) ?? value)

const flowOf = (text: string): ViewedFlow => {
  const flow: ViewedFlow = JSON.parse(text)
  return flow
}

async function storeIfSmall({ key, version }: ViewedKey, text: string): Promise<void> {
  const at = Date.now()
  // Upper bound: strings are stored with up to two bytes per code unit.
  const bytes = text.length * 2
  if (bytes <= maxViewedBytes) await storeViewed({ key, version, at, usedAt: at, bytes }, text)
}

async function changesOf(flow: MemoizedFlow, of: ViewedKey): Promise<ChangesAnswer> {
  const mark = await viewedMark(of.key)
  const lastViewed = mark === null ? null : { version: mark.version, at: mark.at }
  if (lastViewed?.version === of.version) return { difference: null, lastViewed, unknownReason: null }
  const text = textOf(flow)
  const storedText = lastViewed === null ? null : await viewedText(of.key)
  if (lastViewed !== null && storedText !== null) {
    const [before, after] = [flowOf(storedText), flowOf(text)]
    const diff = diffFlows(before, after)
    const lines = changeLines(before, after, diff, { foreignKindOf: flow.foreignKindOf })
    if (lines.length > 0) {
      cacheDifference(of, { before, diff, lines })
      return {
        difference: { since: lastViewed, lines: lines.length, changed: changedIn(of) },
        lastViewed,
        unknownReason: null,
      }
    }
  }
  // Without changes to show, the version counts as viewed.
  await storeIfSmall(of, text)
  return { difference: null, lastViewed, unknownReason: null }
}

export async function changesIn(flow: MemoizedFlow, of: ViewedKey): Promise<ChangesAnswer> {
  if (flow.nodes.length > maxViewedNodes) return { difference: null, lastViewed: null, unknownReason: 'too large' }
  try {
    return await changesOf(flow, of)
  } catch {
    // Storage is unavailable or full: nothing is stored or shown.
    return { difference: null, lastViewed: null, unknownReason: 'refused' }
  }
}

/**
 * Stores this version as the viewed one: the next visit is compared with it. False if storage refused; a flow above
 * `maxViewedBytes` is not stored.
 */
export async function markViewedIn(flow: MemoizedFlow, of: ViewedKey): Promise<boolean> {
  try {
    await storeIfSmall(of, textOf(flow))
    return true
  } catch {
    return false
  }
}

/** The first `count` lines of the changes; all of them if it is null. */
export const changeLinesIn = (
  _flow: MemoizedFlow,
  { of, count }: { of: ViewedKey; count: number | null },
): ChangeRow[] => (cachedDifference(of)?.lines ?? []).slice(0, count ?? undefined).map(changeRowOf)

/** The index of a node's line; -1 = none. */
export const changeOfNodeIn = (_flow: MemoizedFlow, { of, node }: { of: ViewedKey; node: string }): number =>
  cachedDifference(of)?.lines.findIndex((line) => line.type !== null && line.node === node) ?? -1
