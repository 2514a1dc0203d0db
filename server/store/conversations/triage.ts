/** Triage: columns set by a change of a conversation. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { priorities, type ConversationStatus, type Priority } from '#contract/conversation.ts'
import type { CustomFields } from '#contract/values/custom-fields.ts'
import { conversation, message } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'

export interface ConversationChange {
  status?: ConversationStatus | undefined
  priority?: Priority | undefined
  assignee?: { id: string; name: string } | null | undefined
  team?: string | null | undefined
  labels?: string[] | undefined
  snoozedUntil?: Date | null | undefined
  read?: boolean
  handledBy?: 'flow' | 'person' | undefined
  customFields?: CustomFields | undefined
}

/** Whether a change could leave a conversation snoozed without a time. */
export const setsSnooze = ({ status, snoozedUntil }: ConversationChange): boolean =>
  status === 'snoozed' || snoozedUntil === null

/** Merges fields into the existing ones; null deletes one. */
export function laidOver(column: SQL, fields: CustomFields): SQL {
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  const gone = Object.keys(fields).filter((key) => fields[key] === null)
  return sql`((${column} || ${JSON.stringify(kept)}::jsonb) - ${sql.param(gone)}::text[])`
}

/** Time of the first unanswered message of the contact; null if all are answered. */
function unansweredSince(scope: Scope): SQL {
  const of = (direction: 'in' | 'out') =>
    and(sql`${message.conversationId} = "conversation"."id"`, eq(message.direction, direction))
  const answered = scope.select(message, { at: sql`max(${message.at})` }, of('out'))
  const asked = and(of('in'), sql`${message.at} > coalesce(${answered}, '-infinity')`)
  return sql`${scope.select(message, { at: sql`min(${message.at})` }, asked)}`
}

/** Start of the contact's waiting time after a status change; undefined = unchanged. */
function waitingAfter(scope: Scope, status: ConversationStatus | undefined): SQL | null | undefined {
  if (status === undefined || status === 'resolved') return status === undefined ? undefined : null
  const again = unansweredSince(scope)
  return sql`case when ${conversation.status} = 'resolved' then ${again} else ${conversation.waitingSince} end`
}

/**
 * Columns of an update of `conversation`. Setting a snooze time also sets the status, and other statuses clear the
 * time; resolving ends the contact's waiting time, and reopening restores it.
 */
export function triageSet(scope: Scope, change: ConversationChange) {
  const status = change.status ?? (change.snoozedUntil ? 'snoozed' : undefined)
  const awake = status !== undefined && status !== 'snoozed'
  return {
    status,
    priority: change.priority === undefined ? undefined : priorities.indexOf(change.priority),
    ...(change.assignee === undefined
      ? {}
      : { assigneeId: change.assignee?.id ?? null, assigneeName: change.assignee?.name ?? null }),
    team: change.team,
    labels: change.labels,
    snoozedUntil: awake ? null : change.snoozedUntil,
    waitingSince: waitingAfter(scope, status),
    unreadCount: change.read === true ? 0 : undefined,
    handledBy: change.handledBy,
    customFields: change.customFields && laidOver(sql`${conversation.customFields}`, change.customFields),
  }
}

/**
 * Unassigns a person from all conversations: as assignee, a person without write access would keep flows and colleagues
 * from replying.
 */
export async function unassign(scope: Scope, personId: string): Promise<void> {
  const nobody = { assigneeId: null, assigneeName: null }
  const set = { ...nobody, version: sql`${conversation.version} + 1`, updatedAt: sql`now()` }
  await scope.update(conversation, set, eq(conversation.assigneeId, personId))
}

/** Changes one conversation. */
export async function changeConversation(scope: Scope, id: string, change: ConversationChange): Promise<void> {
  const set = { ...triageSet(scope, change), version: sql`${conversation.version} + 1`, updatedAt: sql`now()` }
  await scope.update(conversation, set, eq(conversation.id, id))
}
