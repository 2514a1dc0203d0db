/**
 * Reads of any service in the list, beside the one of this page: each with the base URL and the credentials of its
 * service, a short timeout, and no effect on what the page knows about its own service.
 */
import { absoluteBase, requestTo } from '#api/connection/credentials.ts'
import { ownBaseUrl, type Connection } from '#api/connection/connection.ts'
import { ApiError } from '#api/errors.ts'
import { errorFromBody } from '#api/request/request-errors.ts'
import { RequestSlots } from './request-slots.ts'

/** Time in ms until a response begins: the other services are shown long before, and this one is read again later. */
const timeoutMs = 8_000
/** Time in ms for its body, which may be large. */
const bodyTimeoutMs = 30_000

export interface ServiceResponse {
  bytes: ArrayBuffer
  etag: string | null
  /** Creates the error for a body that is not a valid response. */
  refusal: (code: string, detail: string) => ApiError
}

const slots = new RequestSlots()

const isSilence = (error: unknown): boolean => error instanceof ApiError && error.status === 0

const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError'

/** Key of a service's data in the query cache: another address is another service. */
export const serviceKey = ({ id, base }: Connection): readonly [string, string, string] => ['service', id, base ?? '']

interface Facts {
  path: string
  started: number
}

const detailsOf = ({ path, started }: Facts) => ({
  method: 'GET',
  path,
  about: 'endpoint' as const,
  durationMs: Math.round(performance.now() - started),
  at: new Date().toISOString(),
})

const noMore = { fieldErrors: {}, requestId: null, retryAfter: null, current: undefined, body: undefined }

function silenceError(problem: unknown, facts: Facts): ApiError {
  const isTimeout = problem instanceof DOMException && problem.name === 'TimeoutError'
  return new ApiError({
    ...detailsOf(facts),
    ...noMore,
    status: 0,
    code: isTimeout ? 'timeout' : 'unreachable',
    detail: isTimeout ? 'The service did not respond in time.' : 'The service cannot be reached.',
  })
}

/** One attempt. The timeout starts with it, not while it waits for a slot. */
async function fetchOnce(
  service: Connection,
  path: string,
  signal: AbortSignal,
  onResponse: () => void,
): Promise<ServiceResponse> {
  const facts = { path, started: performance.now() }
  const limit = new AbortController()
  const end = () => limit.abort(new DOMException('', 'TimeoutError'))
  let timer = setTimeout(end, timeoutMs)
  try {
    const base = absoluteBase(service.base ?? (await ownBaseUrl()))
    const response = await fetch(`${base}${path}`, {
      ...requestTo(base, service.id),
      signal: AbortSignal.any([signal, limit.signal]),
    })
    clearTimeout(timer)
    timer = setTimeout(end, bodyTimeoutMs)
    onResponse()
    const bytes = await response.arrayBuffer()
    if (!response.ok) throw errorFromBody(new TextDecoder().decode(bytes), detailsOf(facts), response)
    const requestId = response.headers.get('x-request-id')
    return {
      bytes,
      etag: response.headers.get('etag'),
      refusal: (code, detail) =>
        new ApiError({ ...detailsOf(facts), ...noMore, requestId, status: response.status, code, detail }),
    }
  } catch (problem) {
    if (problem instanceof ApiError || isAbort(problem)) throw problem
    throw silenceError(problem, facts)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads a path of the contract from a service. Rejects with ApiError (status 0 = no response), or with the browser's
 * AbortError. The page never asks to sign in because of it.
 */
export const readService = (service: Connection, path: string, signal?: AbortSignal): Promise<ServiceResponse> =>
  slots.run(service.id, (slotSignal, onResponse) => fetchOnce(service, path, slotSignal, onResponse), isSilence, signal)
