/** Outgoing messages: those of flows are stored before they are sent, so that a repeated attempt finds them. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { contact, conversation, message } from '#server/store/tables/conversation.ts'
import { flowBinding } from '#server/store/tables/flow.ts'
import { run } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { lastMessageOf } from './last-message.ts'
import { moreSearch } from '#server/store/query/search.ts'

export interface OutThread {
  id: string
  channelId: string | null
  thread: string | null
  subject: string
  email: string | null
}

/** Destination of a reply; null if the conversation does not exist. */
export async function readOutThread(scope: Scope, conversationId: string): Promise<OutThread | null> {
  const fields = {
    id: conversation.id,
    channelId: conversation.channelId,
    thread: conversation.externalId,
    subject: conversation.subject,
    email: contact.email,
  }
  const [row] = await scope
    .select(conversation, fields, eq(conversation.id, conversationId))
    .innerJoin(contact, scope.on(contact, eq(contact.id, conversation.contactId)))
  return row ?? null
}

/** Maximum number of message ids that a reply refers to: more would not fit into a header. */
const maxEarlierIds = 20

/** Provider ids of the last messages of a conversation, oldest first. */
export async function earlierMessageIds(scope: Scope, conversationId: string): Promise<string[]> {
  const rows = await scope
    .select(
      message,
      { externalId: sql<string>`${message.externalId}` },
      and(eq(message.conversationId, conversationId), isNotNull(message.externalId)),
    )
    .orderBy(desc(message.at), desc(message.id))
    .limit(maxEarlierIds)
  return rows.map((row) => row.externalId).toReversed()
}

export interface OutgoingDraft {
  conversationId: string
  text: string
  runId: string | null
  key: string
}

/** Finds or creates the message with this key; `isSent`: it was already sent. */
export function storeOutgoing(scope: Scope, draft: OutgoingDraft, now: Date): Promise<{ id: string; isSent: boolean }> {
  const { conversationId, text, runId, key } = draft
  return scope.transaction(async (tx) => {
    const [author] = runId === null ? [] : await tx.select(run, { name: run.flowName }, eq(run.id, runId))
    const row = {
      id: newId('msg'),
      conversationId,
      at: now,
      direction: 'out',
      author: 'flow',
      authorName: author?.name ?? null,
      text,
      runId,
      delivery: 'pending',
      sentKey: key,
    }
    const [made] = await tx.insert(message, [row]).onConflictDoNothing().returning({ id: message.id })
    if (!made) {
      const known = { id: message.id, delivery: message.delivery }
      const [before] = await tx.select(message, known, eq(message.sentKey, key))
      if (!before) throw new Error('The message was deleted during the request.')
      return { id: before.id, isSent: before.delivery !== 'pending' && before.delivery !== 'failed' }
    }
    await tx.update(
      conversation,
      {
        lastMessageAt: now,
        lastMessage: lastMessageOf({ at: now, direction: 'out', author: 'flow', author_name: row.authorName, text }),
        messageCount: sql`${conversation.messageCount} + 1`,
        search: moreSearch(sql`${conversation.search}`, text),
        version: sql`${conversation.version} + 1`,
        updatedAt: now,
      },
      eq(conversation.id, conversationId),
    )
    return { id: made.id, isSent: false }
  })
}

/** Marks a message as sent: the contact no longer waits, unless they wrote again in the meantime. */
export function markSent(scope: Scope, id: string, conversationId: string, externalId: string | null): Promise<void> {
  return scope.transaction(async (tx) => {
    const [sent] = await tx
      .update(message, { delivery: 'sent', externalId }, eq(message.id, id))
      .returning({ at: message.at })
    if (!sent) return
    const answered = sql`case when ${conversation.waitingSince} <= ${sent.at} then null else ${conversation.waitingSince} end`
    await tx.update(conversation, { waitingSince: answered }, eq(conversation.id, conversationId))
  })
}

export async function markFailed(scope: Scope, id: string): Promise<void> {
  await scope.update(message, { delivery: 'failed' }, eq(message.id, id))
}

/** The channel that a key is bound to in a flow; null if unbound. */
export async function channelOfKey(scope: Scope, flowId: string, key: string): Promise<string | null> {
  const named = and(eq(flowBinding.flowId, flowId), eq(flowBinding.kind, 'channel'), eq(flowBinding.key, key))
  const [row] = await scope.select(flowBinding, { targetId: flowBinding.targetId }, named)
  return row?.targetId ?? null
}
