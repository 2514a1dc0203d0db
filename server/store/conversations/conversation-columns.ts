/**
 * The fields of a conversation in the database: how each is read (`read`), filtered, ordered and counted (`value`,
 * `label`), and changed by triage, singly and in bulk (`write`). In the order of the response.
 */
import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import {
  type Contact,
  Conversation,
  ConversationStatus,
  conversationFields,
  priorities,
  type TriageFields,
} from '#contract/conversation.ts'
import type { Ref } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { formatMicros } from '#lib/money/money.ts'
import { matchesWords } from '#server/store/query/search.ts'
import { columnOrderings, rowReader, type CatalogueColumns, type ReadColumns } from '#server/store/query/columns.ts'
import { contact, conversation, message } from '#server/store/tables/conversation.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { mergedFields } from './contact.ts'

const {
  accountId: _accountId,
  contactId: _contactId,
  externalId: _externalId,
  lastMessageAt: _lastMessageAt,
  search: _search,
  ...stored
} = getTableColumns(conversation)

/** Columns from which responses are made. */
export const storedColumns = stored

type ConversationRow = Omit<Pick<typeof conversation.$inferSelect, keyof typeof stored>, 'customFields'> & {
  contact: Contact
  customFields: JsonRecord
  currency: string
}

/** Triage values whose type in the store differs from that in the contract. */
interface Resolved {
  assignee: Ref | null
  snoozed_until: Date | null
}
export type TriageValues = {
  [K in keyof TriageFields]-?: K extends keyof Resolved ? Resolved[K] : Exclude<TriageFields[K], undefined>
}

type TriageChange = PgUpdateSetSource<typeof conversation>
/** New value of each column in which a field is stored. */
export type Write<V> = { readonly [Column in keyof TriageChange]?: (value: V, scope: Scope) => TriageChange[Column] }
export type WriteColumns = { readonly [K in keyof TriageValues]: { write: Write<TriageValues[K]> } }

/** Maximum of the integer column. */
const maxNumber = 2_147_483_647

/** Parses a conversation number, "48000" or "#48000"; null if the query is something else. */
function numberIn(question: string): number | null {
  const number = Number(/^\s*#?(\d{1,10})\s*$/.exec(question)?.[1] ?? Number.NaN)
  return number <= maxNumber ? number : null
}

/** Matches the words; a number alone also matches the conversation number. Both are indexed. */
function matchesQuestion(question: string): SQL {
  const words = matchesWords(sql`${conversation.search}`, question)
  const number = numberIn(question)
  return number === null ? words : sql`(${words} or ${conversation.number} = ${number}::int4)`
}

/** Time of the first unanswered message of the contact; null if all are answered. */
function unansweredSince(scope: Scope): SQL {
  const of = (direction: 'in' | 'out') =>
    and(sql`${message.conversationId} = "conversation"."id"`, eq(message.direction, direction))
  const answered = scope.select(message, { at: sql`max(${message.at})` }, of('out'))
  const asked = and(of('in'), sql`${message.at} > coalesce(${answered}, '-infinity')`)
  return sql`${scope.select(message, { at: sql`min(${message.at})` }, asked)}`
}

/** Start of the contact's waiting time after a status change: resolving ends it, and reopening restores it. */
function waitingAfter(scope: Scope, status: ConversationStatus): SQL | null {
  if (status === 'resolved') return null
  const again = unansweredSince(scope)
  return sql`case when ${conversation.status} = 'resolved' then ${again} else ${conversation.waitingSince} end`
}

const { last_message: LastMessage, last_run: LastRun, handled_by: HandledBy } = Conversation.shape

export const conversationColumns: ReadColumns<Conversation, ConversationRow> &
  CatalogueColumns<typeof conversationFields> &
  WriteColumns = {
  id: { read: ({ id }) => id },
  number: { read: ({ number }) => number, value: conversation.number },
  subject: { read: ({ subject }) => subject },
  status: {
    read: ({ status }) => ConversationStatus.parse(status),
    value: conversation.status,
    write: { status: (status) => status, waitingSince: (status, scope) => waitingAfter(scope, status) },
  },
  priority: {
    read: ({ priority }) => priorities[priority] ?? 'none',
    value: conversation.priority,
    write: { priority: (priority) => priorities.indexOf(priority) },
  },
  channel: {
    read: ({ channelId, channelName, channelType }) =>
      channelId === null ? null : { id: channelId, name: channelName ?? '', type: ChannelType.parse(channelType) },
    value: conversation.channelId,
    label: conversation.channelName,
  },
  contact: { read: (row) => row.contact, value: conversation.contactId },
  assignee: {
    read: ({ assigneeId, assigneeName }) => (assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' }),
    value: conversation.assigneeId,
    label: conversation.assigneeName,
    write: { assigneeId: (assignee) => assignee?.id ?? null, assigneeName: (assignee) => assignee?.name ?? null },
  },
  team: { read: ({ team }) => team, value: conversation.team, write: { team: (team) => team } },
  labels: { read: ({ labels }) => labels, write: { labels: (labels) => labels } },
  last_message: { read: ({ lastMessage }) => LastMessage.parse(lastMessage) },
  unread_count: {
    read: ({ unreadCount }) => unreadCount,
    value: conversation.unreadCount,
    write: { unreadCount: (count) => count },
  },
  message_count: { read: ({ messageCount }) => messageCount, value: conversation.messageCount },
  flow: {
    read: ({ flowId, flowName }) => (flowId === null ? null : { id: flowId, name: flowName ?? '' }),
    value: conversation.flowId,
    label: conversation.flowName,
  },
  handled_by: {
    read: ({ handledBy }) => HandledBy.parse(handledBy),
    value: conversation.handledBy,
    write: { handledBy: (handledBy) => handledBy },
  },
  last_run: { read: ({ lastRun }) => LastRun.parse(lastRun) },
  total_cost: { read: ({ totalCost }) => formatMicros(totalCost), value: conversation.totalCost },
  currency: { read: ({ currency }) => currency },
  can_reply: { read: ({ canReply }) => canReply },
  snoozed_until: {
    read: ({ snoozedUntil }) => snoozedUntil?.toISOString() ?? null,
    value: conversation.snoozedUntil,
    write: { snoozedUntil: (until) => until },
  },
  waiting_since: {
    read: ({ waitingSince }) => waitingSince?.toISOString() ?? null,
    value: conversation.waitingSince,
  },
  created_at: { read: ({ createdAt }) => createdAt.toISOString(), value: conversation.createdAt },
  updated_at: { read: ({ updatedAt }) => updatedAt.toISOString(), value: conversation.updatedAt },
  version: { read: ({ version }) => version },
  custom_fields: {
    read: ({ customFields }) => customFields,
    write: { customFields: (fields) => mergedFields(sql`${conversation.customFields}`, fields) },
  },
  sample: { read: ({ sample }) => sample },
  // Only for filters:
  label: { value: conversation.labels },
  unread: { value: sql`(${conversation.unreadCount} > 0)` },
  last_message_at: { value: conversation.lastMessageAt },
  contact__name: { value: contact.name, folded: true },
  contact__email: { value: contact.email, folded: true },
  contact__phone: { value: contact.phone },
  contact__company: { value: contact.company },
  contact__tag: { value: contact.tags },
  q: { value: sql`true`, search: matchesQuestion },
}

export const toConversation = rowReader<Conversation, ConversationRow>(conversationColumns)

export const conversationOrderings = columnOrderings(conversationFields.fields, conversationColumns)
