/** Heartbeats, takeover of orphaned work, recovery of stranded runs. */
import type { Queryable } from './engine-db.ts'

/** Records a heartbeat of this process, by the database's clock. */
export async function recordHeartbeat(db: Queryable, executor: string): Promise<void> {
  await db.query(
    `insert into executor (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = now(), is_reaping = false`,
    [executor],
  )
}

export async function deleteExecutor(db: Queryable, executor: string): Promise<void> {
  await db.query('delete from executor where id = $1', [executor])
}

/**
 * Processes that have been silent for too long, marked as being taken over; a takeover that was marked long ago is
 * retried.
 */
export async function silentExecutors(db: Queryable, own: string, silentMs: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update executor set is_reaping = true, seen_at = now()
     where id <> $1 and seen_at < now() - $2::int * interval '1 millisecond' * case when is_reaping then 5 else 1 end
     returning id`,
    [own, silentMs],
  )
  return rows.map(({ id }) => id)
}

/**
 * All other executors with pending work, for the embedded database, where no other process can be alive. Deletes their
 * heartbeats.
 */
export async function otherExecutors(db: Queryable, own: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct executor_id as id from dbos.workflow_status where status = 'PENDING' and executor_id <> $1`,
    [own],
  )
  await db.query('delete from executor where id <> $1', [own])
  return rows.map(({ id }) => id)
}

/** A run that is still open although its queue entry has ended or is missing. */
export interface StrandedRun {
  account: string
  run: string
  segment: number
}

/**
 * Stranded runs: their work ended with an error (database unavailable), was left by a stopping process, or is missing.
 */
export async function strandedRuns(db: Queryable, limit: number): Promise<StrandedRun[]> {
  const { rows } = await db.query<StrandedRun>(
    `select r.account_id as account, r.id as run, r.segment
     from run r left join dbos.workflow_status w on w.workflow_uuid = r.id || ':' || r.segment
     where r.finished_at is null and not r.sample and r.status in ('queued', 'running')
       and (w.workflow_uuid is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING'))
     limit $1`,
    [limit],
  )
  return rows
}

/** Steps that wait for a run that has ended: its process died before it notified them. */
export async function unnotifiedParents(
  db: Queryable,
  limit: number,
): Promise<{ account: string; run: string; child: string }[]> {
  const { rows } = await db.query<{ account: string; run: string; child: string }>(
    `select s.account_id as account, s.run_id as run, c.id as child
     from run_step s join run c on c.account_id = s.account_id and s.event = 'subflow:' || c.id
     join run r on r.account_id = s.account_id and r.id = s.run_id
     where s.event is not null and s.status = 'waiting' and s.payload is null and c.finished_at is not null
       and r.status = 'waiting'
     limit $1`,
    [limit],
  )
  return rows
}

/** Ids of queue entries that ended before a time. */
export async function endedQueueEntries(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status
     where status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and updated_at < $1 limit $2`,
    [before.getTime(), limit],
  )
  return rows.map(({ id }) => id)
}

/** Number of open runs by status, for /metrics. */
export async function openByStatus(db: Queryable): Promise<{ status: string; runs: number }[]> {
  const { rows } = await db.query<{ status: string; runs: number }>(
    'select status, count(*)::int as runs from run where finished_at is null and not sample group by status',
  )
  return rows
}

/**
 * Ends runs that were open in a restored backup, with their cost so far: backups do not contain the queue, and later
 * progress is unknown.
 */
export async function endRestoredRuns(db: Queryable): Promise<void> {
  await db.query(
    `with ended as (
       update run set status = 'cancelled', finished_at = now(), reserved = 0, is_counted = false, lease = lease + 1,
         error_code = 'restored', error_message = 'This run was in progress when the backup was made. Run it again if it is still needed.',
         duration_ms = least(2147483647, greatest(0, extract(epoch from now() - started_at) * 1000))::int
       where finished_at is null and not sample returning account_id, id)
     update run_step s set status = 'cancelled' from ended
     where s.account_id = ended.account_id and s.run_id = ended.id and s.status in ('running', 'waiting')`,
  )
}
