/**
 * Figures of the incident watcher, for all accounts in one statement each; only objects with something to see get
 * statements of their own. Channels of the sample do not change, so they are read as of the time at which it was
 * created.
 */
import type { Queryable } from '#server/store/engine/engine-db.ts'

/** Failed statuses. Blocked runs did not start, and cancelled ones were meant to end. */
const failed = `('failed', 'timed_out')`

/** Whether a person marked the reason of the run `r` as solved after it failed (run-reasons.ts). */
const solved = `exists (select 1 from solved_reason m where m.account_id = r.account_id and m.reason = r.reason and m.solved_at >= r.finished_at)`

/** Creation of the sample of an account: its channels had their last event then. */
const sampleTimes = `select account_id, max(last_event_at) as at from channel where sample group by 1`

export interface ChannelFigures {
  account: string
  id: string
  name: string
  status: string
  reason: string | null
  pending: number
  hasError: boolean
  lastEventAt: Date | null
  /** The present of this channel. */
  at: Date
  sample: boolean
}

/** Channels that report a problem, and connected ones without an event since `quietSince` (ms before their present). */
export async function channelsToCheck(db: Queryable, now: Date, quietMs: number): Promise<ChannelFigures[]> {
  const { rows } = await db.query<ChannelFigures>(
    `with s as (${sampleTimes})
     select * from (
       select c.account_id as account, c.id, c.name, c.status, c.status_reason as reason, c.pending_count as pending,
         c.last_error is not null as "hasError", c.last_event_at as "lastEventAt", c.sample,
         case when c.sample then s.at else $1 end as at
       from channel c left join s on s.account_id = c.account_id
       where c.status not in ('paused', 'connecting')) x
     where status in ('error', 'reauth_required')
       or ("lastEventAt" is not null and "lastEventAt" < at - $2::int8 * interval '1 millisecond')`,
    [now, quietMs],
  )
  return rows
}

/** Runs by day (UTC) that a channel started, over `days` days until `until`, oldest first. */
export async function channelRunsPerDay(
  db: Queryable,
  { account, id }: { account: string; id: string },
  until: Date,
  days: number,
): Promise<number[]> {
  const { rows } = await db.query<{ runs: number }>(
    `select coalesce(sum(r.runs), 0)::int as runs
     from generate_series(($3::timestamptz at time zone 'UTC')::date - $4::int + 1, ($3::timestamptz at time zone 'UTC')::date, interval '1 day') d(day)
     left join run_day r on r.account_id = $1 and r.channel_id = $2 and r.day = d.day::date and not r.is_test
     group by d.day order by d.day`,
    [account, id, until, days],
  )
  return rows.map(({ runs }) => runs)
}

export interface FailingFlow {
  account: string
  id: string
  name: string
  /** The time of the round. */
  at: Date
  /** End of its last incident: earlier runs do not count; null = it had none. */
  after: Date | null
  sample: boolean
}

/** End of the last incident of a flow `f`. */
const lastEnd = `(select max(i.over_at) from incident i where i.account_id = f.account_id and i.kind = 'flow_failing' and i.subject_id = f.id)`

/** Flows with failed runs within the window (ms), at least `minFailed`, since the last incident of the flow was over. */
export async function flowsWithFailures(
  db: Queryable,
  now: Date,
  { ms, minFailed }: { ms: number; minFailed: number },
): Promise<FailingFlow[]> {
  const { rows } = await db.query<FailingFlow>(
    `with x as (
       select f.account_id as account, f.id, f.name, $1::timestamptz as at, f.sample, r.times, ${lastEnd} as after
       from account a
       cross join lateral (
         select r.flow_id, array_agg(r.started_at) as times from run r
         where r.account_id = a.id and r.status in ${failed} and r.started_at > $1::timestamptz - $2::int8 * interval '1 millisecond'
           and r.started_at <= $1 and not r.is_test and not ${solved}
         group by 1 having count(*) >= $3) r
       join flow f on f.account_id = a.id and f.id = r.flow_id)
     select account, id, name, at, sample, after from x
     where after is null or (select count(*) from unnest(times) t(at) where t.at > after) >= $3`,
    [now, ms, minFailed],
  )
  return rows
}

/** Flows by id; deleted ones are missing. */
export async function flowsById(
  db: Queryable,
  now: Date,
  ids: readonly { account: string; id: string }[],
): Promise<(FailingFlow & { status: string })[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<FailingFlow & { status: string }>(
    `select f.account_id as account, f.id, f.name, f.status, f.sample, $1::timestamptz as at, ${lastEnd} as after
     from unnest($2::text[], $3::text[]) x(account, id)
     join flow f on f.account_id = x.account and f.id = x.id`,
    [now, ids.map(({ account }) => account), ids.map(({ id }) => id)],
  )
  return rows
}

export interface HourCounts {
  /** Hours before the present, 0 = the last 60 minutes. */
  hour: number
  runs: number
  failed: number
  firstFailed: Date | null
}

type FlowAt = Pick<FailingFlow, 'account' | 'id' | 'at' | 'after'>

/** Ended runs of the last 24 hours by hour, without tests. */
export async function hourlyRuns(db: Queryable, { account, id, at, after }: FlowAt): Promise<HourCounts[]> {
  const { rows } = await db.query<HourCounts>(
    `select floor(extract(epoch from $3::timestamptz - started_at) / 3600)::int as hour, count(*)::int as runs,
       (count(*) filter (where status in ${failed} and not ${solved}))::int as failed,
       min(started_at) filter (where status in ${failed} and not ${solved}) as "firstFailed"
     from run r where account_id = $1 and flow_id = $2 and started_at > $3::timestamptz - interval '24 hours' and started_at <= $3
       and ($4::timestamptz is null or started_at > $4)
       and finished_at is not null and not is_test and status not in ('blocked', 'cancelled')
     group by 1`,
    [account, id, at, after],
  )
  return rows
}

/** Failed runs and all ended ones, of the 30 days before the last 24 hours (whole UTC days). */
export async function usualRuns(db: Queryable, { account, id, at }: FlowAt): Promise<{ failed: number; runs: number }> {
  const { rows } = await db.query<{ failed: number; runs: number }>(
    `select coalesce(sum(runs) filter (where status in ${failed}), 0)::int as failed, coalesce(sum(runs), 0)::int as runs
     from run_day where account_id = $1 and flow_id = $2 and not is_test and status not in ('blocked', 'cancelled')
       and day < (($3::timestamptz - interval '24 hours') at time zone 'UTC')::date
       and day >= (($3::timestamptz - interval '31 days') at time zone 'UTC')::date`,
    [account, id, at],
  )
  return rows[0] ?? { failed: 0, runs: 0 }
}

/** The most frequent error of the window, its node, and its number of runs. */
export async function commonError(
  db: Queryable,
  { account, id, at, after }: FlowAt,
  ms: number,
): Promise<{ message: string | null; node: string | null; runs: number } | null> {
  const { rows } = await db.query<{ message: string | null; node: string | null; runs: number }>(
    `select max(error_message) as message, error_node_id as node, count(*)::int as runs
     from run r where account_id = $1 and flow_id = $2 and started_at > $3::timestamptz - $4::int8 * interval '1 millisecond'
       and started_at <= $3 and ($5::timestamptz is null or started_at > $5) and not is_test and status in ${failed} and not ${solved}
     group by error_code, error_node_id order by runs desc, message limit 1`,
    [account, id, at, ms, after],
  )
  return rows[0] ?? null
}

/** Whether each of the latest ended runs succeeded, latest first; at most `limit`. */
export async function latestOutcomes(db: Queryable, { account, id, at }: FlowAt, limit: number): Promise<boolean[]> {
  const { rows } = await db.query<{ status: string }>(
    `select status from run where account_id = $1 and flow_id = $2 and started_at <= $3 and finished_at is not null and not is_test
       and status not in ('blocked', 'cancelled')
     order by started_at desc limit $4`,
    [account, id, at, limit],
  )
  return rows.map(({ status }) => status === 'succeeded')
}

export interface WaitingRuns {
  account: string
  runs: number
  longest: Date
  flowName: string
  /** Waiting since, of each run, at most `maxWaitingRuns`. */
  since: Date[]
}

/** Waiting runs that are read per account. */
const maxWaitingRuns = 1000

/** Runs by account that have waited for a reply or webhook for longer than `ms`. */
export async function runsWaiting(db: Queryable, now: Date, ms: number): Promise<WaitingRuns[]> {
  const { rows } = await db.query<WaitingRuns>(
    `select a.id as account, count(*)::int as runs, min(w.since) as longest,
       (array_agg(w.flow_name order by w.since))[1] as "flowName", array_agg(w.since order by w.since) as since
     from account a cross join lateral (
       select r.flow_name, max(t.started_at) as since
       from run r join run_step t on t.account_id = r.account_id and t.run_id = r.id and t.status = 'waiting'
         and t.event in ('reply', 'webhook')
       where r.account_id = a.id and r.status = 'waiting' and r.started_at < $1::timestamptz - $2::int8 * interval '1 millisecond'
         and not r.is_test and not r.sample
       group by r.id, r.flow_name
       having max(t.started_at) < $1::timestamptz - $2::int8 * interval '1 millisecond'
       limit ${maxWaitingRuns}) w
     group by a.id`,
    [now, ms],
  )
  return rows
}

/** Accounts with a budget. */
export async function accountsWithBudgets(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ account: string }>('select distinct account_id as account from budget')
  return rows.map(({ account }) => account)
}

/** Accounts whose balance is below their threshold, without the reserves of active runs, which come and go. */
export async function accountsWithLowBalance(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ account: string }>(
    `select a.id as account from account a
     left join (select account_id, sum(micros) as micros from ledger_day group by 1) l on l.account_id = a.id
     where coalesce(l.micros, 0) + a.credit_limit < a.low_balance_threshold`,
  )
  return rows.map(({ account }) => account)
}
