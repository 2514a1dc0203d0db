/** What is looked for in a flow: who holds it, the next of those, and what could be asked. */
import { FlowSearch, findNodes } from '#flow/find/find.ts'
import { parseFind } from '#flow/find/find-query.ts'
import { suggestFind, type Suggestions } from '#flow/find/find-suggest.ts'
import { changedIn, type ViewedKey } from '#flow-data/compare/difference-cache.ts'
import { placeIn } from './ask-place.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const searchIn = memoized((held) => new FlowSearch(held))

interface FindAsked {
  text: string
  /** Which comparison `is:changed` means; null = nothing is known to have changed. */
  changes: ViewedKey | null
}

export interface FindAnswer {
  /** What was asked. */
  text: string
  /** Places of the nodes found, in the order of the flow; null = nothing is asked. */
  found: Uint32Array<ArrayBuffer> | null
  /** What could not be taken as it was written. */
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
 * The node on which one stands after a step among those that a text finds, going round; the first or last where one stands
 * on none of them. Null where nothing is found.
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

/** What could be written at the caret, with what was typed. */
export const suggestIn = (held: MemoizedFlow, { text, caret }: Typed): Suggestions & Typed => ({
  ...suggestFind(searchIn(held), text, caret),
  text,
  caret,
})
