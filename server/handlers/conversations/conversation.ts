/** Handlers of conversations: list, fields, read, triage, messages. */
import { conversation, conversationFields, type Conversation } from '#contract/conversation.ts'
import { groupLimits } from '#contract/filter/filter-group.ts'
import { maxCsvRows } from '#contract/conversation-csv.ts'
import { endlessSnooze, Fault } from '#server/base/fault.ts'
import { csvIds, csvRows } from '#server/store/conversations/conversation-export-rows.ts'
import { customKeys, listConversations } from '#server/store/conversations/conversation.ts'
import { changeConversation, setsSnooze } from '#server/store/conversations/triage.ts'
import { listMessages } from '#server/store/conversations/message.ts'
import { csvColumnsOf } from './conversation-csv-cells.ts'
import { csvPagesReply } from '#server/handlers/replies/csv-reply.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { loggedChanges } from './logged-changes.ts'
import { needConversation, refuseManyFields, triageOf } from './triage-input.ts'
import { handler, type Handler, type Reply, defaultZone } from '#server/protocol/handler.ts'
import type { Services } from '#server/protocol/services.ts'
import { wakeSnoozed } from '#server/store/conversations/snooze.ts'

/** Reopens conversations whose snooze is over, in one account or in all, and publishes events. */
export async function wakeConversations(
  { database, events, now }: Pick<Services, 'database' | 'events' | 'now'>,
  account: string | null = null,
): Promise<void> {
  for (const woken of await wakeSnoozed(database.db, account, now()))
    events.publish(woken.account, { noun: 'conversation', id: woken.id, change: 'changed', conversation: woken.id })
}

const conversationReply = (found: Conversation): Reply<Conversation> => ({
  body: found,
  headers: { ETag: etagOf(found.version, found) },
  object: { id: found.id, name: `#${found.number}` },
})

const list = handler(conversation.list, async ({ scope, caller, filter, wantsCsv, services }, { query }) => {
  await wakeConversations(services, scope.account)
  const zone = query.tz ?? defaultZone
  const context = { zone, caller: caller.id }
  if (!wantsCsv) return { body: await listConversations(scope, filter, query, context) }
  const columns = csvColumnsOf(query.columns)
  const ids = await csvIds(scope, filter, query.ordering, context)
  if (ids.length > maxCsvRows)
    throw new Fault('too_large', `A CSV file has at most ${maxCsvRows} conversations. Narrow the filter.`)
  return csvPagesReply({ fileName: 'conversations', columns, zone, hasMark: true }, csvRows(scope, ids))
})

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

const read = handler(conversation.read, async (context, { params }) => {
  await wakeConversations(context.services, context.scope.account)
  return conversationReply(await needConversation(context, params.id))
})

const edit = handler(conversation.edit, async (context, { params, body }) => {
  const { version: _version, ...requested } = body
  const before = await needConversation(context, params.id)
  refuseManyFields('custom_fields', before.custom_fields, requested.custom_fields)
  const change = await triageOf(context, requested)
  const { status = before.status, snoozed_until: until = before.snoozed_until } = change
  if (setsSnooze(change) && status === 'snoozed' && until === null) throw endlessSnooze('snoozed_until')
  await changeConversation(context.scope, before.id, change)
  const after = await needConversation(context, params.id)
  const changes = loggedChanges(Object.keys(requested), before, after)
  return { ...conversationReply(after), changes: changes.length === 0 ? 'none' : changes }
})

const messages = handler(conversation.messages, async (context, { params, query }) => {
  await needConversation(context, params.id)
  return { body: await listMessages(context.scope, params.id, query) }
})

export const conversationHandlers: Handler[] = [list, fields, read, edit, messages]
