/** What the service does by itself: forgets old keys of repeated writes, old activity, sessions that have ended, and of runs what is not kept; looks after the tables of the embedded database; tells other sides of channels what they could not be told. */
import { lt } from 'drizzle-orm'
import type { Services } from './services.ts'
import { forgetOldActivity } from './store/activity.ts'
import { rateLimit, session } from './store/auth-schema.ts'
import { forgetOldBulk } from './store/conversation-bulk.ts'
import { failForgotten } from './store/message-person.ts'
import { forgetOldKeys } from './store/idempotency.ts'
import { searchAgain } from './store/search-again.ts'
import { lookAfterTables } from './store/upkeep.ts'
import { forgetOldDeliveries, forgetOldRuns, forgetOldSources, forgetOldStates } from './store/retention.ts'

const everyMs = 3_600_000
/** Not in the first moments, when people wait for the first page. */
const firstMs = 60_000
/** A burst of imports or runs makes a table many times as large within a minute. */
const tablesMs = 10_000

/** Once. Several processes may do the same at once. */
export async function clean({ database: { db }, now, config, channels }: Services): Promise<void> {
  const time = now()
  await forgetOldKeys(db, time)
  await forgetOldActivity(db, time)
  await db.delete(session).where(lt(session.expiresAt, time))
  await db.delete(rateLimit).where(lt(rateLimit.expire, time.getTime()))
  await forgetOldDeliveries(db, time)
  await forgetOldStates(db, time)
  await forgetOldSources(db, time)
  await forgetOldBulk(db, time)
  await failForgotten(db, time)
  await searchAgain(db)
  if (config.runRetentionDays !== null) await forgetOldRuns(db, time, config.runRetentionDays)
  await channels.leaveAgain()
}

/** Starts it; the function that comes back ends it. */
export function keepHouse(services: Services): () => void {
  const run = () => {
    clean(services).catch((error: unknown) => services.log.warn('housekeeping failed', { error }))
  }
  let isLooking = false
  const lookAfter = async () => {
    if (isLooking) return
    isLooking = true
    await lookAfterTables(services.database.pool).catch((error: unknown) =>
      services.log.warn('looking after tables failed', { error }),
    )
    isLooking = false
  }
  const first = setTimeout(run, firstMs).unref()
  const timers = [setInterval(run, everyMs).unref()]
  if (services.database.kind === 'pglite') timers.push(setInterval(() => void lookAfter(), tablesMs).unref())
  return () => {
    clearTimeout(first)
    for (const timer of timers) clearInterval(timer)
  }
}
