/**
 * Exact daily totals: `run_day`, plus runs that are not counted yet (active, or just ended). One statement, so that a
 * run being counted is in exactly one of both. Named like the table, so that its columns and conditions can be reused.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Scope } from '#server/store/db/scope.ts'

/** Rows of an account, to be used instead of the table. */
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
