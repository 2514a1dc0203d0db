/**
 * Prefetched requests: the first script sends them before the pages are loaded, and the client takes their responses.
 * This file does not import the contract, whose schemas would make that script ten times as long.
 */
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'

/** Time in ms after which a prefetched response is stale. */
const maxAgeMs = 10_000

/** Whether a prefetch at a time (`performance.now()`) is stale. */
export const isStalePrefetch = (at: number): boolean => performance.now() - at > maxAgeMs

/** Timeout of a request, in ms. */
export const timeoutMs = 60_000

const early = new Map<string, { response: Promise<Response>; at: number }>()

/** Prefetches a path of the contract, filled in. A failure is reported to the caller of `takeEarly`. */
export function sendEarly(path: string): Promise<Response> {
  const response = baseUrl().then((base) =>
    fetch(`${base}${path}`, {
      ...requestTo(base),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  response.catch(() => null)
  early.set(path, { response, at: performance.now() })
  return response
}

/** Removes and returns the prefetched response of a path; null if there is none, or it is stale. */
export function takeEarly(path: string): Promise<Response> | null {
  const found = early.get(path)
  early.delete(path)
  return found === undefined || isStalePrefetch(found.at) ? null : found.response
}

/** Drops all prefetched responses: they were requested without the credentials that are now stored. */
export const dropEarly = (): void => early.clear()
