/** Flows, their documents, and their bindings. */
import { sql, type SQL } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { Actor } from '#contract/activity.ts'
import type { BudgetPause, ValidationSummary } from '#contract/flow.ts'
import type { VersionChanges, VersionSource } from '#contract/flows/flow-version.ts'
import type { Json } from '#lib/json/json.ts'
import { at, id, micros, sample, words } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

/** Sort order of flow statuses: active first. */
export const flowStatusOrder = (status: AnyPgColumn | SQL): SQL<number> =>
  sql`array_position(array['active', 'paused', 'draft', 'archived'], ${status})`

export const flow = pgTable(
  'flow',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    status: text('status').notNull().default('draft'),
    version: integer('version').notNull().default(1),
    /** Number of the version in `flow_document`, which new runs use (`flow_version`). */
    liveVersion: integer('live_version').notNull().default(1),
    /** Number of the draft beside it. */
    draftVersion: integer('draft_version'),
    tags: words('tags'),
    nodeCount: integer('node_count').notNull().default(0),
    edgeCount: integer('edge_count').notNull().default(0),
    triggerTypes: words('trigger_types'),
    /** Number of ended runs, updated after they end (engine-tally.ts). */
    runCount: integer('run_count').notNull().default(0),
    lastRunAt: at('last_run_at'),
    lastRunStatus: text('last_run_status'),
    /**
     * Sum of `run_day` since `account.flow_cost_since`, for ordering; displayed costs are read from `run_day`
     * (flow-costs.ts).
     */
    recentCost: micros('recent_cost'),
    /** Failed runs of the same days, without tests. */
    recentFailures: integer('recent_failures').notNull().default(0),
    /** Text for `search`; '' = not written yet (flow-search.ts). */
    searchText: text('search_text').notNull().default(''),
    /** Counts of findings, which follow from the document; null = not counted yet (validation-summaries.ts). */
    validationSummary: jsonb('validation_summary').$type<ValidationSummary>(),
    /**
     * The budget that paused the flow. With the status "active": its schedules are still to be registered
     * (engine-budget.ts).
     */
    pausedBy: jsonb('paused_by').$type<BudgetPause>(),
    createdById: text('created_by_id'),
    createdByName: text('created_by_name'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('flow_updated').on(t.accountId, t.updatedAt, t.id),
    index('flow_created').on(t.accountId, t.createdAt, t.id),
    index('flow_name').on(t.accountId, sql`lower(${t.name})`, t.id),
    index('flow_runs').on(t.accountId, t.runCount, t.id),
    index('flow_last_run').on(t.accountId, t.lastRunAt, t.id),
    index('flow_nodes').on(t.accountId, t.nodeCount, t.id),
    index('flow_status').on(t.accountId, t.status, t.updatedAt, t.id),
    index('flow_status_order').on(t.accountId, flowStatusOrder(t.status), t.id),
    index('flow_cost').on(t.accountId, t.recentCost, t.id),
    index('flow_failures').on(t.accountId, t.recentFailures, t.id),
    index('flow_paused_by')
      .on(t.accountId)
      .where(sql`${t.pausedBy} is not null`),
    index('flow_unchecked')
      .on(t.accountId, t.id)
      .where(sql`${t.validationSummary} is null`),
    index('flow_tags').using('gin', t.tags),
  ],
)

/** Documents of live versions: JSON text of {nodes, edges, metadata, variables, settings, viewport}, never read by lists. */
export const flowDocument = pgTable(
  'flow_document',
  { accountId: accountOfParent(), flowId: text('flow_id').notNull(), body: text('body').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.flowId] }),
    foreignKey({ columns: [t.accountId, t.flowId], foreignColumns: [flow.accountId, flow.id] }).onDelete('cascade'),
  ],
)

/**
 * Searchable text of definitions (flow/find/definition-text.ts), in lines. Written in the background from
 * `flow_document` (tasks/flow-texts.ts).
 */
export const flowText = pgTable(
  'flow_text',
  {
    accountId: accountOfParent(),
    flowId: text('flow_id').notNull(),
    /** Lines in a form for the trigram index (query/trigram-text.ts), separated by line breaks. */
    searchText: text('search_text').notNull(),
    /** JSON of [field, path, text] for each line, in the spelling of the flow. */
    lines: words('lines'),
    /** Number of the node of each line in `nodes`, from 1; 0 = the flow itself. */
    lineNodes: integer('line_nodes').array().notNull(),
    /** JSON of [id, name, type] for each node that has lines. */
    nodes: words('nodes'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.flowId] }),
    foreignKey({ columns: [t.accountId, t.flowId], foreignColumns: [flow.accountId, flow.id] }).onDelete('cascade'),
  ],
)

/**
 * Flows whose document was written since its text was read. A trigger on `flow_document` adds them, so that no writer
 * can forget it, and none waits for the text.
 */
export const flowTextPending = pgTable(
  'flow_text_pending',
  {
    accountId: accountOfParent(),
    flowId: text('flow_id').notNull(),
    /** Increases with each write, so that a text of an older document does not count as current. */
    revision: bigserial('revision', { mode: 'bigint' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.flowId] }),
    foreignKey({ columns: [t.accountId, t.flowId], foreignColumns: [flow.accountId, flow.id] }).onDelete('cascade'),
    index('flow_text_pending_revision').on(t.revision),
  ],
)

/** Bindings: key → id of a tool or channel in this account; null = not chosen yet. */
export const flowBinding = pgTable(
  'flow_binding',
  {
    accountId: accountOfParent(),
    flowId: text('flow_id').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    targetId: text('target_id'),
    /** False for keys that only the draft or former versions use: their runs may still be open. */
    isLive: boolean('is_live').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.flowId, t.kind, t.key] }),
    foreignKey({ columns: [t.accountId, t.flowId], foreignColumns: [flow.accountId, flow.id] }).onDelete('cascade'),
    index('flow_binding_target').on(t.accountId, t.kind, t.targetId),
  ],
)

/** Bindings of the live version; without parameters, for statements that have their own. */
export const isLiveBinding = sql`${flowBinding.isLive}`

/**
 * Versions of definitions. A flow whose definition never changed has none: its version 1 is in `flow_document`. Without
 * a foreign key, since versions stay in the trash with their flow.
 */
export const flowVersion = pgTable(
  'flow_version',
  {
    accountId: accountId(),
    flowId: text('flow_id').notNull(),
    number: integer('number').notNull(),
    at: at('at').notNull(),
    /** Null = the service itself. */
    by: jsonb('by').$type<Actor>(),
    source: jsonb('source').$type<VersionSource>().notNull(),
    note: text('note').notNull().default(''),
    nodeCount: integer('node_count').notNull(),
    edgeCount: integer('edge_count').notNull(),
    changes: jsonb('changes').$type<VersionChanges>(),
    summary: text('summary').notNull().default(''),
    liveSince: at('live_since'),
    /** Number of the version that is stored as a whole and from which this one is computed (document-delta.ts). */
    wholeNumber: integer('whole_number').notNull(),
    /** The document as a whole if `whole_number` = `number`, else its difference from the previous number. */
    body: text('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.flowId, t.number] })],
)

/** A binding as stored in `deleted_flow`: the columns of `flow_binding` by name, without account and flow. */
type DeletedBinding = Record<string, Json>

/** The trash: deleted flows with all of their rows that other tables do not keep. */
export const deletedFlow = pgTable(
  'deleted_flow',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    nodeCount: integer('node_count').notNull(),
    runCount: integer('run_count').notNull(),
    at: at('at').notNull(),
    by: jsonb('by').$type<Actor>().notNull(),
    expiresAt: at('expires_at').notNull(),
    /** The row of `flow` by column name, so that it outlives changes of the table. */
    row: jsonb('row').$type<Record<string, Json>>().notNull(),
    bindings: jsonb('bindings').$type<DeletedBinding[]>().notNull(),
    /** As in `flow_document`; null = the flow had none. */
    body: text('body'),
    /** Ids of the channels that started it. */
    channels: words('channels'),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('deleted_flow_at').on(t.accountId, t.at, t.id),
    index('deleted_flow_expires').on(t.expiresAt),
  ],
)

/** Ended runs by version. Updated in batches after runs end (engine-tally.ts). */
export const runVersion = pgTable(
  'run_version',
  {
    accountId: accountId(),
    flowId: text('flow_id').notNull(),
    number: integer('number').notNull(),
    isTest: boolean('is_test').notNull().default(false),
    sample: sample(),
    runs: integer('runs').notNull(),
    /** Failed and timed out runs. */
    failed: integer('failed').notNull(),
    cost: micros('cost'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.flowId, t.number, t.isTest, t.sample] })],
)
