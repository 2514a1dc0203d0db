/** What is forgotten of runs, of deliveries and of states of channels, of all accounts, in parts so that nobody waits for it. Never the sample. */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '#server/store/db/scope.ts'

/** Days for which one sees what came in by a channel. */
const deliveryDays = 30
/** Days for which one sees in what state a channel was. */
const stateDays = 90
/** Hours for which the same webhook or message gives the run that it started (docs/api.md, "Webhooks"); senders repeat for three days at most. */
const sourceHours = 80
/** Rows a statement: the embedded database does nothing else meanwhile. */
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

/** A subflow is known by its source for as long as the run that waits for it. */
export const forgetOldSources = (db: Executor, now: Date): Promise<void> =>
  inParts(
    db,
    sql`update run set source_key = null where (account_id, id) in (
      select account_id, id from run
      where source_key is not null and trigger <> 'subflow' and finished_at < ${before(now, sourceHours * 3_600_000)} limit ${atOnce})`,
  )

/** Runs that ended so many days ago, with their steps. What they cost stays in the ledger, and in the sums by day. */
export const forgetOldRuns = (db: Executor, now: Date, days: number): Promise<void> =>
  inParts(
    db,
    sql`delete from run where (account_id, id) in (
      select account_id, id from run
      where finished_at < ${before(now, days * dayMs)} and is_counted and not sample limit ${atOnce})`,
  )
