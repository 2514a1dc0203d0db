/** Accounts. Every other table of a noun begins its key with the account (scope.ts), and no reference can leave it. */
import { sql } from 'drizzle-orm'
import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'
import { at, micros } from './column.ts'

/** The "user" of the specification: an owner and the people whom the owner adds. */
export const account = pgTable('account', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  currency: text('currency').notNull(),
  lowBalanceThreshold: bigint('low_balance_threshold', { mode: 'bigint' })
    .notNull()
    .default(sql`1000000`),
  creditLimit: micros('credit_limit'),
  /** The first day (UTC) of the costs that `flow.recent_cost` sums up; null = they are not known (flow-costs.ts). */
  flowCostSince: date('flow_cost_since', { mode: 'string' }),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** The account of a row: the first column of every key. */
export const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

/**
 * The account of a row whose parent has one too: the foreign key to the parent is made of both columns, so a second check
 * against the account would only cost time (it was 30 % of writing the steps of runs).
 */
export const accountOfParent = () => text('account_id').notNull()
