/** Bulk retries and cancellations of runs. */
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { bulkActions, bulkStatuses, RunBulkResult } from '#contract/run-work.ts'
import { accountId, accountOfParent } from './account.ts'
import { at, id } from './column.ts'

export const runBulk = pgTable(
  'run_bulk',
  {
    accountId: accountId(),
    id: id(),
    action: text('action').$type<(typeof bulkActions)[number]>().notNull(),
    /** Start of retries; null = from the failed step. */
    retryFrom: text('retry_from').$type<'failed' | 'start'>(),
    status: text('status').$type<(typeof bulkStatuses)[number]>().notNull(),
    /** Number of runs to retry before the others. */
    trial: integer('trial').notNull().default(0),
    total: integer('total').notNull(),
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('run_bulk_created').on(t.accountId, t.createdAt, t.id),
    index('run_bulk_open')
      .on(t.createdAt)
      .where(sql`${t.finishedAt} is null`),
  ],
)

/** Runs of a bulk action, in the order of their start. They outlive the runs, which retention may delete. */
export const runBulkItem = pgTable(
  'run_bulk_item',
  {
    accountId: accountOfParent(),
    bulkId: text('bulk_id').notNull(),
    seq: integer('seq').notNull(),
    runId: text('run_id').notNull(),
    flowId: text('flow_id').notNull(),
    flowName: text('flow_name').notNull(),
    status: text('status').$type<RunBulkResult['status']>().notNull().default('waiting'),
    /** Why the run was left out or refused. */
    detail: text('detail'),
    retryId: text('retry_id'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.bulkId, t.seq] }),
    index('run_bulk_item_waiting')
      .on(t.accountId, t.bulkId, t.seq)
      .where(sql`${t.status} = 'waiting'`),
    foreignKey({ columns: [t.accountId, t.bulkId], foreignColumns: [runBulk.accountId, runBulk.id] }).onDelete(
      'cascade',
    ),
  ],
)
