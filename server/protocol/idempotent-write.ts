/** What keeps a write with an Idempotency-Key from being done twice, in this process and in all of them. */
import type { AnyEndpoint } from '#contract/kernel/kernel.ts'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Reply } from './handler.ts'
import { claim, giveBack, stillRunning, type Attempt, type Done } from '#server/store/writes/idempotency.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Request } from './request-frame.ts'
import { headerOf } from './incoming.ts'

/** Longest Idempotency-Key: a UUID has 36. */
const maxKey = 200

/** The key of a request and what it stands for; null where it has none. 400 for a key that is none. */
export function writeAttemptOf(request: Request, endpoint: AnyEndpoint, bodyHash: string): Attempt | null {
  const key = headerOf(request.incoming, 'idempotency-key')
  if (key === null || endpoint.method !== 'POST') return null
  if (key === '' || key.length > maxKey || !/^[\x20-\x7e]+$/.test(key))
    throw new Fault('invalid', `Idempotency-Key: use 1 to ${maxKey} plain characters.`)
  return { key, method: endpoint.method, path: request.incoming.path, bodyHash }
}

/** Keys of writes that run in this process: the second is told at once. */
const running = new Set<string>()

/** 409 where a write with this key runs here already. */
export async function runOncePerKey<T>(caller: Caller, attempt: Attempt | null, work: () => Promise<T>): Promise<T> {
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

/** What is kept of a write that cannot be told again. */
export function keptOf({ success }: AnyEndpoint, { object, body }: Reply<unknown>): Done {
  const answer: Json = JSON.parse(JSON.stringify(body ?? null))
  return { status: success, objectId: object?.id ?? null, answer }
}

/** Takes the key, and gives it back where nothing was done. */
export async function claimed<T>(scope: Scope, attempt: Attempt | null, now: Date, work: () => Promise<T>): Promise<T> {
  if (!attempt) return work()
  await claim(scope, attempt, now)
  try {
    return await work()
  } catch (error) {
    // The error that explains goes on; a key that cannot be given back says of itself that it was cut off.
    await giveBack(scope, attempt).catch(() => undefined)
    throw error
  }
}
