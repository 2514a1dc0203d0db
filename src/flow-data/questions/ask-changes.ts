/** What changed in a flow since it was last looked at in this browser: looked up, compared and kept where the flow is held. */
import { diffFlows } from '#flow/diff/diff.ts'
import { changeLines } from '#flow-data/compare/change-lines.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'
import type { SeenFlow, SeenVersion } from '#flow-data/versions/viewed-version.ts'
import { maxSeenBytes, maxSeenNodes } from '#flow-data/versions/version-limits.ts'
import { keepSeen, seenMark, seenText } from '#flow-data/versions/version-store.ts'
import { changedIn, keepCompared, type SeenKey } from '#flow-data/compare/difference-cache.ts'
import type { HeldParts } from '#flow-data/model/memoized-flow.ts'

/** What differs. Its parts are asked for one by one. */
export interface Difference {
  since: SeenVersion
  /** How many lines say it. */
  lines: number
  /** Places of the nodes that were added, changed or moved, in order. */
  changed: Uint32Array<ArrayBuffer>
}

export interface ChangesAnswer {
  /** Null where nothing differs, or nothing is known. */
  difference: Difference | null
  /** The version that was looked at before this one; null at the first visit. */
  seen: SeenVersion | null
  /** Why nothing can be said. */
  unknown: 'refused' | 'too large' | null
}

/** The flow as text without its secrets: they are not to be kept, and a flow is compared as it would be kept. */
const textOf = ({ nodes, edges }: HeldParts): string =>
  JSON.stringify({ nodes, edges }, (name, value: unknown) => maskedValue(name, value) ?? value)

const flowOf = (text: string): SeenFlow => {
  const flow: SeenFlow = JSON.parse(text)
  return flow
}

async function keep({ key, version }: SeenKey, text: string): Promise<void> {
  const at = Date.now()
  // Two bytes a letter at the most, as strings are stored.
  const bytes = text.length * 2
  if (bytes <= maxSeenBytes) await keepSeen({ key, version, at, usedAt: at, bytes }, text)
}

async function changesOf(held: HeldParts, of: SeenKey): Promise<ChangesAnswer> {
  const mark = await seenMark(of.key)
  const seen = mark === null ? null : { version: mark.version, at: mark.at }
  if (seen?.version === of.version) return { difference: null, seen, unknown: null }
  const text = textOf(held)
  const kept = seen === null ? null : await seenText(of.key)
  if (seen !== null && kept !== null) {
    const [before, after] = [flowOf(kept), flowOf(text)]
    const diff = diffFlows(before, after)
    const lines = changeLines(before, after, diff)
    if (lines.length > 0) {
      keepCompared(of, { before, diff, lines })
      return { difference: { since: seen, lines: lines.length, changed: changedIn(of) }, seen, unknown: null }
    }
  }
  // Where there is nothing to look at, it was looked at.
  await keep(of, text)
  return { difference: null, seen, unknown: null }
}

export async function changesIn(held: HeldParts, of: SeenKey): Promise<ChangesAnswer> {
  if (held.nodes.length > maxSeenNodes) return { difference: null, seen: null, unknown: 'too large' }
  try {
    return await changesOf(held, of)
  } catch {
    // Storage is refused or full: then nothing is kept, and nothing is said.
    return { difference: null, seen: null, unknown: 'refused' }
  }
}

/** Keeps this version as the one that was looked at: the next visit begins from it. False where it could not be kept. */
export async function seenIn(held: HeldParts, of: SeenKey): Promise<boolean> {
  try {
    await keep(of, textOf(held))
    return true
  } catch {
    return false
  }
}
