/** Undo data of bulk changes of conversations, saved views, and canned replies. */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ViewList } from '#contract/view.ts'
import { accountId, accountOfParent } from './account.ts'
import { at, id, sample } from './column.ts'

export const bulkChange = pgTable(
  'bulk_change',
  {
    accountId: accountId(),
    id: id(),
    matched: integer('matched').notNull(),
    changed: integer('changed').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Result of its undo; null = not undone. */
    undone: jsonb('undone'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('bulk_change_expires').on(t.expiresAt)],
)

/** Fields of one conversation changed by a bulk change, by column: before and after. */
export const bulkRow = pgTable(
  'bulk_row',
  {
    accountId: accountOfParent(),
    bulkId: text('bulk_id').notNull(),
    conversationId: text('conversation_id').notNull(),
    before: jsonb('before').notNull(),
    after: jsonb('after').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.bulkId, t.conversationId] }),
    foreignKey({ columns: [t.accountId, t.bulkId], foreignColumns: [bulkChange.accountId, bulkChange.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const view = pgTable(
  'view',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    list: text('list').$type<ViewList>().notNull().default('conversation'),
    filter: jsonb('filter').notNull(),
    ordering: text('ordering'),
    isShared: boolean('is_shared').notNull().default(false),
    /** Id of a person or a key. */
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // Names are unique among the shared views of a list, and among the private ones of a person.
    uniqueIndex('view_name').on(
      t.accountId,
      t.list,
      sql`(case when ${t.isShared} then '' else ${t.ownerId} end)`,
      sql`lower(${t.name})`,
    ),
  ],
)

/** Placement of a view for a person: pinned, or default. */
export const viewPlace = pgTable(
  'view_place',
  {
    accountId: accountOfParent(),
    viewId: text('view_id').notNull(),
    callerId: text('caller_id').notNull(),
    isPinned: boolean('is_pinned').notNull().default(false),
    isDefault: boolean('is_default').notNull().default(false),
    /** That of the view. */
    list: text('list').notNull().default('conversation'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.viewId, t.callerId] }),
    foreignKey({ columns: [t.accountId, t.viewId], foreignColumns: [view.accountId, view.id] }).onDelete('cascade'),
    uniqueIndex('view_place_default')
      .on(t.accountId, t.callerId, t.list)
      .where(sql`${t.isDefault}`),
  ],
)

export const cannedReply = pgTable(
  'canned_reply',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    shortcut: text('shortcut').notNull(),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('canned_reply_shortcut').on(t.accountId, t.shortcut),
  ],
)
