/** Contacts, conversations and their messages. */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, id, micros, sample, searchVector, words } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

export const contact = pgTable(
  'contact',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    company: text('company'),
    tags: words('tags'),
    fields: jsonb('fields').notNull().default({}),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('contact_name').on(t.accountId, sql`lower(${t.name})`),
    index('contact_email').on(t.accountId, sql`lower(${t.email})`),
    index('contact_phone').on(t.accountId, t.phone),
  ],
)

/** Identities of contacts per channel type: a chat, a web chat visitor, an address. */
export const contactIdentity = pgTable(
  'contact_identity',
  {
    accountId: accountOfParent(),
    channelType: text('channel_type').notNull(),
    externalId: text('external_id').notNull(),
    contactId: text('contact_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.channelType, t.externalId] }),
    foreignKey({ columns: [t.accountId, t.contactId], foreignColumns: [contact.accountId, contact.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const conversation = pgTable(
  'conversation',
  {
    accountId: accountId(),
    id: id(),
    number: integer('number').notNull(),
    subject: text('subject').notNull().default(''),
    status: text('status').notNull(),
    /** Index in the contract's `priorities`, as needed for "high or more". */
    priority: integer('priority').notNull().default(0),
    channelId: text('channel_id'),
    channelName: text('channel_name'),
    channelType: text('channel_type'),
    contactId: text('contact_id').notNull(),
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    team: text('team'),
    labels: words('labels'),
    lastMessageAt: at('last_message_at'),
    lastMessage: jsonb('last_message'),
    unreadCount: integer('unread_count').notNull().default(0),
    messageCount: integer('message_count').notNull().default(0),
    flowId: text('flow_id'),
    flowName: text('flow_name'),
    handledBy: text('handled_by').notNull(),
    lastRun: jsonb('last_run'),
    totalCost: micros('total_cost'),
    /** The provider's thread id, within its channel: a chat, a visitor, the first message of a mail thread. */
    externalId: text('external_id'),
    canReply: boolean('can_reply').notNull().default(true),
    snoozedUntil: at('snoozed_until'),
    waitingSince: at('waiting_since'),
    customFields: jsonb('custom_fields').notNull().default({}),
    /** Search vector of subject, contact and messages, for `q`. */
    search: searchVector('search')
      .notNull()
      .default(sql`''::tsvector`),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('conversation_external')
      .on(t.accountId, t.channelId, t.externalId)
      .where(sql`${t.externalId} is not null`),
    uniqueIndex('conversation_number').on(t.accountId, t.number),
    foreignKey({ columns: [t.accountId, t.contactId], foreignColumns: [contact.accountId, contact.id] }),
    index('conversation_last').on(t.accountId, t.lastMessageAt, t.id),
    index('conversation_status').on(t.accountId, t.status, t.lastMessageAt, t.id),
    index('conversation_assignee').on(t.accountId, t.assigneeId, t.lastMessageAt, t.id),
    index('conversation_channel').on(t.accountId, t.channelId, t.lastMessageAt, t.id),
    index('conversation_flow').on(t.accountId, t.flowId, t.lastMessageAt, t.id),
    index('conversation_contact').on(t.accountId, t.contactId),
    index('conversation_priority').on(t.accountId, t.priority, t.id),
    index('conversation_cost').on(t.accountId, t.totalCost, t.id),
    index('conversation_waiting').on(t.accountId, t.waitingSince, t.id),
    index('conversation_created').on(t.accountId, t.createdAt, t.id),
    index('conversation_updated').on(t.accountId, t.updatedAt, t.id),
    index('conversation_unread')
      .on(t.accountId, t.lastMessageAt, t.id)
      .where(sql`${t.unreadCount} > 0`),
    index('conversation_snoozed')
      .on(t.snoozedUntil)
      .where(sql`${t.status} = 'snoozed'`),
    index('conversation_labels').using('gin', t.labels),
    index('conversation_search').using('gin', t.search),
  ],
)

export const message = pgTable(
  'message',
  {
    accountId: accountOfParent(),
    id: id(),
    conversationId: text('conversation_id').notNull(),
    at: at('at').notNull(),
    direction: text('direction').notNull(),
    author: text('author').notNull(),
    authorName: text('author_name'),
    text: text('text').notNull(),
    runId: text('run_id'),
    delivery: text('delivery'),
    /** The provider's message id. */
    externalId: text('external_id'),
    /** `<run>/<step key>` of a message sent by a flow, by which a repeated attempt finds it. */
    sentKey: text('sent_key'),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    foreignKey({
      columns: [t.accountId, t.conversationId],
      foreignColumns: [conversation.accountId, conversation.id],
    }).onDelete('cascade'),
    uniqueIndex('message_sent')
      .on(t.accountId, t.sentKey)
      .where(sql`${t.sentKey} is not null`),
    index('message_at').on(t.accountId, t.conversationId, t.at, t.id),
  ],
)
