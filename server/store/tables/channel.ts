/** Channels, their status history, deliveries, and pending deregistrations. */
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, bytes, id, sample } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

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
    /** By type (contract/channel.ts), without its secrets. */
    config: jsonb('config').notNull().default({}),
    /** Last part of its public address: POST /hook/{token}/, /webchat/{token}. Opaque, and not a secret in itself. */
    token: text('token'),
    /** Sealed JSON: {"live": [{"text", "until"}], "credentials": {…}}. */
    secrets: bytes('secrets'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('channel_flow').on(t.accountId, t.flowId),
    uniqueIndex('channel_token').on(t.token),
  ],
)

/** Status history: one row per change, with time and reason; kept for three months. */
export const channelState = pgTable(
  'channel_state',
  {
    accountId: accountOfParent(),
    id: id(),
    channelId: text('channel_id').notNull(),
    at: at('at').notNull(),
    status: text('status').notNull(),
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    foreignKey({ columns: [t.accountId, t.channelId], foreignColumns: [channel.accountId, channel.id] }).onDelete(
      'cascade',
    ),
    index('channel_state_at').on(t.accountId, t.channelId, t.at, t.id),
  ],
)

/** Pending deregistrations: the channel's previous state, to be deregistered with its provider. */
export const channelDeregistrations = pgTable(
  'channel_leaving',
  {
    accountId: accountId(),
    id: id(),
    channelId: text('channel_id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    config: jsonb('config').notNull(),
    token: text('token').notNull(),
    /** As in `channel`, but only those needed for deregistration. */
    secrets: bytes('secrets'),
    since: at('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('channel_leaving_since').on(t.since)],
)

/** Delivery log; kept for a month. */
export const delivery = pgTable(
  'delivery',
  {
    accountId: accountId(),
    id: id(),
    channelId: text('channel_id').notNull(),
    at: at('at').notNull(),
    /** Message id given by the sender: messages with the same id start one run. */
    externalId: text('external_id'),
    headers: jsonb('headers').notNull().default({}),
    /** As received, truncated; null if it was not text. */
    body: text('body'),
    size: integer('size').notNull().default(0),
    /** accepted | repeated | bad_signature | too_old | too_large | unsupported_type | malformed | refused */
    verdict: text('verdict').notNull(),
    /** HTTP status of the response. */
    answer: integer('answer').notNull(),
    detail: text('detail'),
    runId: text('run_id'),
    replayOf: text('replay_of'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('delivery_at').on(t.accountId, t.channelId, t.at, t.id),
    index('delivery_external').on(t.accountId, t.channelId, t.externalId),
  ],
)
