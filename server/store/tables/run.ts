/** Runs, their steps, and their sums by day. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { at, id, micros, sample } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

/** A run keeps the names of what it touched: flows and channels may be gone. */
export const run = pgTable(
  'run',
  {
    accountId: accountId(),
    id: id(),
    flowId: text('flow_id').notNull(),
    flowName: text('flow_name').notNull(),
    flowVersion: integer('flow_version').notNull(),
    status: text('status').notNull(),
    trigger: text('trigger').notNull(),
    isTest: boolean('is_test').notNull().default(false),
    startedAt: at('started_at').notNull(),
    finishedAt: at('finished_at'),
    durationMs: integer('duration_ms'),
    cost: micros('cost'),
    costBreakdown: jsonb('cost_breakdown').notNull().default([]),
    usage: jsonb('usage').notNull().default({}),
    conversationId: text('conversation_id'),
    conversationNumber: integer('conversation_number'),
    channelId: text('channel_id'),
    channelName: text('channel_name'),
    channelType: text('channel_type'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    errorNodeId: text('error_node_id'),
    parentRun: text('parent_run'),
    retryOf: text('retry_of'),
    attempt: integer('attempt').notNull().default(1),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('run_started').on(t.accountId, t.startedAt, t.id),
    index('run_flow').on(t.accountId, t.flowId, t.startedAt, t.id),
    index('run_status').on(t.accountId, t.status, t.startedAt, t.id),
    index('run_channel').on(t.accountId, t.channelId, t.startedAt, t.id),
    index('run_conversation').on(t.accountId, t.conversationId, t.startedAt),
    index('run_cost').on(t.accountId, t.cost, t.id),
    index('run_duration').on(t.accountId, t.durationMs, t.id),
    index('run_error')
      .on(t.accountId, t.errorCode, t.startedAt, t.id)
      .where(sql`${t.errorCode} is not null`),
  ],
)

export const runStep = pgTable(
  'run_step',
  {
    accountId: accountOfParent(),
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    nodeId: text('node_id').notNull(),
    nodeName: text('node_name').notNull(),
    nodeType: text('node_type').notNull(),
    status: text('status').notNull(),
    handle: text('handle'),
    startedAt: at('started_at').notNull(),
    durationMs: integer('duration_ms'),
    attempt: integer('attempt').notNull().default(1),
    cost: micros('cost'),
    error: jsonb('error'),
    output: jsonb('output'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.runId, t.seq] }),
    foreignKey({ columns: [t.accountId, t.runId], foreignColumns: [run.accountId, run.id] }).onDelete('cascade'),
  ],
)

/** Sums by day (UTC), so that totals and the cost of the last 30 days never read the runs. Maintained with every run. */
export const runDay = pgTable(
  'run_day',
  {
    accountId: accountId(),
    day: date('day', { mode: 'string' }).notNull(),
    flowId: text('flow_id').notNull(),
    /** '' = none: a key cannot hold null. */
    channelId: text('channel_id').notNull().default(''),
    status: text('status').notNull(),
    trigger: text('trigger').notNull(),
    isTest: boolean('is_test').notNull().default(false),
    sample: sample(),
    runs: integer('runs').notNull(),
    cost: micros('cost'),
    durationMs: bigint('duration_ms', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.day, t.flowId, t.channelId, t.status, t.trigger, t.isTest, t.sample] }),
    index('run_day_flow').on(t.accountId, t.flowId, t.day),
  ],
)
