/** Creates the ApiError for each failure of a request. */
import { pathNames, type AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { missingPartMeaning } from '#lib/chunk-load-error.ts'
import { ApiError, readError, readRetryAfter, type ErrorFacts } from '#api/errors.ts'
import { reportAnswer } from '#api/connection/reachability.ts'
import type { NoAnswer } from './read-bytes.ts'
import { isReference } from '#api/connection/service-kind.ts'

/** Facts of a request, whatever its outcome. */
export type RequestFacts = Pick<ErrorFacts, 'method' | 'path' | 'about' | 'tookMs' | 'at'>

const nothingSaid = { fieldErrors: {}, requestId: null, retryAfter: null, current: undefined, body: undefined }

/** The kind of address of an endpoint. */
export function aboutOf({ path }: AnyEndpoint): NonNullable<ErrorFacts['about']> {
  if (pathNames(path).length === 0) return 'endpoint'
  return path.endsWith('}/') ? 'object' : 'part'
}

const isTimeout = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'TimeoutError'

/** No answer, or an incomplete one. */
export function noAnswer(problem: unknown, facts: RequestFacts): ApiError {
  const late = isTimeout(problem)
  const said = late ? 'The service did not respond in time.' : 'The service cannot be reached.'
  // A retry is only safe if the service deduplicates writes by their key.
  const isOpen = facts.method !== 'GET' && isReference() === false
  reportAnswer(false)
  return new ApiError({
    ...facts,
    ...nothingSaid,
    status: 0,
    code: late ? 'timeout' : 'unreachable',
    detail: isOpen ? `${said} Your request may have arrived anyway. Check before you send it again.` : said,
  })
}

/** An answer that reports an error in its body; `raw` = the body. */
export function refused(raw: string, facts: RequestFacts, { status, headers }: Response): ApiError {
  const words = readError(status, headers.get('content-type') ?? '', raw)
  return new ApiError({
    ...facts,
    ...words,
    status,
    requestId: words.requestId ?? headers.get('x-request-id'),
    retryAfter: readRetryAfter(headers.get('retry-after'), Date.now()),
  })
}

const noWords = {
  'not json': {
    code: 'not_json',
    detail: 'The response is not JSON. Check that this is the address of the service.',
  },
  'no list': { code: 'no_list', detail: 'The response contains no list.' },
} as const

/** A body with status 2xx that is not the expected answer. */
export const unreadableAnswer = (
  why: Exclude<NoAnswer['is'], 'failure'>,
  facts: RequestFacts,
  { status, headers }: Response,
): ApiError =>
  new ApiError({ ...facts, ...nothingSaid, ...noWords[why], status, requestId: headers.get('x-request-id') })

/** Error facts if no request was sent, or its answer was not read. */
const unread = (endpoint: AnyEndpoint): Omit<ErrorFacts, 'status' | 'code' | 'detail'> => ({
  ...nothingSaid,
  method: endpoint.method,
  path: endpoint.path,
  about: aboutOf(endpoint),
  tookMs: 0,
  at: new Date().toISOString(),
})

/** The code that reads an answer could not be loaded. */
export const withoutReader = (endpoint: AnyEndpoint): ApiError =>
  new ApiError({ ...unread(endpoint), status: 0, code: 'missing_part', detail: missingPartMeaning })

/** The id in the path is empty, because the id of the row could not be read. */
export const withoutId = (endpoint: AnyEndpoint): ApiError =>
  new ApiError({
    ...unread(endpoint),
    status: 400,
    code: 'no_id',
    detail: 'The service returned no id for this object, so nothing was sent.',
  })
