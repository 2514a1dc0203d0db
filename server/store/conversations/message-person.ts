/** What people write in a conversation: answers, which go out by its channel, and notes, which stay. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { moreSearch } from '#server/store/query/search-vector.ts'

/** An answer that was not sent within this time never will be: its process has ended. */
const forgottenMs = 10 * 60 * 1000

interface Written {
  conversationId: string
  text: string
  /** Who writes. */
  name: string
}

/** Within a transaction. A note changes nothing that triage could overwrite, so the version stays. */
export async function keepNote(scope: Scope, { conversationId, text, name }: Written, now: Date): Promise<string> {
  const id = newId('msg')
  const row = { id, conversationId, at: now, direction: 'note', author: 'person', authorName: name, text }
  await scope.insert(message, [row])
  const search = moreSearch(sql`${conversation.search}`, text)
  await scope.update(conversation, { search, updatedAt: now }, eq(conversation.id, conversationId))
  return id
}

/**
 * Within a transaction: keeps an answer that is to be sent after the commit. Who answers has read what came, and from then
 * on the conversation is with people: no flow answers in between.
 */
export async function keepAnswer(scope: Scope, { conversationId, text, name }: Written, now: Date): Promise<string> {
  const id = newId('msg')
  const row = { id, conversationId, at: now, direction: 'out', author: 'person', authorName: name, text }
  await scope.insert(message, [{ ...row, delivery: 'pending', sentKey: answerKey(id) }])
  await scope.update(
    conversation,
    {
      lastMessageAt: now,
      lastMessage: { at: now.toISOString(), direction: 'out', author: 'person', text },
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

/** By which the other side may tell a repeated attempt. */
export const answerKey = (messageId: string): string => `answer/${messageId}`

/** Answers whose process ended before they were sent, of all accounts: failed, so that somebody decides. */
export async function failForgotten(db: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - forgottenMs)
  await db
    .update(message)
    .set({ delivery: 'failed' })
    .where(and(eq(message.author, 'person'), eq(message.delivery, 'pending'), lt(message.at, before)))
}
