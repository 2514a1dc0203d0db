/** Bulk changes and undo, facets, replies and notes by people. Source: docs/api.md, "Conversations". */
import { z } from 'zod'
import { conversationFields, Message, triageFields } from './conversation.ts'
import { FilterGroup } from './filter/filter-group.ts'
import { get, noun, post } from './kernel/endpoint.ts'
import { maxText } from './kernel/limits.ts'
import { filteredQuery, TimeZone } from './filter/filtered-query.ts'
import { Id, Tags, Time, Version } from './kernel/page.ts'

/**
 * Maximum number of conversations in one bulk change. It equals the limit of exact list counts, so that the number
 * shown is the number changed.
 */
export const maxBulk = 10_000
/** Maximum number of values of one facet; `more` is true if there are more. */
export const maxFacetValues = 50
/** Maximum number of conversations that the response to an undo lists as not restored. */
export const maxKeptConversations = 100

/** `add_labels` and `remove_labels` change the labels of each conversation; `labels` sets the same ones for all. */
const BulkChange = z
  .strictObject({ ...triageFields, add_labels: Tags.optional(), remove_labels: Tags.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Give at least one change.')
  .refine(
    ({ labels, add_labels: added, remove_labels: removed }) =>
      labels === undefined || (added === undefined && removed === undefined),
    'Give "labels", or "add_labels" and "remove_labels", not both.',
  )

const BulkBody = z
  .strictObject({
    /** The conversations, by id … */
    ids: z.array(Id).min(1).max(maxBulk).optional(),
    /** … or by filter. */
    filter: FilterGroup.optional(),
    /** Time zone of dates in the filter. */
    tz: TimeZone.optional(),
    change: BulkChange,
    /** The count that the caller saw; 409 with the new `count` if it has changed. Required with `filter`. */
    expected_count: z.int().min(0).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Give either "ids" or "filter".')
  .refine(({ filter, expected_count: count }) => filter === undefined || count !== undefined, {
    path: ['expected_count'],
    message: 'Give the number of conversations that you expect to match.',
  })

/**
 * `changed` may be less than `matched`: conversations that already have the value are not touched and keep their
 * version.
 */
const BulkResult = z.object({
  matched: z.int(),
  changed: z.int(),
  /** Null if nothing was changed. */
  undo_token: z.string().nullable(),
  undo_until: Time.nullable(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** Result of an undo. `kept`: conversations that are not restored because they were changed after the bulk change. */
const UndoResult = z.object({
  restored: z.int(),
  kept: z.int(),
  /** The first of the `kept` conversations, with their changed `fields`, named as in Conversation. */
  kept_conversations: z
    .array(z.object({ id: Id, number: z.int(), fields: z.array(z.string()) }))
    .max(maxKeptConversations),
})
export type UndoResult = z.infer<typeof UndoResult>

/**
 * Conversations per value, most frequent value first. Each facet ignores the rules on its own field, except those
 * inside an `or`. `value` null: conversations without a value (`isnull=true`). `label`: the name for an id.
 */
const Facets = z.object({
  facets: z.array(
    z.object({
      field: z.string(),
      values: z.array(z.object({ value: z.string().nullable(), label: z.string().nullable(), count: z.int() })),
      more: z.boolean(),
    }),
  ),
})
export type Facets = z.infer<typeof Facets>

const Words = z
  .string()
  .max(maxText)
  .refine((text) => text.trim() !== '', 'This field may not be blank.')

export const conversationWork = noun('conversation', {
  facets: get('/conversation/facets/', {
    summary: 'Count conversations per value; each facet ignores filters on its own field',
    query: filteredQuery.pick({ tz: true }).extend({
      /** Comma-separated names of facets; default: all. */
      facets: z.string().max(500).optional(),
    }),
    filters: conversationFields,
    returns: Facets,
    extension: 'conversation_facets',
  }),
  bulk: post('/conversation/bulk/', {
    summary: 'Change many conversations by ids or filter; 409 if the number of matches differs from `expected_count`',
    body: BulkBody,
    returns: BulkResult,
    isLong: true,
    errors: ['conflict'],
    changes: ['conversation'],
    extension: 'conversation_bulk',
  }),
  undo: post('/conversation/undo/', {
    summary: 'Undo a bulk change, except for conversations that were changed since',
    body: z.strictObject({ undo_token: z.string().min(1).max(200) }),
    returns: UndoResult,
    isLong: true,
    changes: ['conversation'],
    extension: 'conversation_bulk',
  }),
  reply: post('/conversation/{id}/message/', {
    summary: 'Send a reply through the channel; `delivery` reports its status',
    /** With `version`: 409 if the conversation was changed in the meantime. */
    body: z.strictObject({ text: Words, version: Version.optional() }),
    returns: Message,
    success: 201,
    errors: ['not_found', 'not_ready'],
    changes: ['conversation'],
    extension: 'conversation_reply',
    hasVersion: true,
  }),
  note: post('/conversation/{id}/note/', {
    summary: 'Add a note for colleagues; it is never sent',
    body: z.strictObject({ text: Words }),
    returns: Message,
    success: 201,
    errors: ['not_found'],
    changes: ['conversation'],
    extension: 'conversation_note',
    hasVersion: true,
  }),
})
