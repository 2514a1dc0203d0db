/** Suspends a run: its next event starts a new segment, in any process. */
import type pg from 'pg'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { DrivenRun } from '#server/store/engine/engine-run.ts'
import { arrivalsOf, lockOwnedRun, nextSegment, type Arrival } from '#server/store/engine/engine-wait.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

interface SuspendOptions {
  /** True if ready steps were not started: the run is queued immediately, for another process. */
  hasUnstartedSteps: boolean
  /** Time in ms until the first timer is due; null = no timer. */
  wakeAfterMs: number | null
  /** Whether events that arrived in the meantime cancel the suspension. */
  checksEvents: boolean
}

/** Result of a suspension: events that arrived in the meantime and cancel it, if any. */
interface SuspendResult {
  arrivals: readonly Arrival[]
  /** A cancellation arrived, possibly while this process was suspending the run. */
  isCancelling: boolean
}

const suspended: SuspendResult = { arrivals: [], isCancelling: false }

/**
 * Suspends the run unless events or a cancellation have arrived. Also returns `suspended` if this process no longer owns
 * the run.
 */
export const suspendRun = (
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  { account, id, lease }: DrivenRun,
  { hasUnstartedSteps, wakeAfterMs, checksEvents }: SuspendOptions,
): Promise<SuspendResult> =>
  inTransaction(pool, async (client) => {
    const locked = await lockOwnedRun(client, account, id, lease)
    if (!locked) return suspended
    if (locked.isCancelling && !hasUnstartedSteps) return { arrivals: [], isCancelling: true }
    const arrivals = checksEvents ? await arrivalsOf(client, account, id) : []
    if (arrivals.length > 0) return { arrivals, isCancelling: false }
    const segment = await nextSegment(client, account, id, hasUnstartedSteps ? 'queued' : 'waiting')
    const job = { account, run: id, segment }
    if (hasUnstartedSteps) await queue.enqueue(client, job)
    else if (wakeAfterMs !== null) await queue.enqueue(client, job, Math.max(0, wakeAfterMs / 1000))
    return suspended
  })

/** Delay in ms before a run that waits for the suspect lane is retried. Most steps take less time. */
const requeueDelayMs = 2_000

/** Returns a run to the queue unchanged, with a delay. */
export const requeueRun = (
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  { account, id, lease }: DrivenRun,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await lockOwnedRun(client, account, id, lease))) return
    const segment = await nextSegment(client, account, id, 'queued')
    await queue.enqueue(client, { account, run: id, segment }, requeueDelayMs / 1000)
  })
