/** Conversations as they lie in the cache: each may stand in several lists and by itself. */
import type { QueryClient } from '@tanstack/react-query'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf, type Answer } from '#contract/kernel.ts'
import { q } from '#api/query.ts'

/** Every list of conversations, whatever its filter. */
export const listsKey = keyOf(conversation.list, {}).slice(0, 2)

type List = Answer<typeof conversation.list>

/** What is known of a conversation: the newest of its copies. */
export function findConversation(client: QueryClient, id: string): Conversation | undefined {
  const alone = client.getQueryData(q(conversation.read, { id }).queryKey)
  const inLists = client
    .getQueriesData<List>({ queryKey: listsKey })
    .flatMap(([, list]) => list?.results ?? [])
    .filter((row) => row.id === id)
  return [...(alone ? [alone] : []), ...inLists].reduce<Conversation | undefined>(
    (newest, copy) => (newest === undefined || copy.version > newest.version ? copy : newest),
    undefined,
  )
}

/** Puts a conversation as it is now wherever it stands. */
export function putConversation(client: QueryClient, now: Conversation): void {
  client.setQueryData(q(conversation.read, { id: now.id }).queryKey, (before) => before && now)
  client.setQueriesData<List>({ queryKey: listsKey }, (list) =>
    list?.results.some((row) => row.id === now.id)
      ? { ...list, results: list.results.map((row) => (row.id === now.id ? now : row)) }
      : list,
  )
}
