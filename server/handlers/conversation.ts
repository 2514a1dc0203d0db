/** Conversations: list, fields, read, triage, messages. */
import { eq } from 'drizzle-orm'
import { conversation, conversationFields, type Conversation } from '#contract/conversation.ts'
import type { Parsed } from '#contract/kernel.ts'
import { groupLimits } from '#contract/filter-group.ts'
import { Fault, invalid, notFound } from '#server/fault.ts'
import { person } from '#server/store/auth-schema.ts'
import {
  changeConversation,
  customKeys,
  listConversations,
  readConversation,
  type ConversationChange,
} from '#server/store/conversation.ts'
import { listMessages } from '#server/store/message.ts'
import { etagOf } from './etag.ts'
import { handler, type Context, type Handler, type Reply } from './handler.ts'

/** The zone of dates when none is asked. */
const usualZone = 'UTC'

async function needConversation({ scope }: Context, id: string): Promise<Conversation> {
  const found = await readConversation(scope, id)
  if (!found) throw notFound('conversation')
  return found
}

const conversationReply = (found: Conversation): Reply<Conversation> => ({
  body: found,
  headers: { ETag: etagOf(found.version, found) },
  object: { id: found.id, name: `#${found.number}` },
})

const list = handler(conversation.list, async ({ scope, caller, filter }, { query }) => ({
  body: await listConversations(scope, filter, query, { zone: query.tz ?? usualZone, caller: caller.id }),
}))

const fields = handler(conversation.fields, async ({ scope }) => {
  const { fields: known, customPrefix, defaultOrdering } = conversationFields
  const published = known.map(({ name, label, type, operators, values, indexed, orderable, facet }) => ({
    name,
    label,
    type,
    operators: [...operators],
    values: [...values],
    indexed,
    orderable,
    facet,
  }))
  return {
    body: {
      fields: published,
      custom_prefix: customPrefix,
      custom_keys: await customKeys(scope),
      default_ordering: defaultOrdering,
      group_limits: groupLimits,
    },
  }
})

const read = handler(conversation.read, async (context, { params }) =>
  conversationReply(await needConversation(context, params.id)),
)

/** The person of this account; 400 for any other id, whoever's it is. */
async function needAssignee({ scope }: Context, id: string): Promise<{ id: string; name: string }> {
  const [found] = await scope.select(person, { id: person.id, name: person.name }, eq(person.id, id))
  if (!found) throw invalid('assignee', 'There is no person with this id.')
  return found
}

type TriageFields = Omit<Parsed<typeof conversation.edit>['body'], 'version'>

/** What triage asks for, as the store takes it. 400 for an assignee who is nobody. */
async function triageOf(context: Context, fields: TriageFields): Promise<ConversationChange> {
  const { status, priority, team, labels, assignee, snoozed_until: until, unread_count: unread } = fields
  return {
    status,
    priority,
    team,
    labels,
    assignee: assignee === undefined || assignee === null ? assignee : await needAssignee(context, assignee),
    snoozedUntil: until === undefined || until === null ? until : new Date(until),
    read: unread === 0,
    handledBy: fields.handled_by,
    customFields: fields.custom_fields,
  }
}

const edit = handler(conversation.edit, async (context, { params, body }) => {
  const { version, ...fields } = body
  const before = await needConversation(context, params.id)
  const change = await triageOf(context, fields)
  const outcome = await changeConversation(context.scope, before.id, change, context.ifMatch ?? version ?? null)
  const current = await needConversation(context, params.id)
  if (outcome === 'conflict')
    throw new Fault('version_conflict', 'The conversation was changed in the meantime.', { more: { current } })
  return conversationReply(current)
})

const messages = handler(conversation.messages, async (context, { params, query }) => {
  await needConversation(context, params.id)
  return { body: await listMessages(context.scope, params.id, query) }
})

export const conversationHandlers: Handler[] = [list, fields, read, edit, messages]
