/** Search in a flow: hits, next hit, suggestions. */
import { FlowSearch, findNodes } from '#flow/find/find.ts'
import { parseFind } from '#flow/find/find-query.ts'
import { suggestFind, type Suggestions } from '#flow/find/find-suggest.ts'
import { changedIn, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import { memoized, nodeIndexIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const searchIn = memoized((flow) => new FlowSearch(flow))

interface FindInput {
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

function findHits(flow: MemoizedFlow, { text, changes }: FindInput): FindAnswer {
  const query = parseFind(text)
  const ids = new Set<string>()
  for (const nodeIndex of changes === null ? [] : changedIn(changes)) ids.add(flow.nodes[nodeIndex]?.id ?? '')
  const found = query.terms.length === 0 ? null : Uint32Array.from(findNodes(searchIn(flow), query, ids))
  return { text, found, faults: [...query.faults] }
}

export function findIn(flow: MemoizedFlow, input: FindInput): FindAnswer & { transfer: ArrayBuffer[] } {
  const found = findHits(flow, input)
  return { ...found, transfer: found.found === null ? [] : [found.found.buffer] }
}

/**
 * The node after a step from the current one among the hits, wrapping around; the first or last if the current one is
 * not a hit. Null if there are no hits.
 */
export function findStepIn(
  flow: MemoizedFlow,
  { from, by, ...input }: FindInput & { from: string | null; by: 1 | -1 },
): { id: string; nodeIndex: number | null } | null {
  const { found } = findHits(flow, input)
  if (found === null || found.length === 0) return null
  const currentIndex = from === null ? null : nodeIndexIn(flow, { id: from })
  const at = currentIndex === null ? -1 : found.indexOf(currentIndex)
  const next = at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length
  const id = flow.nodes[found[next] ?? -1]?.id
  return id === undefined ? null : { id, nodeIndex: nodeIndexIn(flow, { id }) }
}

interface Typed {
  text: string
  caret: number
}

/** Suggestions at the caret, with the typed text. */
export const suggestIn = (flow: MemoizedFlow, { text, caret }: Typed): Suggestions & Typed => ({
  ...suggestFind(searchIn(flow), text, caret),
  text,
  caret,
})
