/** Watched schedules: the triggers of active flows, and the next time at which each must start a run. */
import type { Queryable } from '#server/store/engine/engine-db.ts'

export interface ScheduledFlowVersion {
  account: string
  id: string
  name: string
  version: number
}

/** Active flows with a trigger by schedule, without those of the sample, which are started by hand. */
export async function scheduledFlowVersions(db: Queryable): Promise<ScheduledFlowVersion[]> {
  const { rows } = await db.query<ScheduledFlowVersion>(
    `select account_id as account, id, name, version from flow
     where status = 'active' and not sample and 'schedule' = any(trigger_types)`,
  )
  return rows
}

export interface WatchedSchedule {
  account: string
  flow: string
  node: string
  cron: string
  zone: string
  dueAt: Date
  missedAt: Date | null
  misses: number
}

export async function watchedSchedules(db: Queryable): Promise<WatchedSchedule[]> {
  const { rows } = await db.query<WatchedSchedule>(
    `select account_id as account, flow_id as flow, node_id as node, cron, zone, due_at as "dueAt", missed_at as "missedAt", misses
     from schedule_watch`,
  )
  return rows
}

export async function saveWatch(db: Queryable, watch: WatchedSchedule): Promise<void> {
  const { account, flow, node, cron, zone, dueAt, missedAt, misses } = watch
  await db.query(
    `insert into schedule_watch (account_id, flow_id, node_id, cron, zone, due_at, missed_at, misses)
     select $1, $2, $3, $4, $5, $6, $7, $8 from account where id = $1
     on conflict (account_id, flow_id, node_id) do update set cron = excluded.cron, zone = excluded.zone, due_at = excluded.due_at,
       missed_at = excluded.missed_at, misses = excluded.misses`,
    [account, flow, node, cron, zone, dueAt, missedAt, misses],
  )
}

export async function removeWatch(
  db: Queryable,
  { account, flow, node }: Pick<WatchedSchedule, 'account' | 'flow' | 'node'>,
): Promise<void> {
  await db.query('delete from schedule_watch where account_id = $1 and flow_id = $2 and node_id = $3', [
    account,
    flow,
    node,
  ])
}

/** Whether a run with this source exists. */
export async function hasRunOfSource(db: Queryable, account: string, source: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from run where account_id = $1 and source_key = $2', [account, source])
  return rowCount !== 0
}

/** Whether a run of the flow, other than a test, started after a time. */
export async function hasRunSince(db: Queryable, account: string, flow: string, after: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from run where account_id = $1 and flow_id = $2 and started_at > $3 and not is_test limit 1',
    [account, flow, after],
  )
  return rowCount !== 0
}

/** Runs by day (UTC) that schedules of a flow started, over `days` days until `until`, oldest first. */
export async function scheduledRunsPerDay(
  db: Queryable,
  { account, flow }: { account: string; flow: string },
  until: Date,
  days: number,
): Promise<number[]> {
  const { rows } = await db.query<{ runs: number }>(
    `select coalesce(sum(r.runs), 0)::int as runs
     from generate_series(($3::timestamptz at time zone 'UTC')::date - $4::int + 1, ($3::timestamptz at time zone 'UTC')::date, interval '1 day') d(day)
     left join run_day r on r.account_id = $1 and r.flow_id = $2 and r.day = d.day::date and r.trigger = 'schedule'
     group by d.day order by d.day`,
    [account, flow, until, days],
  )
  return rows.map(({ runs }) => runs)
}
