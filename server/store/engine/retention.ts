/**
 * Retention of runs, deliveries and channel status, for all accounts, in batches so that other queries are not delayed.
 * Sample runs are never deleted.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '#server/store/db/scope.ts'

/** Days for which deliveries are kept. */
const deliveryDays = 30
/** Days for which status changes of channels are kept. */
const stateDays = 90
/**
 * Hours for which a repeated webhook or message returns the run that it started (docs/api.md, "Webhooks"); senders
 * repeat for three days at most.
 */
const sourceHours = 80
/** Rows per statement: each statement blocks the embedded database. */
const batchSize = 500

const timeBefore = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
const dayMs = 86_400_000

async function deleteInBatches(db: Executor, statement: SQL): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(statement)
    if ((rowCount ?? 0) < batchSize) return
  }
}

export const deleteOldDeliveries = (db: Executor, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    sql`delete from delivery where (account_id, id) in (
      select account_id, id from delivery where at < ${timeBefore(now, deliveryDays * dayMs)} limit ${batchSize})`,
  )

export const deleteOldChannelStates = (db: Executor, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    sql`delete from channel_state where (account_id, id) in (
      select account_id, id from channel_state where at < ${timeBefore(now, stateDays * dayMs)} limit ${batchSize})`,
  )

/** Deletes the source keys of ended runs. That of a subflow is kept as long as the run itself. */
export const deleteOldSourceKeys = (db: Executor, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    sql`update run set source_key = null where (account_id, id) in (
      select account_id, id from run
      where source_key is not null and trigger <> 'subflow' and finished_at < ${timeBefore(now, sourceHours * 3_600_000)} limit ${batchSize})`,
  )

/**
 * Deletes runs that ended this many days ago, with their steps. Their cost stays in the ledger and in the daily totals.
 */
export const deleteOldRuns = (db: Executor, now: Date, days: number): Promise<void> =>
  deleteInBatches(
    db,
    sql`delete from run where (account_id, id) in (
      select account_id, id from run
      where finished_at < ${timeBefore(now, days * dayMs)} and is_counted and not sample limit ${batchSize})`,
  )
