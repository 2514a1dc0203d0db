/**
 * The daily sums, exact at every moment: `run_day`, and beside it the runs that it does not know yet (they move, or have ended a
 * moment ago). One statement, so that a run that is being counted is in one of the two. Named as the table, so that its columns
 * and conditions are the table's own.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Scope } from '#server/store/db/scope.ts'

/** The rows of an account, to be used in place of the table. */
const exactDays = (account: string): SQL => sql`(
  select account_id, day, flow_id, channel_id, status, trigger, is_test, sample, runs::int8 as runs, cost, duration_ms
  from run_day where account_id = ${account}
  union all
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, sample, 1, cost,
    coalesce(duration_ms, 0)
  from run where account_id = ${account} and finished_at is null and not sample
  union all
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, sample, 1, cost,
    coalesce(duration_ms, 0)
  from run where account_id = ${account} and not is_counted) as "run_day"`

/** Like `scope.select(runDay, …)`. */
export const selectDays = <F extends SelectedFields>(scope: Scope, fields: F, where: SQL | undefined) =>
  scope.withAccount((db, account) => db.select(fields).from(exactDays(account)).where(where))
