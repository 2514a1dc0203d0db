/**
 * Writes that may be sent twice (Idempotency-Key): key, request and what was made, for 24 hours. The row is written in the
 * transaction of the write itself, as its last statement, so that after a crash both are there or neither is; the unique
 * key decides between two at once.
 */
import { eq, lt } from 'drizzle-orm'
import { Fault } from '#server/fault.ts'
import { idempotency } from '#server/store/tables/idempotency.ts'
import type { Executor, Scope } from './scope.ts'

/** Hours a key is kept. */
const keptHours = 24

export interface Attempt {
  key: string
  method: string
  path: string
  bodyHash: string
}

export interface Done {
  status: number
  objectId: string | null
}

/** What an earlier request with this key has done; null where there was none. 409 where it was another request. */
export async function earlier(scope: Scope, attempt: Attempt): Promise<Done | null> {
  const { method, path, bodyHash, status, objectId } = idempotency
  const [row] = await scope.select(
    idempotency,
    { method, path, bodyHash, status, objectId },
    eq(idempotency.key, attempt.key),
  )
  if (!row) return null
  if (row.method !== attempt.method || row.path !== attempt.path || row.bodyHash !== attempt.bodyHash)
    throw new Fault('idempotency_conflict', 'This Idempotency-Key was used for another request. Use a new one.')
  return { status: row.status ?? 200, objectId: row.objectId }
}

/** Keeps what was done. 409 where the same key has finished in the meantime: the write is then undone. */
export async function keep(scope: Scope, attempt: Attempt, done: Done, now: Date): Promise<void> {
  const kept = await scope
    .insert(idempotency, [{ ...attempt, status: done.status, objectId: done.objectId, at: now }])
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (kept.length === 0)
    throw new Fault('in_progress', 'The first request with this Idempotency-Key is still running. Ask again.')
}

/** Forgets keys that are older than a day, of all accounts. */
export async function forgetOldKeys(db: Executor, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.at, new Date(now.getTime() - keptHours * 3_600_000)))
}
