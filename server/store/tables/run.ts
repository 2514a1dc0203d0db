/** Runs, their steps, and daily totals. */
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, id, micros, sample } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

/** Quoted texts, which differ between runs that fail for the same reason. */
const quotedText = String.raw`“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"|(?<![A-Za-z0-9])''[^'']*''(?![A-Za-z0-9])`
/**
 * Times, UUIDs, other ids (8 characters and more, with one or two digits before a letter, or hexadecimal), and numbers
 * of 4 digits and more. Shorter numbers, such as 404, distinguish reasons.
 */
const variablePart = [
  String.raw`[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?(\.[0-9]+)?`,
  String.raw`[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`,
  String.raw`(?<![A-Za-z0-9_])(?=([A-Za-z0-9_]*[A-Za-z_])?[0-9]{1,2}[A-Za-z])[A-Za-z0-9_]{8,}`,
  String.raw`(?<![A-Za-z0-9_])(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{8,}(?![A-Za-z0-9_])`,
  String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}T?`,
  String.raw`[0-9]{4,}`,
].join('|')
/** Characters of an error message that distinguish reasons. */
const reasonLength = 1000

/**
 * Reason of a run that did not succeed: the same for the same error at the same step of the same flow. The only
 * definition; the database computes it.
 */
const reason = sql.raw(`case when status in ('failed', 'timed_out', 'blocked') then substr(md5(
  flow_id || chr(10) || coalesce(error_node_id, '') || chr(10) || coalesce(error_code, '') || chr(10) ||
  regexp_replace(regexp_replace(left(coalesce(error_message, ''), ${reasonLength}), '${quotedText}', '""', 'g'), '${variablePart}', '#', 'g')
  ), 1, 16) end`)

/** Runs. They store the names of flows and channels, which may be deleted. */
export const run = pgTable(
  'run',
  {
    accountId: accountId(),
    id: id(),
    flowId: text('flow_id').notNull(),
    flowName: text('flow_name').notNull(),
    /** Version of the definition that the run uses (`flow_version`). */
    flowVersion: integer('flow_version').notNull().default(1),
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
    /** Null unless the run failed, timed out or was blocked. */
    reason: text('reason').generatedAlwaysAs(reason),
    parentRun: text('parent_run'),
    retryOf: text('retry_of'),
    /** The latest run that retries this one. */
    retriedAs: text('retried_as'),
    attempt: integer('attempt').notNull().default(1),
    /**
     * Unique key of its source, so that it starts once: "hook:<channel>:<message id>",
     * "schedule:<flow>:<node>:<minute>".
     */
    sourceKey: text('source_key'),
    /** Trigger of the start; null = any that matches. */
    triggerNodeId: text('trigger_node_id'),
    input: jsonb('input'),
    output: jsonb('output'),
    /** Key of the step in the parent run that waits for this run. */
    parentKey: text('parent_key'),
    /** Fence: the driving process holds this number, and cannot write once it is higher. */
    lease: integer('lease').notNull().default(0),
    /** Current segment: each wait ends one; each is a workflow `<run>:<segment>`. */
    segment: integer('segment').notNull().default(0),
    isCancelling: boolean('is_cancelling').notNull().default(false),
    deadlineAt: at('deadline_at'),
    /** Reserve while it is active. */
    reserved: micros('reserved'),
    /** False from the end of the run until the daily totals include it; true while it is active. */
    isCounted: boolean('is_counted').notNull().default(true),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('run_source')
      .on(t.accountId, t.sourceKey)
      .where(sql`${t.sourceKey} is not null`),
    index('run_open')
      .on(t.accountId, t.startedAt)
      .where(sql`${t.finishedAt} is null and not ${t.sample}`),
    index('run_uncounted')
      .on(t.finishedAt)
      .where(sql`not ${t.isCounted}`),
    index('run_parent')
      .on(t.accountId, t.parentRun)
      .where(sql`${t.parentRun} is not null`),
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
    index('run_reason')
      .on(t.accountId, t.reason, t.startedAt, t.id)
      .where(sql`${t.reason} is not null`),
  ],
)

/** Reasons that people marked as solved; a failure after that makes the reason open again. */
export const solvedReason = pgTable(
  'solved_reason',
  {
    accountId: accountId(),
    /** `run.reason` */
    reason: text('reason').notNull(),
    solvedAt: at('solved_at').notNull(),
    solvedById: text('solved_by_id').notNull(),
    solvedByName: text('solved_by_name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.reason] })],
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
    /** `node#visit`; null if not written by the engine (sample). */
    key: text('key'),
    /** Input of the step, masked. */
    input: jsonb('input'),
    /** Reused from the run that this one retries, at cost 0. */
    isReused: boolean('is_reused').notNull().default(false),
    lease: integer('lease').notNull().default(0),
    /** A wait: its end, its event ("reply", "webhook", "subflow:<run>"), and the event's payload. */
    wakeAt: at('wake_at'),
    event: text('event'),
    payload: jsonb('payload'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.runId, t.seq] }),
    uniqueIndex('run_step_key')
      .on(t.accountId, t.runId, t.key, t.attempt)
      .where(sql`${t.key} is not null`),
    index('run_step_event')
      .on(t.accountId, t.event)
      .where(sql`${t.event} is not null and ${t.status} = 'waiting'`),
    // No foreign key to the account: the run has one, and a second check takes a third of the time to write a step.
    foreignKey({ columns: [t.accountId, t.runId], foreignColumns: [run.accountId, run.id] }).onDelete('cascade'),
  ],
)

/** Daily totals (UTC), for totals and 30-day costs. Updated in batches after runs end (engine-tally.ts). */
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
