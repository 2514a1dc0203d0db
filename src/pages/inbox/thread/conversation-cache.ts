/** Conversations as they lie in the cache: each may stand in several lists and by itself. */
import type { QueryClient } from '@tanstack/react-query'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf, type Answer } from '#contract/kernel/kernel.ts'
import { q } from '#api/query/query.ts'

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

/** Writes of one conversation go out one after the other: each knows what the one before has made of it. */
export const conversationWritesOf = (id: string) => ({ id: `${conversation.edit.id} ${id}` })

/** The version that was last made here, by conversation. */
const own = new Map<string, number>()

/** Whether a conversation is as it was left here: nobody else has changed it since. */
export const isOwn = ({ id, version }: Conversation): boolean => own.get(id) === version

/** Puts a conversation, as it is now by what was done here, wherever it stands. */
export function putConversation(client: QueryClient, now: Conversation): void {
  own.set(now.id, now.version)
  putRemoteConversation(client, now)
}

/** Puts a conversation as somebody else has left it wherever it stands. */
export function putRemoteConversation(client: QueryClient, now: Conversation): void {
  client.setQueryData(q(conversation.read, { id: now.id }).queryKey, (before) => before && now)
  client.setQueriesData<List>({ queryKey: listsKey }, (list) =>
    list?.results.some((row) => row.id === now.id)
      ? { ...list, results: list.results.map((row) => (row.id === now.id ? now : row)) }
      : list,
  )
}
