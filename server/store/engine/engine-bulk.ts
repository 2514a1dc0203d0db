/**
 * Bulk actions for the engine. The items are the queue: each is ended in the transaction that retries its run, so that a
 * process that dies leaves none undone or done twice.
 */
import type { bulkActions, bulkStatuses, RunBulkResult } from '#contract/run-work.ts'
import type { Queryable } from './engine-db.ts'

/** A bulk action of any account. */
export interface BulkId {
  account: string
  id: string
}

/** Bulk actions with runs left, oldest first. */
export async function openBulkActions(db: Queryable): Promise<(BulkId & { action: (typeof bulkActions)[number] })[]> {
  const { rows } = await db.query<BulkId & { action: (typeof bulkActions)[number] }>(
    'select account_id as account, id, action from run_bulk where finished_at is null order by created_at',
  )
  return rows
}

export interface LockedBulk {
  status: (typeof bulkStatuses)[number]
  retryFrom: 'failed' | 'start' | null
  trial: number
}

/** Locks a bulk action; null if it has ended, or another process works on it. To be called in a transaction. */
export async function lockBulk(db: Queryable, { account, id }: BulkId): Promise<LockedBulk | null> {
  const { rows } = await db.query<LockedBulk>(
    `select status, retry_from as "retryFrom", trial from run_bulk
     where account_id = $1 and id = $2 and finished_at is null for no key update skip locked`,
    [account, id],
  )
  return rows[0] ?? null
}

export interface BulkItem {
  seq: number
  run: string
}

export async function waitingItems(db: Queryable, { account, id }: BulkId, limit: number): Promise<BulkItem[]> {
  const { rows } = await db.query<BulkItem>(
    `select seq, run_id as run from run_bulk_item
     where account_id = $1 and bulk_id = $2 and status = 'waiting' order by seq limit $3`,
    [account, id, limit],
  )
  return rows
}

export async function endItem(
  db: Queryable,
  { account, id }: BulkId,
  { seq }: BulkItem,
  end: { status: Exclude<RunBulkResult['status'], 'waiting'>; detail?: string; retryId?: string },
): Promise<void> {
  await db.query(
    `update run_bulk_item set status = $4, detail = $5, retry_id = $6
     where account_id = $1 and bulk_id = $2 and seq = $3 and status = 'waiting'`,
    [account, id, seq, end.status, end.detail ?? null, end.retryId ?? null],
  )
}

/** Retries so far: all, those that have not ended, and those that ended without success. */
export async function retriesOfBulk(
  db: Queryable,
  { account, id }: BulkId,
): Promise<{ all: number; open: number; failed: number }> {
  const { rows } = await db.query<{ all: number; open: number; failed: number }>(
    `select count(*)::int as all, (count(*) filter (where r.finished_at is null and r.id is not null))::int as open,
       (count(*) filter (where r.finished_at is not null and r.status <> 'succeeded'))::int as failed
     from run_bulk_item i left join run r on r.account_id = i.account_id and r.id = i.retry_id
     where i.account_id = $1 and i.bulk_id = $2 and i.status = 'done'`,
    [account, id],
  )
  return rows[0] ?? { all: 0, open: 0, failed: 0 }
}

export async function endTrial(db: Queryable, { account, id }: BulkId): Promise<void> {
  await db.query(`update run_bulk set status = 'running' where account_id = $1 and id = $2`, [account, id])
}

/** Ends a bulk action. `detail`: why the runs without a result are left alone; null = there are none. */
export async function endBulk(
  db: Queryable,
  { account, id }: BulkId,
  { status, detail, at }: { status: 'held' | 'stopped' | 'done'; detail: string | null; at: Date },
): Promise<void> {
  if (detail !== null)
    await db.query(
      `update run_bulk_item set status = 'skipped', detail = $3
       where account_id = $1 and bulk_id = $2 and status = 'waiting'`,
      [account, id, detail],
    )
  await db.query('update run_bulk set status = $3, finished_at = $4 where account_id = $1 and id = $2', [
    account,
    id,
    status,
    at,
  ])
}

/** Retries of an account that wait to start. */
export async function queuedRetries(db: Queryable, account: string): Promise<number> {
  const { rows } = await db.query<{ runs: number }>(
    `select count(*)::int as runs from run
     where account_id = $1 and finished_at is null and not sample and status = 'queued' and trigger = 'retry'`,
    [account],
  )
  return rows[0]?.runs ?? 0
}

/** Whether a run of the account will end without further events, and then release its credit reservation. */
export async function hasActiveRuns(db: Queryable, account: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from run where account_id = $1 and finished_at is null and not sample and status in ('queued', 'running') limit 1`,
    [account],
  )
  return rowCount === 1
}

/** Status of a run; null if it was deleted. */
export async function statusOfRun(db: Queryable, account: string, run: string): Promise<string | null> {
  const { rows } = await db.query<{ status: string }>('select status from run where account_id = $1 and id = $2', [
    account,
    run,
  ])
  return rows[0]?.status ?? null
}
