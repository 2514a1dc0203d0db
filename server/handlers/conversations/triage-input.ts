/** Shared by handlers of conversations: lookup, and validation of triage input. */
import { eq } from 'drizzle-orm'
import type { Conversation, TriageFields } from '#contract/conversation.ts'
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

/**
 * Validates triage input for the store. 400 for an unknown assignee, or one with read-only access; `place`: path prefix
 * of the fields, "change.".
 */
export async function triageOf({ scope }: Context, fields: TriageFields, place = ''): Promise<ConversationChange> {
  const { assignee: id, snoozed_until: until, ...others } = fields
  const [assignee] =
    id === undefined || id === null
      ? [id]
      : await scope
          .select(person, { id: person.id, name: person.name, role: person.role }, eq(person.id, id))
          // A concurrent change of this person's role to viewer waits, and then also unassigns this conversation.
          .for('share')
  if (id !== undefined && assignee === undefined) throw invalid(`${place}assignee`, 'No person has this id.')
  if (assignee?.role === 'viewer')
    throw invalid(
      `${place}assignee`,
      `${assignee.name} is a viewer with read-only access. Choose an operator or an owner.`,
    )
  return { ...others, assignee, snoozed_until: until === undefined || until === null ? until : new Date(until) }
}

/** 400 if an object would exceed the limit of custom fields. */
export function refuseManyFields(name: string, known: object, change: object | undefined): void {
  if (change && new Set([...Object.keys(known), ...Object.keys(change)]).size > maxCustomFields)
    throw invalid(name, `Use at most ${maxCustomFields} fields.`)
}
