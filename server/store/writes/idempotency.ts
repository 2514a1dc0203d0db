/**
 * Idempotency keys: key, request and created object, for 24 hours. The row is written in the transaction of the write,
 * as its last statement, and is therefore atomic with it; the unique key decides between concurrent requests. A write
 * with external effects, which cannot be rolled back, claims its key before it begins: after a crash it is reported as
 * interrupted, and not repeated.
 */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import { idempotency } from '#server/store/tables/idempotency.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

/** Hours for which a key is kept. */
const retentionHours = 24
/** Maximum duration of a write with external effects; after it, the process is assumed to have died. */
const maxWriteMs = 10 * 60_000

export interface WriteAttempt {
  key: string
  method: string
  path: string
  bodyHash: string
}

export interface StoredResult {
  status: number
  objectId: string | null
  /** The stored response; null = rebuilt from the object. */
  answer: Json
}

/** 409 for the second of two concurrent requests. */
export const stillRunning = (): Fault =>
  new Fault('in_progress', 'The first request with this Idempotency-Key is still running. Try again.', {
    headers: { 'retry-after': '1' },
  })

/**
 * The result of an earlier request with this key; null if there was none. 409 if it was a different request, is still
 * running, or was interrupted.
 */
export async function readEarlierResult(scope: Scope, attempt: WriteAttempt, now: Date): Promise<StoredResult | null> {
  const { method, path, bodyHash, status, objectId, at } = idempotency
  const [row] = await scope.select(
    idempotency,
    { method, path, bodyHash, status, objectId, at, answer: sql<Json>`${idempotency.answer}` },
    eq(idempotency.key, attempt.key),
  )
  if (!row) return null
  if (row.method !== attempt.method || row.path !== attempt.path || row.bodyHash !== attempt.bodyHash)
    throw new Fault('idempotency_conflict', 'This Idempotency-Key was used for another request. Use a new one.')
  if (row.status !== null) return { status: row.status, objectId: row.objectId, answer: row.answer }
  if (now.getTime() - row.at.getTime() < maxWriteMs) throw stillRunning()
  throw new Fault(
    'idempotency_conflict',
    'The first request with this Idempotency-Key was interrupted, and its outcome is unknown. Use a new key to repeat it.',
  )
}

/** Claims the key before any external effect. 409 if it is taken. */
export async function claim(scope: Scope, attempt: WriteAttempt, now: Date): Promise<void> {
  const claimed = await scope
    .insert(idempotency, [{ ...attempt, at: now }])
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (claimed.length === 0) throw stillRunning()
}

const claimOf = ({ key }: WriteAttempt) => sql`${and(eq(idempotency.key, key), isNull(idempotency.status))}`

/** Releases a claimed key, if nothing was done. */
export async function releaseClaim(scope: Scope, attempt: WriteAttempt): Promise<void> {
  await scope.remove(idempotency, claimOf(attempt))
}

/** Stores the result under a claimed key. */
export async function storeClaimedResult(
  scope: Scope,
  attempt: WriteAttempt,
  { status, objectId, answer }: StoredResult,
): Promise<void> {
  await scope.update(idempotency, { status, objectId, answer }, claimOf(attempt))
}

/**
 * Stores the result. 409 if a request with the same key has finished in the meantime: the write is then rolled back.
 */
export async function storeResult(
  scope: Scope,
  attempt: WriteAttempt,
  done: Omit<StoredResult, 'answer'>,
  now: Date,
): Promise<void> {
  const kept = await scope
    .insert(idempotency, [{ ...attempt, status: done.status, objectId: done.objectId, at: now }])
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (kept.length === 0) throw stillRunning()
}

/** Deletes keys older than a day, of all accounts. */
export async function deleteOldIdempotencyKeys(db: Executor, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.at, new Date(now.getTime() - retentionHours * 3_600_000)))
}
