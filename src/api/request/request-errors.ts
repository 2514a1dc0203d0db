/** Creates the ApiError for each failure of a request. */
import { pathNames, type AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { missingPartMeaning } from '#lib/chunk-load-error.ts'
import { ApiError, readError, readRetryAfter, type ErrorDetails } from '#api/errors.ts'
import { reportReachability } from '#api/connection/reachability.ts'
import type { UnreadableResponse } from './read-bytes.ts'
import { isReference } from '#api/connection/service-kind.ts'

/** Facts of a request, whatever its outcome. */
export type RequestDetails = Pick<ErrorDetails, 'method' | 'path' | 'about' | 'durationMs' | 'at'>

const noErrorDetails = { fieldErrors: {}, requestId: null, retryAfter: null, current: undefined, body: undefined }

/** The kind of address of an endpoint. */
export function aboutOf({ path }: AnyEndpoint): NonNullable<ErrorDetails['about']> {
  if (pathNames(path).length === 0) return 'endpoint'
  return path.endsWith('}/') ? 'object' : 'part'
}

const isTimeout = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'TimeoutError'

/** No answer, or an incomplete one. */
export function noResponseError(problem: unknown, details: RequestDetails): ApiError {
  const isTimedOut = isTimeout(problem)
  const message = isTimedOut ? 'The service did not respond in time.' : 'The service cannot be reached.'
  // A retry is only safe if the service deduplicates writes by their key.
  const isUncertain = details.method !== 'GET' && isReference() === false
  reportReachability(false)
  return new ApiError({
    ...details,
    ...noErrorDetails,
    status: 0,
    code: isTimedOut ? 'timeout' : 'unreachable',
    detail: isUncertain ? `${message} Your request may have arrived anyway. Check before you send it again.` : message,
  })
}

/** An answer that reports an error in its body; `raw` = the body. */
export function errorFromBody(raw: string, details: RequestDetails, { status, headers }: Response): ApiError {
  const text = readError(status, headers.get('content-type') ?? '', raw)
  return new ApiError({
    ...details,
    ...text,
    status,
    requestId: text.requestId ?? headers.get('x-request-id'),
    retryAfter: readRetryAfter(headers.get('retry-after'), Date.now()),
  })
}

const unreadableTexts = {
  'not json': {
    code: 'not_json',
    detail: 'The response is not JSON. Check that this is the address of the service.',
  },
  'no list': { code: 'no_list', detail: 'The response contains no list.' },
} as const

/** A body with status 2xx that is not the expected answer. */
export const unreadableResponseError = (
  reason: Exclude<UnreadableResponse['is'], 'failure'>,
  details: RequestDetails,
  { status, headers }: Response,
): ApiError =>
  new ApiError({
    ...details,
    ...noErrorDetails,
    ...unreadableTexts[reason],
    status,
    requestId: headers.get('x-request-id'),
  })

/** Error facts if no request was sent, or its answer was not read. */
const notSentDetails = (endpoint: AnyEndpoint): Omit<ErrorDetails, 'status' | 'code' | 'detail'> => ({
  ...noErrorDetails,
  method: endpoint.method,
  path: endpoint.path,
  about: aboutOf(endpoint),
  durationMs: 0,
  at: new Date().toISOString(),
})

/** The code that reads an answer could not be loaded. */
export const withoutReader = (endpoint: AnyEndpoint): ApiError =>
  new ApiError({ ...notSentDetails(endpoint), status: 0, code: 'missing_part', detail: missingPartMeaning })

/** The id in the path is empty, because the id of the row could not be read. */
export const withoutId = (endpoint: AnyEndpoint): ApiError =>
  new ApiError({
    ...notSentDetails(endpoint),
    status: 400,
    code: 'no_id',
    detail: 'The service returned no id for this object, so nothing was sent.',
  })
