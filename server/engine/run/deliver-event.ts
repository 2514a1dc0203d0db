/** Delivers an event to a waiting step: stores it under the lock of the run, and wakes the run if it is suspended. */
import type pg from 'pg'
import type { Json } from '#lib/json/json.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { findWaiter, storeEvent, lockRun, nextSegment } from '#server/store/engine/engine-wait.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

/** Maximum attempts: if another event reaches the step first, the next waiting step is tried. */
const tries = 5

/** Returns the run that received the event; null if no step is waiting, or other events reached each one first. */
export async function deliverTo(
  { pool, queue }: { pool: pg.Pool; queue: Pick<Queue, 'enqueue'> },
  account: string,
  to: { conversationId: string } | { runId: string },
  event: string,
  payload: Json,
): Promise<string | null> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const waiter = await findWaiter(pool, account, to, event)
    if (!waiter) return null
    const isDown = await inTransaction(pool, async (client) => {
      const run = await lockRun(client, account, waiter.run)
      if (!run || !(await storeEvent(client, account, waiter, payload))) return false
      if (run.status !== 'waiting') return true
      const segment = await nextSegment(client, account, waiter.run, 'queued')
      await queue.enqueue(client, { account, run: waiter.run, segment })
      return true
    })
    if (isDown) return waiter.run
  }
  return null
}
