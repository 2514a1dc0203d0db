/** Flows, their documents, and their bindings. */
import { sql, type SQL } from 'drizzle-orm'
import {
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
