/**
 * Requests that are sent before the pages that need them: the first script sends them, the client takes them. In its
 * own file without the contract, whose schemas would make that script ten times as long.
 */
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'

/** A prefetched answer that was not taken in this time may be stale. */
const keptMs = 10_000

/** Whether a prefetch at a time (`performance.now()`) is stale. */
export const isOld = (at: number): boolean => performance.now() - at > keptMs

/** Timeout of a request. */
export const timeoutMs = 60_000

const early = new Map<string, { answer: Promise<Response>; at: number }>()

/** Sends a GET ahead; `path` as in the contract, filled in. A failure is reported to the caller that takes it. */
export function sendEarly(path: string): Promise<Response> {
  const answer = baseUrl().then((base) =>
    fetch(`${base}${path}`, {
      ...requestTo(base),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  answer.catch(() => null)
  early.set(path, { answer, at: performance.now() })
  return answer
}

/** The prefetched answer of a path, once; null if there is none, or it is stale. */
export function takeEarly(path: string): Promise<Response> | null {
  const found = early.get(path)
  early.delete(path)
  return found === undefined || isOld(found.at) ? null : found.answer
}
