/** Search in a flow: hits, next hit, suggestions. */
import { FlowSearch, findNodes } from '#flow/find/find.ts'
import { parseFind } from '#flow/find/find-query.ts'
import { suggestFind, type Suggestions } from '#flow/find/find-suggest.ts'
import { changedIn, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import { memoized, placeIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const searchIn = memoized((held) => new FlowSearch(held))

interface FindAsked {
  text: string
  /** The comparison that `is:changed` refers to; null = no changes are known. */
  changes: ViewedKey | null
}

export interface FindAnswer {
  /** The search text. */
  text: string
  /** Indexes of the hits, in the flow's order; null = no search. */
  found: Uint32Array<ArrayBuffer> | null
  /** Errors in the search text. */
  faults: string[]
}

function placesIn(held: MemoizedFlow, { text, changes }: FindAsked): FindAnswer {
  const query = parseFind(text)
  const ids = new Set<string>()
  for (const place of changes === null ? [] : changedIn(changes)) ids.add(held.nodes[place]?.id ?? '')
  const found = query.terms.length === 0 ? null : Uint32Array.from(findNodes(searchIn(held), query, ids))
  return { text, found, faults: [...query.faults] }
}

export function findIn(held: MemoizedFlow, asked: FindAsked): FindAnswer & { transfer: ArrayBuffer[] } {
  const found = placesIn(held, asked)
  return { ...found, transfer: found.found === null ? [] : [found.found.buffer] }
}

/**
 * The node after a step from the current one among the hits, wrapping around; the first or last if the current one is
 * not a hit. Null if there are no hits.
 */
export function findStepIn(
  held: MemoizedFlow,
  { from, by, ...asked }: FindAsked & { from: string | null; by: 1 | -1 },
): { id: string; place: number | null } | null {
  const { found } = placesIn(held, asked)
  if (found === null || found.length === 0) return null
  const here = from === null ? null : placeIn(held, { id: from })
  const at = here === null ? -1 : found.indexOf(here)
  const next = at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length
  const id = held.nodes[found[next] ?? -1]?.id
  return id === undefined ? null : { id, place: placeIn(held, { id }) }
}

interface Typed {
  text: string
  caret: number
}

/** Suggestions at the caret, with the typed text. */
export const suggestIn = (held: MemoizedFlow, { text, caret }: Typed): Suggestions & Typed => ({
  ...suggestFind(searchIn(held), text, caret),
  text,
  caret,
})
