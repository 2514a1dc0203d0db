/** Triage: columns set by a change of a conversation. */
import { eq, sql } from 'drizzle-orm'
import { triageFields } from '#contract/conversation.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { conversationColumns, type TriageValues, type Write, type WriteColumns } from './conversation-columns.ts'

export type ConversationChange = { [K in keyof TriageValues]?: TriageValues[K] | undefined }

/** Whether a change could leave a conversation snoozed without a time. */
export const setsSnooze = ({ status, snoozed_until: until }: ConversationChange): boolean =>
  status === 'snoozed' || until === null

const isTriageField = (name: string): name is keyof TriageValues => Object.hasOwn(triageFields, name)

/** Columns that the given values set, by drizzle's names. */
function changedColumns(scope: Scope, change: ConversationChange): Record<string, unknown> {
  const columns: WriteColumns = conversationColumns
  const set: Record<string, unknown> = {}
  const write = <K extends keyof TriageValues>(name: K, value: TriageValues[K] | undefined) => {
    if (value === undefined) return
    const own: Write<TriageValues[K]> = columns[name].write
    for (const [property, of] of Object.entries(own)) set[property] = of(value, scope)
  }
  for (const name of Object.keys(change)) if (isTriageField(name)) write(name, change[name])
  return set
}

/**
 * Columns that a change sets, for an update of `conversation`. Snoozing until a time also sets the status, and any
 * other status clears the time.
 */
export function triageSet(scope: Scope, change: ConversationChange): Record<string, unknown> {
  const status = change.status ?? (change.snoozed_until ? 'snoozed' : undefined)
  const isNotSnoozed = status !== undefined && status !== 'snoozed'
  return changedColumns(scope, { ...change, status, snoozed_until: isNotSnoozed ? null : change.snoozed_until })
}

/**
 * Unassigns a person from all conversations: as assignee, a person without write access would keep flows and colleagues
 * from replying.
 */
export async function unassign(scope: Scope, personId: string): Promise<void> {
  const unassigned = { assigneeId: null, assigneeName: null }
  const set = { ...unassigned, version: sql`${conversation.version} + 1`, updatedAt: sql`now()` }
  await scope.update(conversation, set, eq(conversation.assigneeId, personId))
}

/** Changes one conversation. */
export async function changeConversation(scope: Scope, id: string, change: ConversationChange): Promise<void> {
  const set = { ...triageSet(scope, change), version: sql`${conversation.version} + 1`, updatedAt: sql`now()` }
  await scope.update(conversation, set, eq(conversation.id, id))
}
