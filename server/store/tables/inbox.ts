/** Work in the inbox: what a bulk change has changed, for as long as it can be undone, and saved views. */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accountId, accountOfParent } from './account.ts'
import { at, id } from './column.ts'

export const bulkChange = pgTable(
  'bulk_change',
  {
    accountId: accountId(),
    id: id(),
    matched: integer('matched').notNull(),
    changed: integer('changed').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** The answer of its undo; null = it was not undone. */
    undone: jsonb('undone'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('bulk_change_expires').on(t.expiresAt)],
)

/** The fields of one conversation that a bulk change has changed, by column: as they were, and as it left them. */
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
    filter: jsonb('filter').notNull(),
    ordering: text('ordering'),
    isShared: boolean('is_shared').notNull().default(false),
    /** A person or a key. */
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // A name is there once among the shared ones, and once among the private ones of a person.
    uniqueIndex('view_name').on(
      t.accountId,
      sql`(case when ${t.isShared} then '' else ${t.ownerId} end)`,
      sql`lower(${t.name})`,
    ),
  ],
)

/** Where somebody has a view: pinned, or what the inbox opens with. */
export const viewPlace = pgTable(
  'view_place',
  {
    accountId: accountOfParent(),
    viewId: text('view_id').notNull(),
    callerId: text('caller_id').notNull(),
    isPinned: boolean('is_pinned').notNull().default(false),
    isDefault: boolean('is_default').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.viewId, t.callerId] }),
    foreignKey({ columns: [t.accountId, t.viewId], foreignColumns: [view.accountId, view.id] }).onDelete('cascade'),
    uniqueIndex('view_place_default')
      .on(t.accountId, t.callerId)
      .where(sql`${t.isDefault}`),
  ],
)
