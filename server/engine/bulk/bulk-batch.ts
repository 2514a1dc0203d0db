/**
 * Batches of bulk actions. A batch of retries is one transaction, in which each run is accepted and its item ended; a
 * lock on the bulk action keeps other processes away.
 */
import type pg from 'pg'
import { Fault } from '#server/base/fault.ts'
import {
  endBulk,
  endItem,
  endTrial,
  hasActiveRuns,
  lockBulk,
  queuedRetries,
  retriesOfBulk,
  statusOfRun,
  waitingItems,
  type BulkId,
  type BulkItem,
  type LockedBulk,
} from '#server/store/engine/engine-bulk.ts'
import { readRunToRetry } from '#server/store/engine/engine-bindings.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { RunControl } from '#server/engine/run/run-control.ts'
import { retryRequest } from '#server/engine/start/retry-run.ts'
import { alreadyRetriedDetail, deletedDetail } from './run-obstacle.ts'

/**
 * Maximum queued retries of an account. More are not faster, and would delay the runs that its webhooks and schedules
 * start in the meantime.
 */
const maxQueuedRetries = 40

export interface BatchParts {
  pool: pg.Pool
  now: () => Date
  control: Pick<RunControl, 'start' | 'cancel'>
}

/** `waits`: the queue is full, or credit may become free soon. */
type RunOutcome = 'ended' | 'waits'
/** `moving`: there may be more to do now. */
export type BatchOutcome = 'moving' | 'waits' | 'ended'

/** Executes at most `size` runs of a bulk action. */
export type Batch = (parts: BatchParts, bulk: BulkId, size: number) => Promise<BatchOutcome>

const creditDetail = 'No credit is left. Add credit, then retry the run.'

/** Number of runs that may be retried now; ends the trial if it is over. */
async function openPlaces(
  client: pg.PoolClient,
  bulk: BulkId,
  { status, trial }: LockedBulk,
): Promise<number | 'held'> {
  const free = Math.max(0, maxQueuedRetries - (await queuedRetries(client, bulk.account)))
  if (status !== 'trial') return free
  const { all, open, failed } = await retriesOfBulk(client, bulk)
  if (failed > 0) return 'held'
  if (all < trial) return Math.min(free, trial - all)
  if (open > 0) return 0
  await endTrial(client, bulk)
  return free
}

interface ItemRetry {
  bulk: BulkId
  item: BulkItem
  from: LockedBulk['retryFrom']
  /** To be called after the commit. */
  notifications: (() => void)[]
}

/** Retries one run within the transaction of its batch. */
async function retryItem(
  { control }: BatchParts,
  client: pg.PoolClient,
  { bulk, item, from, notifications }: ItemRetry,
): Promise<RunOutcome> {
  const { account } = bulk
  const skip = (detail: string) => endItem(client, bulk, item, { status: 'skipped', detail })
  const before = await readRunToRetry(client, account, item.run)
  try {
    if (!before) await skip(deletedDetail)
    else if (before.retriedAs !== null) await skip(alreadyRetriedDetail)
    else {
      const request = retryRequest({ account, run: item.run, before, from: from ?? undefined })
      const { notify } = await control.start(request, client, ({ runId, isNew }) =>
        isNew ? endItem(client, bulk, item, { status: 'done', retryId: runId }) : skip(alreadyRetriedDetail),
      )
      notifications.push(notify)
    }
  } catch (error) {
    // Faults are thrown before anything is written.
    if (!(error instanceof Fault)) throw error
    if (error.code === 'throttled' || error.code === 'unavailable') return 'waits'
    const lacksCredit = error.code === 'insufficient_balance'
    if (lacksCredit && (await hasActiveRuns(client, account))) return 'waits'
    await skip(lacksCredit ? creditDetail : error.message)
  }
  return 'ended'
}

export const retryBatch: Batch = async (parts, bulk, size) => {
  const { pool, now } = parts
  const notifications: (() => void)[] = []
  const batchOutcome = await inTransaction(pool, async (client): Promise<BatchOutcome> => {
    const locked = await lockBulk(client, bulk)
    if (!locked) return 'waits'
    const places = await openPlaces(client, bulk, locked)
    if (places === 'held') {
      await endBulk(client, bulk, { status: 'held', detail: 'Left alone, because the trial failed.', at: now() })
      return 'ended'
    }
    const items = await waitingItems(client, bulk, Math.max(1, Math.min(size, places)))
    if (items.length === 0) {
      await endBulk(client, bulk, { status: 'done', detail: null, at: now() })
      return 'ended'
    }
    if (places === 0) return 'waits'
    for (const item of items) {
      const outcome = await retryItem(parts, client, { bulk, item, from: locked.retryFrom, notifications })
      if (outcome === 'waits') return 'waits'
    }
    return 'moving'
  })
  for (const notify of notifications) notify()
  return batchOutcome
}

/** Two processes may cancel the same run: the second finds it cancelled. */
async function cancelItem({ pool, control }: BatchParts, bulk: BulkId, item: BulkItem): Promise<void> {
  try {
    await control.cancel(bulk.account, item.run)
    await endItem(pool, bulk, item, { status: 'done' })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const status = await statusOfRun(pool, bulk.account, item.run)
    if (status === 'cancelled') await endItem(pool, bulk, item, { status: 'done' })
    else
      await endItem(pool, bulk, item, {
        status: 'skipped',
        detail: status === null ? deletedDetail : 'Already ended.',
      })
  }
}

export const cancelBatch: Batch = async (parts, bulk, size) => {
  const { pool, now } = parts
  const items = await waitingItems(pool, bulk, size)
  for (const item of items) await cancelItem(parts, bulk, item)
  if (items.length > 0) return 'moving'
  return inTransaction(pool, async (client) => {
    if (!(await lockBulk(client, bulk))) return 'waits'
    await endBulk(client, bulk, { status: 'done', detail: null, at: now() })
    return 'ended'
  })
}
