/**
 * Writes that may be sent twice (Idempotency-Key): key, request and what was made, for 24 hours. The row is written in the
 * transaction of the write itself, as its last statement, so that after a crash both are there or neither is; the unique
 * key decides between two at once. A write that does something outside, which no transaction takes back, claims its key
 * before it begins: after a crash it is told as cut off, and not done once more.
 */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import { idempotency } from '#server/store/tables/idempotency.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

/** Hours a key is kept. */
const keptHours = 24
/** A write that does something outside has ended by then; one that has not was cut off with its process. */
const longestMs = 10 * 60_000

export interface Attempt {
  key: string
  method: string
  path: string
  bodyHash: string
}

export interface Done {
  status: number
  objectId: string | null
  /** What was answered; null = it is told again from the object. */
  answer: Json
}

/** 409 to the second of two at once. */
export const stillRunning = (): Fault =>
  new Fault('in_progress', 'The first request with this Idempotency-Key is still running. Try again.', {
    headers: { 'retry-after': '1' },
  })

/**
 * What an earlier request with this key has done; null where there was none. 409 where it was another request, is still
 * running, or was cut off.
 */
export async function earlier(scope: Scope, attempt: Attempt, now: Date): Promise<Done | null> {
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
  if (now.getTime() - row.at.getTime() < longestMs) throw stillRunning()
  throw new Fault(
    'idempotency_conflict',
    'The first request with this Idempotency-Key was interrupted, and its outcome is not known. Use a new key to repeat it.',
  )
}

/** Takes the key before anything is done outside. 409 where somebody else has it. */
export async function claim(scope: Scope, attempt: Attempt, now: Date): Promise<void> {
  const taken = await scope
    .insert(idempotency, [{ ...attempt, at: now }])
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (taken.length === 0) throw stillRunning()
}

const claimOf = ({ key }: Attempt) => sql`${and(eq(idempotency.key, key), isNull(idempotency.status))}`

/** Gives a claimed key back: nothing was done. */
export async function giveBack(scope: Scope, attempt: Attempt): Promise<void> {
  await scope.remove(idempotency, claimOf(attempt))
}

/** Keeps what was done under a claimed key. */
export async function keepClaimed(scope: Scope, attempt: Attempt, { status, objectId, answer }: Done): Promise<void> {
  await scope.update(idempotency, { status, objectId, answer }, claimOf(attempt))
}

/** Keeps what was done. 409 where the same key has finished in the meantime: the write is then undone. */
export async function keep(scope: Scope, attempt: Attempt, done: Omit<Done, 'answer'>, now: Date): Promise<void> {
  const kept = await scope
    .insert(idempotency, [{ ...attempt, status: done.status, objectId: done.objectId, at: now }])
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  if (kept.length === 0) throw stillRunning()
}

/** Forgets keys that are older than a day, of all accounts. */
export async function forgetOldKeys(db: Executor, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.at, new Date(now.getTime() - keptHours * 3_600_000)))
}
