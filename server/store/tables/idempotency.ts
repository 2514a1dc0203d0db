/** Keys of writes that may be repeated. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './column.ts'
import { accountId } from './account.ts'

/**
 * Keys of writes that were sent, for 24 hours. `status` null = the first is still running, or was cut off: only of writes
 * that do something outside, whose key is kept before they begin.
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
    /** What was answered, where no object is left from which it could be told again. */
    answer: jsonb('answer'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_at').on(t.at)],
)
