/** What handlers of conversations share: finding one, and reading what triage asks for. */
import { eq } from 'drizzle-orm'
import type { Conversation } from '#contract/conversation.ts'
import type { BulkChange } from '#contract/conversation-work.ts'
import { maxCustomFields } from '#contract/values/custom-fields.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { person } from '#server/store/accounts/auth-schema.ts'
import { readConversation } from '#server/store/conversations/conversation.ts'
import type { ConversationChange } from '#server/store/conversations/triage.ts'
import type { Context } from '#server/protocol/handler.ts'

export async function needConversation({ scope }: Context, id: string): Promise<Conversation> {
  const found = await readConversation(scope, id)
  if (!found) throw notFound('conversation')
  return found
}

/** What triage asks for, as the store takes it. 400 for an assignee who is nobody or only reads; `place` is where the fields stand: "change.". */
export async function triageOf(
  { scope }: Context,
  fields: Omit<BulkChange, 'add_labels' | 'remove_labels'>,
  place = '',
): Promise<ConversationChange> {
  const { status, priority, team, labels, assignee: id, snoozed_until: until, unread_count: unread } = fields
  const [assignee] =
    id === undefined || id === null
      ? [id]
      : await scope
          .select(person, { id: person.id, name: person.name, role: person.role }, eq(person.id, id))
          // Who becomes a viewer meanwhile waits, and then gives this one back as well.
          .for('share')
  if (id !== undefined && assignee === undefined) throw invalid(`${place}assignee`, 'No person has this id.')
  if (assignee?.role === 'viewer')
    throw invalid(
      `${place}assignee`,
      `${assignee.name} is a viewer with read-only access. Choose an operator or an owner.`,
    )
  return {
    status,
    priority,
    team,
    labels,
    assignee,
    snoozedUntil: until === undefined || until === null ? until : new Date(until),
    read: unread === 0,
    handledBy: fields.handled_by,
    customFields: fields.custom_fields,
  }
}

/** 400 where an object would have more fields of its own than are kept. */
export function refuseManyFields(name: string, known: object, change: object | undefined): void {
  if (change && new Set([...Object.keys(known), ...Object.keys(change)]).size > maxCustomFields)
    throw invalid(name, `Use at most ${maxCustomFields} fields.`)
}
