/** A visitor's conversation as the visitor sees it, and the cost of its runs. */
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { ChatMessage } from '#contract/webchat.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import { run } from '#server/store/tables/run.ts'
import { isWithPerson } from './message-in.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Maximum number of messages shown. */
const shownMessages = 100

export interface ChatConversation {
  id: string
  /** Increases with every message, and with other changes of the conversation. */
  version: number
  isAnswering: boolean
  /** A person replies instead of a flow. */
  isWithPerson: boolean
}

/** Null before the visitor's first message. */
export async function findChat(scope: Scope, channelId: string, visitor: string): Promise<ChatConversation | null> {
  const open = and(eq(run.conversationId, conversation.id), inArray(run.status, ['queued', 'running']))
  const fields = {
    id: conversation.id,
    version: conversation.version,
    isAnswering: sql<boolean>`exists ${scope.select(run, { one: sql`1` }, open)}`,
    isWithPerson,
  }
  const where = and(eq(conversation.channelId, channelId), eq(conversation.externalId, visitor))
  const [row] = await scope.select(conversation, fields, where)
  return row ?? null
}

/** The latest messages of both sides, oldest first, without internal notes. */
export async function chatMessages(scope: Scope, conversationId: string): Promise<ChatMessage[]> {
  const latest = and(eq(message.conversationId, conversationId), inArray(message.direction, ['in', 'out']))
  const fields = {
    id: message.id,
    at: message.at,
    direction: message.direction,
    author: message.author,
    name: message.authorName,
    text: message.text,
  }
  const rows = await scope
    .select(message, fields, latest)
    .orderBy(desc(message.at), desc(message.id))
    .limit(shownMessages)
  return rows.toReversed().map(({ id, at, direction, author, name, text }) => {
    const from = direction === 'in' ? 'visitor' : 'us'
    return { id, at: at.toISOString(), from, name: author === 'person' ? name : null, text }
  })
}

/** Cost in micros of a channel's runs that started at `since` or later: of one conversation, and of all. */
export async function spentSince(
  scope: Scope,
  channelId: string,
  conversationId: string | null,
  since: Date,
): Promise<{ visitor: bigint; all: bigint }> {
  const own = sql`coalesce(sum(${run.cost}) filter (where ${run.conversationId} = ${conversationId}), 0)::text`
  const fields = { all: sql<string>`coalesce(sum(${run.cost}), 0)::text`, own: sql<string>`${own}` }
  const [row] = await scope.select(run, fields, and(eq(run.channelId, channelId), gte(run.startedAt, since)))
  return { visitor: BigInt(row?.own ?? '0'), all: BigInt(row?.all ?? '0') }
}
