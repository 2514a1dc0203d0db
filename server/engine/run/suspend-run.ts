/** A run goes to sleep: whatever comes from now on makes its next segment, in any process. */
import type pg from 'pg'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { DrivenRun } from '#server/store/engine/engine-run.ts'
import { arrivalsOf, holdRun, nextSegment, type Arrival } from '#server/store/engine/engine-wait.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

interface Parking {
  /** Steps that are ready and not begun: it goes on at once, elsewhere. */
  hasLeft: boolean
  /** When a step wakes by itself, after so many milliseconds. */
  wakeAfterMs: number | null
  /** Whether what has come in the meantime keeps it awake. */
  looks: boolean
}

/** What came in the meantime, so that it stays awake. */
interface Parked {
  arrivals: readonly Arrival[]
  /** Somebody cancels it, and may have said so to a process that was just laying it down. */
  isCancelling: boolean
}

const asleep: Parked = { arrivals: [], isCancelling: false }

/** Nothing has come where it sleeps, or was not ours any more. */
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

/** A run that may not begin beside others of its kind comes again after so long: a step is over sooner, mostly. */
const asideMs = 2_000

/** Leaves a run as it stands, and lets it come again in a while, here or elsewhere. */
export const setAside = (
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  { account, id, lease }: DrivenRun,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await holdRun(client, account, id, lease))) return
    const segment = await nextSegment(client, account, id, 'queued')
    await queue.enqueue(client, { account, run: id, segment }, asideMs / 1000)
  })
