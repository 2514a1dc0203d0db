/**
 * Commits one step of a run in one statement, and therefore atomically: fence check, end of the attempt, costs, new
 * attempts, end of the run.
 */
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Queryable } from './engine-db.ts'

/** An attempt that ends or starts waiting. */
export interface StepEnd {
  key: string
  attempt: number
  status: 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'waiting'
  handle: string | null
  duration_ms: number | null
  /** In micros. */
  cost: string
  error: { code: string; message: string } | null
  output: Json
  input: Json
  wake_at: string | null
  event: string | null
}

export interface StepStart {
  key: string
  seq: number
  node_id: string
  node_name: string
  node_type: string
  attempt: number
  /** ISO 8601. */
  started_at: string
}

export interface Booking {
  /** "run:<id>:<step key>:<attempt>:<kind of cost>" */
  key: string
  /** Negative: a debit. */
  micros: string
  note: string
}

export interface RunEnd {
  status: 'succeeded' | 'failed' | 'cancelled' | 'timed_out' | 'blocked'
  error: { code: string; message: string; nodeId: string | null } | null
  output: Json
}

export interface Commit {
  account: string
  run: string
  /** The fence. */
  lease: number
  at: Date
  /** Attempts that end: those started earlier, and those that also start in this commit, which are in `started` too. */
  ended: readonly StepEnd[]
  bookings: readonly Booking[]
  /** New totals of the run, if there was a cost. */
  newTotals: { micros: bigint; breakdown: Json; usage: JsonRecord } | null
  started: readonly StepStart[]
  deadlineAt: Date | null
  end: RunEnd | null
}

/** `fenced`: another process owns the run, or it has ended; nothing was written, and this process must stop. */
export type CommitResult = { fenced: true } | { fenced: false; isCancelling: boolean }

export type CommitStep = (db: Queryable, commit: Commit) => Promise<CommitResult>

/** 2^31 − 1: maximum of the duration column, 24 days. */
const maxDurationMs = 2_147_483_647

const statement = `
with f as materialized (
  select id, is_cancelling, started_at from run
  where account_id = $1 and id = $2 and lease = $3 and finished_at is null for no key update),
e as materialized (
  select * from jsonb_to_recordset($5::jsonb) as e(key text, attempt int, status text, handle text, duration_ms int, cost bigint,
    error jsonb, output jsonb, input jsonb, wake_at timestamptz, event text)),
s as (
  update run_step t set status = e.status, handle = e.handle, duration_ms = case when t.status = 'waiting' and e.status <> 'waiting'
      then least(${maxDurationMs}, greatest(0, extract(epoch from $4::timestamptz - t.started_at) * 1000))::int else e.duration_ms end, cost = e.cost, error = e.error,
    output = e.output, input = coalesce(e.input, t.input), wake_at = e.wake_at, event = e.event, lease = $3,
    payload = case when e.status = 'waiting' then null else t.payload end
  from f, e
  where t.account_id = $1 and t.run_id = $2 and t.key = e.key and t.attempt = e.attempt and t.status in ('running', 'waiting')
  returning 1),
l as (
  insert into ledger (account_id, kind, micros, run_id, key, note, at)
  select $1, 'run', b.micros, $2, b.key, b.note, $4
  from f, jsonb_to_recordset($6::jsonb) as b(key text, micros bigint, note text)
  returning micros),
d as (
  insert into ledger_day (account_id, day, kind, micros)
  select $1, ($4::timestamptz at time zone 'UTC')::date, 'run', sum(micros) from l having count(*) > 0
  on conflict (account_id, day, kind, sample) do update set micros = ledger_day.micros + excluded.micros
  returning 1),
n as (
  insert into run_step (account_id, run_id, seq, node_id, node_name, node_type, status, started_at, attempt, key, lease, handle,
    duration_ms, cost, error, output, input, wake_at, event)
  select $1, $2, b.seq, b.node_id, b.node_name, b.node_type, coalesce(e.status, 'running'), b.started_at, b.attempt, b.key, $3, e.handle,
    e.duration_ms, coalesce(e.cost, 0), e.error, e.output, e.input, e.wake_at, e.event
  from f, jsonb_to_recordset($7::jsonb) as b(key text, seq int, node_id text, node_name text, node_type text, attempt int,
    started_at timestamptz) left join e on e.key = b.key and e.attempt = b.attempt
  returning 1),
w as (
  update run_step t set status = 'cancelled'
  from f where $12::text is not null and t.account_id = $1 and t.run_id = $2 and t.status = 'waiting'
    and t.key not in (select e.key from e)
  returning 1),
z as (
  update run r set cost = r.cost + $8, cost_breakdown = coalesce($9::jsonb, r.cost_breakdown), usage = coalesce($10::jsonb, r.usage),
    deadline_at = coalesce($11::timestamptz, r.deadline_at),
    status = coalesce($12::text, r.status),
    finished_at = case when $12::text is null then null else $4::timestamptz end,
    duration_ms = case when $12::text is null then null
      else least(${maxDurationMs}, greatest(0, extract(epoch from $4::timestamptz - r.started_at) * 1000))::int end,
    error_code = $13::text, error_message = $14::text, error_node_id = $15::text, output = $16::jsonb,
    reserved = case when $12::text is null then r.reserved else 0 end,
    is_counted = $12::text is null and r.is_counted
  from f where r.account_id = $1 and r.id = $2 and ($12::text is not null or $8 <> 0 or $11::timestamptz is not null)
  returning 1)
select (select count(*)::int from f) as held, (select count(*)::int from s) as ended, (select count(*)::int from l) as booked,
  (select count(*)::int from n) as started, (select bool_or(is_cancelling) from f) as "isCancelling"`

const columnsOfEnd = (end: RunEnd | null) =>
  end
    ? [
        end.status,
        end.error?.code ?? null,
        end.error?.message ?? null,
        end.error?.nodeId ?? null,
        JSON.stringify(end.output),
      ]
    : [null, null, null, null, null]

const nameOf = ({ key, attempt }: Pick<StepEnd, 'key' | 'attempt'>): string => `${key}:${attempt}`

/**
 * The production implementation; benchmarks replace it to verify that failures are detected. Throws database errors.
 */
export const commitStep: CommitStep = async (db, commit) => {
  const { ended, bookings, newTotals, started, end } = commit
  const { rows } = await db.query<{
    held: number
    ended: number
    booked: number
    started: number
    isCancelling: boolean | null
  }>(statement, [
    commit.account,
    commit.run,
    commit.lease,
    commit.at,
    JSON.stringify(ended),
    JSON.stringify(bookings),
    JSON.stringify(started),
    ...(newTotals
      ? [newTotals.micros, JSON.stringify(newTotals.breakdown), JSON.stringify(newTotals.usage)]
      : [0n, null, null]),
    commit.deadlineAt,
    ...columnsOfEnd(end),
  ])
  const [row] = rows
  if (!row || row.held === 0) return { fenced: true }
  const isNew = new Set(started.map(nameOf))
  const known = ended.filter((step) => !isNew.has(nameOf(step)))
  if (row.ended !== known.length || row.booked !== bookings.length || row.started !== started.length)
    throw new Error(
      `The log of run ${commit.run} does not match its driver: ${row.ended} of ${known.length} attempts ended, ${row.started} of ${started.length} started.`,
    )
  return { fenced: false, isCancelling: row.isCancelling === true }
}
