/**
 * Prefetched requests: the first script sends them before the pages are loaded, and the client takes their answers.
 * This file does not import the contract, whose schemas would make that script ten times as long.
 */
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'

/** Time in ms after which a prefetched answer is stale. */
const keptMs = 10_000

/** Whether a prefetch at a time (`performance.now()`) is stale. */
export const isOld = (at: number): boolean => performance.now() - at > keptMs

/** Timeout of a request, in ms. */
export const timeoutMs = 60_000

const early = new Map<string, { answer: Promise<Response>; at: number }>()

/** Prefetches a path of the contract, filled in. A failure is reported to the caller of `takeEarly`. */
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

/** Removes and returns the prefetched answer of a path; null if there is none, or it is stale. */
export function takeEarly(path: string): Promise<Response> | null {
  const found = early.get(path)
  early.delete(path)
  return found === undefined || isOld(found.at) ? null : found.answer
}
