/**
 * Conversations with their messages, and the catalogue of CRM filters. Source: docs/api.md, "Conversations";
 * docs/api.md, "Conversation filters".
 */
import { z } from 'zod'
import { ChannelType } from './values/channel-type-schema.ts'
import { field, type Catalogue } from './kernel/catalogue.ts'
import { get, noun, patch } from './kernel/endpoint.ts'
import { CustomFields } from './values/custom-fields.ts'
import { maxName } from './kernel/limits.ts'
import { filteredQuery } from './filter/filtered-query.ts'
import { Currency, InputTime, Id, JsonObject, Money, page, pageQuery, Ref, Tags, Time, Version } from './kernel/page.ts'
import { RunStatus } from './values/run-status.ts'

export const conversationStatuses = ['open', 'pending', 'snoozed', 'resolved'] as const
export const ConversationStatus = z.enum(conversationStatuses)
export type ConversationStatus = z.infer<typeof ConversationStatus>

/** In ascending order, as used by `priority__gte`. */
export const priorities = ['none', 'low', 'normal', 'high', 'urgent'] as const
const Priority = z.enum(priorities)

/** Whether a flow or people reply. */
const handlers = ['flow', 'person'] as const
const HandledBy = z.enum(handlers)

export const Contact = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  tags: z.array(z.string()),
  fields: JsonObject,
})
export type Contact = z.infer<typeof Contact>

const Direction = z.enum(['in', 'out', 'note'])
const Author = z.enum(['contact', 'flow', 'person', 'system'])

/** Maximum number of characters of `last_message.text`; a longer text ends with an ellipsis. */
export const maxLastMessage = 200

/** The last message that is not a note, for lists. */
const LastMessage = z.object({
  at: Time,
  direction: Direction,
  author: Author,
  /** Absent if it is unknown. */
  author_name: z.string().optional(),
  text: z.string(),
})

export const Conversation = z.object({
  id: Id,
  number: z.int(),
  subject: z.string(),
  status: ConversationStatus,
  priority: Priority,
  channel: z.object({ id: Id, name: z.string(), type: ChannelType }).nullable(),
  contact: Contact,
  assignee: Ref.nullable(),
  team: z.string().nullable(),
  labels: z.array(z.string()),
  last_message: LastMessage.nullable(),
  unread_count: z.int(),
  message_count: z.int(),
  flow: Ref.nullable(),
  handled_by: HandledBy,
  last_run: z.object({ id: Id, status: RunStatus, cost: Money }).nullable(),
  total_cost: Money,
  currency: Currency,
  can_reply: z.boolean(),
  snoozed_until: Time.nullable(),
  waiting_since: Time.nullable(),
  created_at: Time,
  updated_at: Time,
  version: z.int(),
  custom_fields: JsonObject,
  sample: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

export const Message = z.object({
  id: Id,
  at: Time,
  direction: Direction,
  author: Author,
  author_name: z.string().nullable(),
  text: z.string(),
  /** The run that sent the message or was started by it. */
  run: z.object({ id: Id, status: RunStatus, cost: Money, step_count: z.int() }).nullable(),
  delivery: z.enum(['pending', 'sent', 'delivered', 'read', 'failed']).nullable(),
})
export type Message = z.infer<typeof Message>

/** Filter and order fields of conversations. */
export const conversationFields = {
  customPrefix: 'cf',
  defaultOrdering: '-last_message_at',
  fields: [
    field('status', 'Status', 'choice', { values: conversationStatuses, indexed: true, facet: true }),
    field('priority', 'Priority', 'rank', { values: priorities, indexed: true, facet: true, orderable: true }),
    field('assignee', 'Assignee', 'ref', { values: ['me', 'none'], indexed: true, facet: true }),
    field('team', 'Team', 'text', { facet: true }),
    field('channel', 'Channel', 'ref', { indexed: true, facet: true }),
    field('flow', 'Flow', 'ref', { values: ['none'], indexed: true, facet: true }),
    field('handled_by', 'Handled by', 'choice', { values: handlers, facet: true }),
    field('label', 'Label', 'list', { indexed: true, facet: true }),
    field('unread', 'Unread', 'flag', { indexed: true, facet: true }),
    field('number', 'Number', 'whole', { indexed: true, orderable: true }),
    field('contact', 'Contact', 'ref', { indexed: true }),
    field('contact__name', 'Contact name', 'text', { indexed: true }),
    field('contact__email', 'Contact email', 'text', { indexed: true }),
    field('contact__phone', 'Contact phone', 'text', { indexed: true }),
    field('contact__company', 'Contact company', 'text'),
    field('contact__tag', 'Contact tag', 'list'),
    field('total_cost', 'Cost', 'money', { indexed: true, orderable: true }),
    field('unread_count', 'Unread messages', 'whole'),
    field('message_count', 'Messages', 'whole'),
    field('last_message_at', 'Last message', 'time', { indexed: true, orderable: true }),
    field('waiting_since', 'Waiting since', 'time', { indexed: true, orderable: true }),
    field('snoozed_until', 'Snoozed until', 'time'),
    field('created_at', 'Created', 'time', { indexed: true, orderable: true }),
    field('updated_at', 'Updated', 'time', { indexed: true, orderable: true }),
    field('q', 'Text', 'search', { indexed: true }),
  ],
} satisfies Catalogue

/** A field as published by `GET /conversation/fields/`. */
const PublishedField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  operators: z.array(z.string()),
  values: z.array(z.string()),
  indexed: z.boolean(),
  orderable: z.boolean(),
  facet: z.boolean(),
})

/** Fields that operators change during triage, in one conversation or in many. */
export const triageFields = {
  status: ConversationStatus.optional(),
  priority: Priority.optional(),
  /** Id of a person of the account; null unassigns. */
  assignee: Id.nullable().optional(),
  team: z.string().max(maxName).nullable().optional(),
  /** "person": no flow replies until the conversation is handed back. */
  handled_by: HandledBy.optional(),
  labels: Tags.optional(),
  /** A time also sets status "snoozed". Required with that status, unless already set. */
  snoozed_until: InputTime.nullable().optional(),
  unread_count: z.literal(0).optional(),
  /** Merged into the existing fields by key; null deletes a key. */
  custom_fields: CustomFields.optional(),
}

/** Triage fields with a fixed list of values; the status is not one of them, because snoozing needs a time. */
export const conversationChoices = { priority: priorities } as const
export type ConversationChoice = keyof typeof conversationChoices

const ConversationChange = z.strictObject({ ...triageFields, version: Version.optional() })
export type TriageFields = Omit<z.output<typeof ConversationChange>, 'version'>

export const conversation = noun('conversation', {
  list: get('/conversation/', {
    summary: 'List conversations, with filters',
    query: filteredQuery.extend({
      /** For `Accept: text/csv`: comma-separated names of `csvColumns`, in order; default: all. */
      columns: z.string().max(2000).optional(),
    }),
    filters: conversationFields,
    hasCsv: true,
    returns: page(Conversation),
    errors: ['unknown_filter', 'too_large'],
  }),
  fields: get('/conversation/fields/', {
    summary: 'List the fields for filters and ordering of conversations',
    returns: z.object({
      fields: z.array(PublishedField),
      custom_prefix: z.string().nullable(),
      custom_keys: z.array(z.string()),
      default_ordering: z.string(),
      /** Limits of the parameter `filter`. */
      group_limits: z.object({
        depth: z.int(),
        groups: z.int(),
        rules: z.int(),
        values: z.int(),
      }),
    }),
    extension: 'conversation_fields',
  }),
  read: get('/conversation/{id}/', {
    summary: 'Get a conversation',
    returns: Conversation,
    errors: ['not_found'],
    extension: 'conversation_detail',
    hasVersion: true,
  }),
  edit: patch('/conversation/{id}/', {
    summary: 'Change the status, assignee, labels, priority and other fields of a conversation',
    body: ConversationChange,
    returns: Conversation,
    errors: ['not_found'],
    changes: ['conversation'],
    extension: 'conversation_detail',
    hasVersion: true,
  }),
  messages: get('/conversation/{id}/message/', {
    summary: 'List messages of a conversation, newest first',
    query: pageQuery,
    returns: page(Message),
    errors: ['not_found'],
    extension: 'conversation_detail',
  }),
})
