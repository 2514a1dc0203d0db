/** Channels. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, bytes, id, sample } from './column.ts'
import { accountId } from './account.ts'

export const channel = pgTable(
  'channel',
  {
    accountId: accountId(),
    id: id(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    identifier: text('identifier'),
    provider: text('provider'),
    status: text('status').notNull(),
    statusReason: text('status_reason'),
    flowId: text('flow_id'),
    flowName: text('flow_name'),
    quality: text('quality'),
    pendingCount: integer('pending_count').notNull().default(0),
    lastEventAt: at('last_event_at'),
    lastError: jsonb('last_error'),
    secrets: bytes('secrets'),
    createdAt: at('created_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('channel_flow').on(t.accountId, t.flowId)],
)
