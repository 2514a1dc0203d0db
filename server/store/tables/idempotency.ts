/** Idempotency keys. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './column.ts'
import { accountId } from './account.ts'

/**
 * Keys of writes, kept for 24 hours. `status` null = the first request is running, or was interrupted: only for writes
 * with external effects, whose key is stored before they begin.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    accountId: accountId(),
    key: text('key').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    objectId: text('object_id'),
    /** Stored response, if no object is left from which it could be rebuilt. */
    answer: jsonb('answer'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_at').on(t.at)],
)
