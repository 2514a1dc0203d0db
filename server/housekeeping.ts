/** What the service does by itself: forgets old keys of repeated writes, old activity and sessions that have ended. */
import { lt } from 'drizzle-orm'
import type { Services } from './services.ts'
import { forgetOldActivity } from './store/activity.ts'
import { rateLimit, session } from './store/auth-schema.ts'
import { forgetOldKeys } from './store/idempotency.ts'

const everyMs = 3_600_000
/** Not in the first moments, when people wait for the first page. */
const firstMs = 60_000

/** Starts it; the function that comes back ends it. Several processes may do the same at once. */
export function keepHouse({ database: { db }, now, log }: Services): () => void {
  const clean = async () => {
    const time = now()
    await forgetOldKeys(db, time)
    await forgetOldActivity(db, time)
    await db.delete(session).where(lt(session.expiresAt, time))
    await db.delete(rateLimit).where(lt(rateLimit.expire, time.getTime()))
  }
  const run = () => {
    clean().catch((error: unknown) => log.warn('housekeeping failed', { error }))
  }
  const first = setTimeout(run, firstMs).unref()
  const timer = setInterval(run, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
