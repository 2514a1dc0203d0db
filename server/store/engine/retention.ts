/**
 * Retention of runs, deliveries and channel status, for all accounts, in batches so that other queries are not delayed.
 * The sample is never deleted.
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
const atOnce = 500

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
const dayMs = 86_400_000

async function inParts(db: Executor, statement: SQL): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(statement)
    if ((rowCount ?? 0) < atOnce) return
  }
}

export const forgetOldDeliveries = (db: Executor, now: Date): Promise<void> =>
  inParts(
    db,
    sql`delete from delivery where (account_id, id) in (
      select account_id, id from delivery where at < ${before(now, deliveryDays * dayMs)} limit ${atOnce})`,
  )

export const forgetOldStates = (db: Executor, now: Date): Promise<void> =>
  inParts(
    db,
    sql`delete from channel_state where (account_id, id) in (
      select account_id, id from channel_state where at < ${before(now, stateDays * dayMs)} limit ${atOnce})`,
  )

/** The source of a subflow is kept as long as the run that waits for it. */
export const forgetOldSources = (db: Executor, now: Date): Promise<void> =>
  inParts(
    db,
    sql`update run set source_key = null where (account_id, id) in (
      select account_id, id from run
      where source_key is not null and trigger <> 'subflow' and finished_at < ${before(now, sourceHours * 3_600_000)} limit ${atOnce})`,
  )

/**
 * Deletes runs that ended this many days ago, with their steps. Their cost stays in the ledger and in the daily totals.
 */
export const forgetOldRuns = (db: Executor, now: Date, days: number): Promise<void> =>
  inParts(
    db,
    sql`delete from run where (account_id, id) in (
      select account_id, id from run
      where finished_at < ${before(now, days * dayMs)} and is_counted and not sample limit ${atOnce})`,
  )
