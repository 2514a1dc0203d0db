/** The conversation that follows the open one. Pure. */
import type { Conversation } from '#contract/conversation.ts'

/** The open conversation; `index`: its last known index in the list, undefined if it was never in it. */
export interface OpenPosition {
  id: string
  index: number | undefined
}

/**
 * The next conversation that is still to be done, so neither resolved nor snoozed: the nearest below the open one, else the nearest above it; null if
 * there is none among the loaded rows.
 * @param finished ids of conversations that were finished and may still be in the list
 */
export function nextConversation(
  loaded: readonly { index: number; row: Conversation }[],
  open: OpenPosition | null,
  finished: ReadonlySet<string>,
): Conversation | null {
  const candidates = loaded.filter(
    ({ row: { id, status } }) =>
      id !== '' && id !== open?.id && !finished.has(id) && status !== 'resolved' && status !== 'snoozed',
  )
  const from = open?.index ?? -1
  // If the open conversation has left the list, the row at its index is the next one.
  const isListed = open !== null && loaded.some(({ row }) => row.id === open.id)
  const isBelow = (index: number) => (isListed ? index > from : index >= from)
  const below = candidates.find(({ index }) => isBelow(index))
  return (below ?? candidates.findLast(({ index }) => !isBelow(index)))?.row ?? null
}
