/** Cached conversations: each may be in several lists, and in the query of the open conversation. */
import type { QueryClient } from '@tanstack/react-query'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf, type ResponseBody } from '#contract/kernel/endpoint.ts'
import { q } from '#api/query/query.ts'

/** Prefix of the query keys of all conversation lists. */
export const listsKey = keyOf(conversation.list, {}).slice(0, 2)

type List = ResponseBody<typeof conversation.list>

/** The newest cached copy of a conversation. */
export function findConversation(client: QueryClient, id: string): Conversation | undefined {
  const cachedDetail = client.getQueryData(q(conversation.read, { id }).queryKey)
  const cachedRows = client
    .getQueriesData<List>({ queryKey: listsKey })
    .flatMap(([, list]) => list?.results ?? [])
    .filter((row) => row.id === id)
  return [...(cachedDetail ? [cachedDetail] : []), ...cachedRows].reduce<Conversation | undefined>(
    (newest, copy) => (newest === undefined || copy.version > newest.version ? copy : newest),
    undefined,
  )
}

/**
 * Mutation scope: writes of one conversation are sequential, so that each is based on the result of the previous one.
 */
export const conversationWritesOf = (id: string) => ({ id: `${conversation.edit.id} ${id}` })

/** The version that this page saved last, by conversation. */
const savedVersions = new Map<string, number>()

/** Whether a conversation has the version that this page saved last. */
export const isOwnVersion = ({ id, version }: Conversation): boolean => savedVersions.get(id) === version

/** Updates a conversation in all caches after an own write. */
export function putConversation(client: QueryClient, now: Conversation): void {
  savedVersions.set(now.id, now.version)
  putRemoteConversation(client, now)
}

/** Updates a conversation in all caches after another user's change. */
export function putRemoteConversation(client: QueryClient, now: Conversation): void {
  client.setQueryData(q(conversation.read, { id: now.id }).queryKey, (before) => before && now)
  client.setQueriesData<List>({ queryKey: listsKey }, (list) =>
    list?.results.some((row) => row.id === now.id)
      ? { ...list, results: list.results.map((row) => (row.id === now.id ? now : row)) }
      : list,
  )
}
