/**
 * Accounts. The primary key of every table with data of an account begins with the account id (scope.ts), so that no
 * reference leads to another account.
 */
import { sql } from 'drizzle-orm'
import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'
import { at, micros } from './column.ts'

/** The "user" of the specification: an owner and the people added by the owner. */
export const account = pgTable('account', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  currency: text('currency').notNull(),
  lowBalanceThreshold: bigint('low_balance_threshold', { mode: 'bigint' })
    .notNull()
    .default(sql`1000000`),
  creditLimit: micros('credit_limit'),
  /** First day (UTC) of `flow.recent_cost` and `flow.recent_failures`; null = unknown (flow-costs.ts). */
  flowCostSince: date('flow_cost_since', { mode: 'string' }),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Account of a row; the first column of every key. */
export const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

/**
 * Account of a row whose parent has one too: the foreign key to the parent contains both columns, so a second check
 * against the account would only cost time (30% of writing the steps of runs).
 */
export const accountOfParent = () => text('account_id').notNull()
