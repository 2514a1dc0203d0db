/**
 * Idempotency: keeps writes with an Idempotency-Key from being executed twice, in this process and across processes.
 */
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Reply } from './handler.ts'
import {
  claim,
  releaseClaim,
  stillRunning,
  type WriteAttempt,
  type StoredResult,
} from '#server/store/writes/idempotency.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Request } from './request-frame.ts'
import { headerOf } from './incoming.ts'

/** Longest Idempotency-Key: a UUID has 36 characters. */
const maxKey = 200

/** The key of a request with the identity of the request; null without a key. 400 for an invalid one. */
export function writeAttemptOf(request: Request, endpoint: AnyEndpoint, bodyHash: string): WriteAttempt | null {
  const key = headerOf(request.incoming, 'idempotency-key')
  if (key === null || endpoint.method !== 'POST') return null
  if (key === '' || key.length > maxKey || !/^[\x20-\x7e]+$/.test(key))
    throw new Fault('invalid', `Idempotency-Key: use 1 to ${maxKey} printable ASCII characters.`)
  return { key, method: endpoint.method, path: request.incoming.path, bodyHash }
}

/** Keys of running writes of this process: a second one is refused immediately. */
const running = new Set<string>()

/** 409 if a write with this key is running in this process. */
export async function runOncePerKey<T>(
  caller: Caller,
  attempt: WriteAttempt | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!attempt) return work()
  const name = JSON.stringify([caller.account, attempt.key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}

/** Stored result of a write that cannot be rebuilt. */
export function storableResult({ success }: AnyEndpoint, { object, body }: Reply<unknown>): StoredResult {
  const answer: Json = JSON.parse(JSON.stringify(body ?? null))
  return { status: success, objectId: object?.id ?? null, answer }
}

/** Claims the key, and releases it if nothing was done. */
export async function runClaimed<T>(
  scope: Scope,
  attempt: WriteAttempt | null,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  if (!attempt) return work()
  await claim(scope, attempt, now)
  try {
    return await work()
  } catch (error) {
    // The original error is thrown; a key that cannot be released later counts as interrupted.
    await releaseClaim(scope, attempt).catch(() => undefined)
    throw error
  }
}
