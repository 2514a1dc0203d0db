import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accountId } from './account.ts'
import { at, id, sample } from './column.ts'

export const budget = pgTable(
  'budget',
  {
    accountId: accountId(),
    id: id(),
    /** Null = all flows. The name is kept after the flow is deleted. */
    flowId: text('flow_id'),
    flowName: text('flow_name'),
    /** daily | monthly */
    period: text('period').notNull(),
    zone: text('zone').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    /** Percent, ascending. */
    thresholds: integer('thresholds').array().notNull(),
    /** warn | pause */
    action: text('action').notNull().default('warn'),
    /** Start of the period in which it paused its flows; null = it has not. */
    pausedFrom: at('paused_from'),
    sample: sample(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
)
