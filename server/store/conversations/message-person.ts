/** Messages of people in a conversation: replies, which are sent on its channel, and internal notes. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { lastMessageOf } from './last-message.ts'
import { moreSearch } from '#server/store/query/search.ts'

/** Age after which an unsent reply counts as lost: its process has probably ended. */
const abandonedAfterMs = 10 * 60 * 1000

interface PersonMessage {
  conversationId: string
  text: string
  /** Name of the author. */
  name: string
}

/** To be called in a transaction. A note changes no triage fields, so the version stays. */
export async function storeNote(
  scope: Scope,
  { conversationId, text, name }: PersonMessage,
  now: Date,
): Promise<string> {
  const id = newId('msg')
  const row = { id, conversationId, at: now, direction: 'note', author: 'person', authorName: name, text }
  await scope.insert(message, [row])
  const search = moreSearch(sql`${conversation.search}`, text)
  await scope.update(conversation, { search, updatedAt: now }, eq(conversation.id, conversationId))
  return id
}

/**
 * To be called in a transaction: stores a reply to be sent after the commit. Marks the conversation as read and hands
 * it to people, so that no flow replies in between.
 */
export async function storeReply(
  scope: Scope,
  { conversationId, text, name }: PersonMessage,
  now: Date,
): Promise<string> {
  const id = newId('msg')
  const row = { id, conversationId, at: now, direction: 'out', author: 'person', authorName: name, text }
  await scope.insert(message, [{ ...row, delivery: 'pending', sentKey: replyKey(id) }])
  await scope.update(
    conversation,
    {
      lastMessageAt: now,
      lastMessage: lastMessageOf({ at: now, direction: 'out', author: 'person', author_name: name, text }),
      messageCount: sql`${conversation.messageCount} + 1`,
      unreadCount: 0,
      handledBy: 'person',
      search: moreSearch(sql`${conversation.search}`, text),
      version: sql`${conversation.version} + 1`,
      updatedAt: now,
    },
    eq(conversation.id, conversationId),
  )
  return id
}

/** Idempotency key of a reply, for the provider. */
export const replyKey = (messageId: string): string => `answer/${messageId}`

/** Marks lost replies of all accounts as failed, so that a person can decide whether to send them again. */
export async function failAbandonedReplies(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - abandonedAfterMs)
  await db
    .update(message)
    .set({ delivery: 'failed' })
    .where(and(eq(message.author, 'person'), eq(message.delivery, 'pending'), lt(message.at, before)))
}
