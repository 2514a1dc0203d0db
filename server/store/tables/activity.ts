/** Audit log. */
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, id } from './column.ts'
import { accountId } from './account.ts'

export const activity = pgTable(
  'activity',
  {
    accountId: accountId(),
    id: id(),
    at: at('at').notNull().defaultNow(),
    actorKind: text('actor_kind'),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    action: text('action').notNull(),
    noun: text('noun'),
    objectId: text('object_id'),
    objectName: text('object_name'),
    address: text('address'),
    changes: jsonb('changes').notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('activity_at').on(t.accountId, t.at, t.id)],
)
