/** Tools, their daily totals, trials and versions. */
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
import { at, bytes, id, micros, sample, words } from './column.ts'
import { accountId, accountOfParent } from './account.ts'

export const tool = pgTable(
  'tool',
  {
    accountId: accountId(),
    id: id(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    category: text('category').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    inputSchema: jsonb('input_schema'),
    outputSchema: jsonb('output_schema'),
    /**
     * Without secrets, which are stored encrypted in `secrets` by path, and marked here as {"set": true, "last4": …}.
     */
    config: jsonb('config').notNull(),
    secrets: bytes('secrets'),
    version: integer('version').notNull().default(1),
    costHint: bigint('cost_hint', { mode: 'bigint' }),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('tool_key').on(t.accountId, t.key),
    index('tool_category').on(t.accountId, t.category, t.id),
  ],
)

/**
 * Daily calls and cost (UTC), so that lists never read the steps of runs. Updated after runs end (engine-tally.ts) and
 * after tool tests: a step counts for the tool of its node, and for each tool that its node may choose.
 */
export const toolDay = pgTable(
  'tool_day',
  {
    accountId: accountOfParent(),
    toolId: text('tool_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
    /** Number of failed calls. */
    errors: integer('errors').notNull(),
    cost: micros('cost'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.toolId, t.day] }),
    foreignKey({ columns: [t.accountId, t.toolId], foreignColumns: [tool.accountId, tool.id] }).onDelete('cascade'),
  ],
)

/** Active trials of tools, with their spending so far; a row is deleted when its trial is booked. */
export const toolTrial = pgTable(
  'tool_trial',
  {
    accountId: accountId(),
    id: id(),
    toolId: text('tool_id').notNull(),
    /** The process that runs it (`executor`). */
    executor: text('executor').notNull(),
    /** Reserve while it is active. */
    reserved: micros('reserved'),
    /** [{key, micros, note}]: bookings if it ended now. */
    bookings: jsonb('bookings').notNull().default([]),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
)

/** Versions of tools: one row per change, without secrets. The latest ones are kept (contract/tool-version.ts). */
export const toolVersion = pgTable(
  'tool_version',
  {
    accountId: accountOfParent(),
    toolId: text('tool_id').notNull(),
    /** Version of the tool. */
    number: integer('number').notNull(),
    at: at('at').notNull().defaultNow(),
    /** Null = the service itself. */
    actorKind: text('actor_kind'),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    changed: words('changed'),
    changedSecrets: words('changed_secrets'),
    /** Changeable fields of the tool; secrets are {"set": true}. */
    state: jsonb('state').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.toolId, t.number] }),
    foreignKey({ columns: [t.accountId, t.toolId], foreignColumns: [tool.accountId, tool.id] }).onDelete('cascade'),
  ],
)
