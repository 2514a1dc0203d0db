/**
 * Suspends, wakes and cancels runs, always under the row lock of the run, so that no event is lost while a run is being
 * suspended.
 */
import type { Json } from '#lib/json/json.ts'
import type { Queryable } from './engine-db.ts'

/** Event name of a step that waits for another run. */
export const subflowEvent = (run: string): string => `subflow:${run}`

/** An event that arrived for a waiting step. */
export interface Arrival {
  key: string
  payload: Json
}

/** Result of a child run for its parent. */
const childPayload = `json_build_object('run_id', c.id, 'status', c.status, 'output', c.output,
  'error', case when c.error_code is null then null else json_build_object('code', c.error_code, 'message', c.error_message) end)::jsonb`

/** Arrived events for waiting steps of a run, including ended child runs. */
export async function arrivalsOf(db: Queryable, account: string, run: string): Promise<Arrival[]> {
  const { rows } = await db.query<Arrival>(
    `select s.key, coalesce(s.payload, ${childPayload}) as payload
     from run_step s left join run c on s.event = 'subflow:' || c.id and c.account_id = s.account_id and c.finished_at is not null
     where s.account_id = $1 and s.run_id = $2 and s.status = 'waiting' and (s.payload is not null or c.id is not null)`,
    [account, run],
  )
  return rows
}

/** Locks a run if this process still owns it; else null. */
export async function lockOwnedRun(
  db: Queryable,
  account: string,
  run: string,
  lease: number,
): Promise<{ isCancelling: boolean } | null> {
  const { rows } = await db.query<{ isCancelling: boolean }>(
    `select is_cancelling as "isCancelling" from run
     where account_id = $1 and id = $2 and lease = $3 and finished_at is null for no key update`,
    [account, run, lease],
  )
  return rows[0] ?? null
}

/** Advances the run to its next segment and returns the segment's number. To be called under the run's lock. */
export async function nextSegment(
  db: Queryable,
  account: string,
  run: string,
  status: 'waiting' | 'queued',
): Promise<number> {
  const { rows } = await db.query<{ segment: number }>(
    'update run set status = $3, segment = segment + 1 where account_id = $1 and id = $2 returning segment',
    [account, run, status],
  )
  const [row] = rows
  if (!row) throw new Error(`Run ${run} was deleted.`)
  return row.segment
}

/** A waiting step. */
export interface Waiter {
  run: string
  key: string
  attempt: number
}

/**
 * Finds the step that waits for an event; of several runs of a conversation, the most recently started. Null if there
 * is none.
 */
export async function findWaiter(
  db: Queryable,
  account: string,
  to: { conversationId: string } | { runId: string },
  event: string,
): Promise<Waiter | null> {
  const byRun = 'runId' in to
  const { rows } = await db.query<Waiter>(
    `select s.run_id as run, s.key, s.attempt from run_step s join run r on r.account_id = s.account_id and r.id = s.run_id
     where s.account_id = $1 and s.event = $2 and s.status = 'waiting' and s.payload is null and r.finished_at is null
       and ${byRun ? 'r.id' : 'r.conversation_id'} = $3
     order by r.started_at desc, s.seq limit 1`,
    [account, event, byRun ? to.runId : to.conversationId],
  )
  return rows[0] ?? null
}

/** Whether a run belongs to this flow, or was started by one of its runs, directly or indirectly. */
export async function isStartedByFlow(db: Queryable, account: string, run: string, flow: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with recursive above as (
       select parent_run, flow_id from run where account_id = $1 and id = $2
       union
       select r.parent_run, r.flow_id from above join run r on r.account_id = $1 and r.id = above.parent_run)
     select 1 from above where flow_id = $3 limit 1`,
    [account, run, flow],
  )
  return rowCount === 1
}

/** Locks a run and returns its status, or null if it has ended or does not exist. */
export async function lockRun(
  db: Queryable,
  account: string,
  run: string,
): Promise<{ status: string; flowId: string; conversationId: string | null } | null> {
  const { rows } = await db.query<{ status: string; flowId: string; conversationId: string | null }>(
    `select status, flow_id as "flowId", conversation_id as "conversationId" from run
     where account_id = $1 and id = $2 and finished_at is null and not sample for no key update`,
    [account, run],
  )
  return rows[0] ?? null
}

/** Stores an event at the waiting step; false if the step has one already, or no longer waits. */
export async function storeEvent(db: Queryable, account: string, waiter: Waiter, payload: Json): Promise<boolean> {
  const { rowCount } = await db.query(
    `update run_step set payload = $5::jsonb
     where account_id = $1 and run_id = $2 and key = $3 and attempt = $4 and status = 'waiting' and payload is null`,
    [account, waiter.run, waiter.key, waiter.attempt, JSON.stringify(payload)],
  )
  return rowCount === 1
}

export type CancelOutcome =
  | { was: 'missing' }
  | { was: 'ended' }
  /** Ended immediately. */
  | { was: 'resting'; flowId: string; conversationId: string | null; parentRun: string | null }
  /** The process that drives the run must end it. */
  | { was: 'running' }

/** Ends a suspended or queued run, or signals the driver of a running one. To be called in a transaction. */
export async function cancelRun(db: Queryable, account: string, run: string, at: Date): Promise<CancelOutcome> {
  const { rows } = await db.query<{
    status: string
    isOver: boolean
    flowId: string
    conversationId: string | null
    parentRun: string | null
  }>(
    `select status, finished_at is not null or sample as "isOver", flow_id as "flowId", conversation_id as "conversationId",
       parent_run as "parentRun"
     from run where account_id = $1 and id = $2 for no key update`,
    [account, run],
  )
  const [found] = rows
  if (!found) return { was: 'missing' }
  if (found.isOver) return { was: 'ended' }
  if (found.status === 'running') {
    await db.query('update run set is_cancelling = true where account_id = $1 and id = $2', [account, run])
    return { was: 'running' }
  }
  await endSuspended(db, account, run, at, { status: 'cancelled', code: null, message: null })
  return { was: 'resting', flowId: found.flowId, conversationId: found.conversationId, parentRun: found.parentRun }
}

/** Ends a run that no process drives. To be called under its lock. */
async function endSuspended(
  db: Queryable,
  account: string,
  run: string,
  at: Date,
  end: { status: string; code: string | null; message: string | null },
): Promise<void> {
  await db.query(
    `update run set status = $4, finished_at = $3, lease = lease + 1, reserved = 0, is_counted = false, error_code = $5,
       error_message = $6, duration_ms = least(2147483647, greatest(0, extract(epoch from $3::timestamptz - started_at) * 1000))::int
     where account_id = $1 and id = $2`,
    [account, run, at, end.status, end.code, end.message],
  )
  await db.query(
    `update run_step set status = 'cancelled' where account_id = $1 and run_id = $2 and status in ('waiting', 'running')`,
    [account, run],
  )
}

/** A run that was ended with its flow. */
export interface EndedRun {
  id: string
  conversationId: string | null
  parentRun: string | null
}

/** Ends the suspended and queued runs of a flow, in one atomic statement. */
export async function endRunsOfFlow(
  db: Queryable,
  account: string,
  flow: string,
  at: Date,
  { code, message }: { code: string; message: string },
): Promise<EndedRun[]> {
  const { rows } = await db.query<EndedRun>(
    `with ended as (
       update run set status = 'failed', finished_at = $3, lease = lease + 1, reserved = 0, is_counted = false, error_code = $4,
         error_message = $5, duration_ms = least(2147483647, greatest(0, extract(epoch from $3::timestamptz - started_at) * 1000))::int
       where account_id = $1 and flow_id = $2 and finished_at is null and status in ('waiting', 'queued') and not sample
       returning id, conversation_id, parent_run),
     steps as (
       update run_step s set status = 'cancelled' from ended e
       where s.account_id = $1 and s.run_id = e.id and s.status in ('waiting', 'running'))
     select id, conversation_id as "conversationId", parent_run as "parentRun" from ended`,
    [account, flow, at, code, message],
  )
  return rows
}

/** Child runs of a run that have not ended. */
export async function openChildren(db: Queryable, account: string, run: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select c.id from run c join run_step s on s.account_id = c.account_id and s.run_id = c.parent_run and s.key = c.parent_key
     where c.account_id = $1 and c.parent_run = $2 and c.finished_at is null and s.event = 'subflow:' || c.id`,
    [account, run],
  )
  return rows.map(({ id }) => id)
}

/** Signals for these runs, which this process drives: cancellations, and arrived events. */
export async function readRunSignals(
  db: Queryable,
  runs: readonly string[],
): Promise<{ run: string; isCancelling: boolean; hasArrival: boolean }[]> {
  const { rows } = await db.query<{ run: string; isCancelling: boolean; hasArrival: boolean }>(
    `select r.id as run, r.is_cancelling as "isCancelling",
       exists (select 1 from run_step s where s.account_id = r.account_id and s.run_id = r.id and s.status = 'waiting'
         and s.payload is not null) as "hasArrival"
     from run r where r.id = any($1) and r.finished_at is null`,
    [runs],
  )
  return rows
}
