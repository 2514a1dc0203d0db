/** The conversation that follows the open one. Pure. */
import type { Conversation } from '#contract/conversation.ts'

export type LoadedRows = readonly { index: number; row: Conversation }[]

/**
 * The open conversation; `followers`: ids of the rows below it when it was opened. An answer changes its waiting time,
 * and with it its place in the list, but not what comes next.
 */
export interface OpenPosition {
  id: string
  followers: readonly string[]
}

/** Ids of the loaded rows below a conversation; empty if it is not loaded. */
export function followersOf(loaded: LoadedRows, id: string): string[] {
  const place = loaded.findIndex(({ row }) => row.id === id)
  return place === -1 ? [] : loaded.slice(place + 1).map(({ row }) => row.id)
}

/**
 * The next conversation that is still to be done, so neither resolved nor snoozed: the first of those below the open
 * one, else the first of the list; null if there is none among the loaded rows.
 * @param finished ids of conversations that were finished and may still be in the list
 */
export function nextConversation(
  loaded: LoadedRows,
  open: OpenPosition | null,
  finished: ReadonlySet<string>,
): Conversation | null {
  const candidates = loaded
    .map(({ row }) => row)
    .filter(
      ({ id, status }) =>
        id !== '' && id !== open?.id && !finished.has(id) && status !== 'resolved' && status !== 'snoozed',
    )
  const followers = new Set(open?.followers)
  return candidates.find(({ id }) => followers.has(id)) ?? candidates[0] ?? null
}
