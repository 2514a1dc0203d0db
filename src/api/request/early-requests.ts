/**
 * Requests that are on their way before the pages that need them: the first script sends them, the client takes them. Kept
 * apart from the contract, whose schemas would make that script ten times as long.
 */
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'

/** Nobody came for it: what it says may be old by now. */
const keptMs = 10_000

/** Whether what was asked for at a time (`performance.now()`) has to be asked for again. */
export const isOld = (at: number): boolean => performance.now() - at > keptMs

/** A person waits no longer than this for a page. */
export const timeoutMs = 60_000

const early = new Map<string, { answer: Promise<Response>; at: number }>()

/** Sends a GET ahead; `path` as in the contract, filled in. Where it fails, whoever takes it is told. */
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

/** What was asked for ahead at a path, once; null where nothing was, or it is old. */
export function takeEarly(path: string): Promise<Response> | null {
  const found = early.get(path)
  early.delete(path)
  return found === undefined || isOld(found.at) ? null : found.answer
}
