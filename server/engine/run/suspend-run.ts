/** Suspends a run: its next event starts a new segment, in any process. */
import type pg from 'pg'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { DrivenRun } from '#server/store/engine/engine-run.ts'
import { arrivalsOf, holdRun, nextSegment, type Arrival } from '#server/store/engine/engine-wait.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

interface Parking {
  /** True if ready steps were not started: the run is queued immediately, for another process. */
  hasLeft: boolean
  /** Time in ms until the first timer is due; null = no timer. */
  wakeAfterMs: number | null
  /** Whether events that arrived in the meantime cancel the suspension. */
  looks: boolean
}

/** Events that arrived in the meantime and cancel the suspension. */
interface Parked {
  arrivals: readonly Arrival[]
  /** A cancellation arrived, possibly while this process was suspending the run. */
  isCancelling: boolean
}

const asleep: Parked = { arrivals: [], isCancelling: false }

/** Suspends the run unless events have arrived. Also returns `asleep` if another process now owns the run. */
export const suspendRun = (
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  { account, id, lease }: DrivenRun,
  { hasLeft, wakeAfterMs, looks }: Parking,
): Promise<Parked> =>
  inTransaction(pool, async (client) => {
    const held = await holdRun(client, account, id, lease)
    if (!held) return asleep
    if (held.isCancelling && !hasLeft) return { arrivals: [], isCancelling: true }
    const arrivals = looks ? await arrivalsOf(client, account, id) : []
    if (arrivals.length > 0) return { arrivals, isCancelling: false }
    const segment = await nextSegment(client, account, id, hasLeft ? 'queued' : 'waiting')
    const job = { account, run: id, segment }
    if (hasLeft) await queue.enqueue(client, job)
    else if (wakeAfterMs !== null) await queue.enqueue(client, job, Math.max(0, wakeAfterMs / 1000))
    return asleep
  })

/** Delay before a run that waits for the suspect lane is retried. Most steps take less time. */
const asideMs = 2_000

/** Returns a run to the queue unchanged, with a delay. */
export const setAside = (
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  { account, id, lease }: DrivenRun,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await holdRun(client, account, id, lease))) return
    const segment = await nextSegment(client, account, id, 'queued')
    await queue.enqueue(client, { account, run: id, segment }, asideMs / 1000)
  })
