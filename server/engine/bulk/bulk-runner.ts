/** Executes bulk actions of runs, in every process that executes runs. */
import type { Log } from '#server/base/log.ts'
import { databaseErrorOf } from '#server/store/db/database-error.ts'
import { endItem, openBulkActions, waitingItems, type BulkId } from '#server/store/engine/engine-bulk.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import { makePeriodicTasks } from '#server/engine/upkeep/periodic-tasks.ts'
import { cancelBatch, retryBatch, type Batch, type BatchOutcome, type BatchParts } from './bulk-batch.ts'

/** Runs per batch: a transaction blocks the embedded database. */
const batchSize = 10
/** Interval in ms at which bulk actions that had to wait are continued. */
const pollMs = 250
/** Interval in ms at which a process without bulk actions looks for those of other processes. */
const idleMs = 2_000

interface Parts extends BatchParts {
  log: Log
  events: EventBus
  executesRuns: boolean
  isStopping(): boolean
}

export interface BulkRunner {
  start: () => void
  /** Looks for open bulk actions at the next poll. */
  wake: () => void
  stop: () => Promise<void>
}

export function makeBulkRunner(parts: Parts): BulkRunner {
  const { pool, log, events } = parts

  /** An error that is not the database's concerns one run, which must not stop the others. */
  const afterError = async (bulk: BulkId, batch: Batch, error: unknown): Promise<BatchOutcome> => {
    log.warn('a batch of a bulk action failed; it is repeated', { bulk: bulk.id, error })
    if (databaseErrorOf(error) !== null) return 'waits'
    const [first] = await waitingItems(pool, bulk, 1)
    if (!first) return 'waits'
    return batch(parts, bulk, 1).catch(async (again: unknown): Promise<BatchOutcome> => {
      log.error('a run of a bulk action was left out', { bulk: bulk.id, run: first.run, error: again })
      await endItem(pool, bulk, first, { status: 'skipped', detail: 'The service had an internal error.' })
      return 'moving'
    })
  }

  let idleUntil = 0
  const work = async () => {
    if (performance.now() < idleUntil) return
    let open = await openBulkActions(pool)
    if (open.length === 0) idleUntil = performance.now() + idleMs
    while (open.length > 0 && !parts.isStopping()) {
      const moving: typeof open = []
      for (const bulk of open) {
        const batch = bulk.action === 'retry' ? retryBatch : cancelBatch
        const outcome = await batch(parts, bulk, batchSize).catch((error: unknown) => afterError(bulk, batch, error))
        if (outcome === 'moving') moving.push(bulk)
        if (outcome !== 'waits') events.publish(bulk.account, { noun: 'run', id: '', change: 'changed' })
      }
      open = moving
    }
  }

  const tasks = makePeriodicTasks(log)
  return {
    start: () => {
      if (parts.executesRuns) tasks.every(pollMs, 'continuing bulk actions', work)
    },
    wake: () => {
      idleUntil = 0
    },
    stop: tasks.stop,
  }
}
