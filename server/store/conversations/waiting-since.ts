/** Since when a contact waits for an answer. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ConversationStatus } from '#contract/conversation.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** When the contact wrote what nobody has answered yet; null where all is answered. */
function unansweredSince(scope: Scope): SQL {
  const of = (direction: 'in' | 'out') =>
    and(sql`${message.conversationId} = "conversation"."id"`, eq(message.direction, direction))
  const answered = scope.select(message, { at: sql`max(${message.at})` }, of('out'))
  const asked = and(of('in'), sql`${message.at} > coalesce(${answered}, '-infinity')`)
  return sql`${scope.select(message, { at: sql`min(${message.at})` }, asked)}`
}

/** After a change of the status: a resolved conversation waits for nothing, and waits again where that is taken back. */
export function waitingAfter(scope: Scope, status: ConversationStatus): SQL | null {
  if (status === 'resolved') return null
  const again = unansweredSince(scope)
  return sql`case when ${conversation.status} = 'resolved' then ${again} else ${conversation.waitingSince} end`
}
