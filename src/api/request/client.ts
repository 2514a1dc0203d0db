/** Client for the endpoints of the API. Request and response follow from the endpoint's entry in the contract. */
import {
  type AnyEndpoint,
  type ResponseBody,
  type Input,
  EmptyPathParameterError,
  urlOf,
} from '#contract/kernel/endpoint.ts'
import { isMissingPart } from '#lib/chunk-load-error.ts'
import { reportClock } from '#api/connection/clock.ts'
import { compatibility } from '#api/compatibility.ts'
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'
import { takeEarly, timeoutMs } from './early-requests.ts'
import type { ApiError } from '#api/errors.ts'
import { recordMissingExtension } from '#api/connection/missing-extensions.ts'
import { downloadNameOf, unquoteJson } from './downloaded-file.ts'
import { reportReachability } from '#api/connection/reachability.ts'
import { isList } from '#api/dialect/fields/is-list.ts'
import { asResponseBody, readResponsePage, readResponseText, type UnreadableResponse } from './read-bytes.ts'
import {
  aboutOf,
  noResponseError,
  errorFromBody,
  unreadableResponseError,
  withoutReader,
  type RequestDetails,
  withoutId,
} from './request-errors.ts'
import { isProduct, isReference } from '#api/connection/service-kind.ts'
import { requiresSignIn, markSignedIn, waitForSignIn } from '#api/connection/session-end.ts'

/**
 * The unconverted response of the service, for the raw view. Rejects like `call`; with an Error if it is not JSON.
 */
export async function fetchRawBody<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Promise<unknown> {
  const { bytes } = await callRaw(endpoint, input)
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return json
}

/** Path and query. Throws ApiError if a required id is empty, because the id of the row could not be read. */
function requestAddressOf<E extends AnyEndpoint>(endpoint: E, input: Input<E>): string {
  try {
    return urlOf(endpoint, input)
  } catch (problem) {
    if (!(problem instanceof EmptyPathParameterError)) throw problem
    throw withoutId(endpoint)
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Makes a write safe to repeat; the same for all attempts of one write. */
  idempotencyKey?: string | undefined
  /** The version (ETag) that a write expects. */
  ifMatch?: string | undefined
  /** Accept header of the request; JSON by default. */
  accept?: string | undefined
  /** The body as serialized JSON, in place of `input.body`: large bodies are serialized in a worker. */
  json?: Blob | undefined
}

/** Timeout in ms for files of many megabytes on a slow connection, or a sample workspace on a busy machine. */
const longTimeoutMs = 180_000
/** Statuses of a gateway in front of a service that is down. */
const gatewayStatuses = new Set([502, 503, 504])

const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError'

function headersOf(
  defaults: Record<string, string>,
  endpoint: AnyEndpoint,
  hasBody: boolean,
  options: CallOptions,
): Headers {
  const headers = new Headers(defaults)
  if (hasBody) headers.set('content-type', 'application/json')
  if (options.idempotencyKey !== undefined && endpoint.method === 'POST')
    headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  if (options.accept !== undefined) headers.set('accept', options.accept)
  return headers
}

/** Code for the lists of other services; loaded with the first response that is not in the shape of the contract. */
let foreign: typeof import('#api/lists/foreign-lists.ts') | null = null

interface SentRequest {
  response: Response
  details: RequestDetails
}

const recordOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? { ...input } : {}

const send = async <E extends AnyEndpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<SentRequest> =>
  sendTo(endpoint, requestAddressOf(endpoint, input), options.json ?? recordOf(input)['body'], options)

/** Aborts a request if no response begins in time; once begun, the response may take `longTimeoutMs` more. */
function timeLimit(isLong: boolean): { signal: AbortSignal; onStarted: () => void } {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('', 'TimeoutError'))
  const timer = setTimeout(end, isLong ? longTimeoutMs : timeoutMs)
  const onStarted = () => {
    clearTimeout(timer)
    setTimeout(end, longTimeoutMs)
  }
  return { signal: controller.signal, onStarted }
}

async function sendOnce(
  endpoint: AnyEndpoint,
  path: string,
  requestBody: unknown,
  options: CallOptions,
): Promise<SentRequest> {
  const body = endpoint.body === null ? undefined : requestBody
  const limit = timeLimit(endpoint.isLong)
  const started = performance.now()
  const details = () => ({
    method: endpoint.method,
    path,
    about: aboutOf(endpoint),
    durationMs: Math.round(performance.now() - started),
    at: new Date().toISOString(),
  })
  try {
    const early = endpoint.method === 'GET' ? takeEarly(path) : null
    const base = await baseUrl()
    const defaults = requestTo(base)
    const response = await (early ??
      fetch(`${base}${path}`, {
        ...defaults,
        method: endpoint.method,
        headers: headersOf(defaults.headers, endpoint, body !== undefined, options),
        body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
        signal: options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal,
      }))
    limit.onStarted()
    reportReachability(!gatewayStatuses.has(response.status))
    reportClock(response.headers.get('date'))
    return { response, details: details() }
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noResponseError(problem, details())
  } finally {
    if (endpoint.method !== 'GET') foreign?.forgetLists(endpoint.changes)
  }
}

/**
 * Sends a request and resolves with a response of status 2xx. If the session has ended, waits for the sign-in and sends
 * the request again: the refused one had no effect. Rejects like `call`.
 */
async function sendTo(
  endpoint: AnyEndpoint,
  path: string,
  requestBody: unknown,
  options: CallOptions,
): Promise<SentRequest> {
  for (;;) {
    const sent = await sendOnce(endpoint, path, requestBody, options)
    if (sent.response.ok) {
      if (endpoint.access !== 'anyone') markSignedIn()
      return sent
    }
    const error = await errorOf(sent)
    const isShutOut = endpoint.access !== 'anyone' && requiresSignIn(error)
    if (!isShutOut || !(await waitForSignIn(options.signal))) throw error
  }
}

/** The body as text; a connection that breaks in the body counts as no response. */
async function textOf(sent: SentRequest): Promise<string> {
  try {
    return await sent.response.text()
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noResponseError(problem, sent.details)
  }
}

async function errorOf(sent: SentRequest, raw?: string): Promise<ApiError> {
  const { response, details } = sent
  return errorFromBody(raw ?? (await textOf(sent)), details, response)
}

/** Maximum bytes of a list that is checked on the main thread; 100 rows of the contract are smaller. */
const maxPage = 2_000_000

async function callList<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
): Promise<ResponseBody<E>> {
  const [path = '', query = ''] = requestAddressOf(endpoint, input).split('?')
  let first: RawResponse | null = null
  if (foreign?.isForeignList(path) !== true) {
    first = await callRaw(endpoint, input, options)
    const read =
      (isReference() === false && !isProduct()) || first.bytes.byteLength > maxPage
        ? null
        : await readResponsePage(endpoint, first.bytes)
    if (read?.is === 'answer') {
      compatibility.record(endpoint, read.findings)
      return read.body
    }
    if (read !== null) throw await first.refusal(read)
    foreign ??= await import('#api/lists/foreign-lists.ts')
  }
  const page = await foreign.readForeignList(endpoint, path, recordOf(input), {
    signal: options.signal,
    call,
    // The first request is not repeated if it already had these parameters.
    send: async (params) => {
      const reusable =
        first !== null && sortedParams(params) === sortedParams(new URLSearchParams(query)) ? first : null
      first = null
      return reusable ?? rawOf(await sendTo(endpoint, `${path}?${params.toString()}`, undefined, options))
    },
  })
  return asResponseBody(endpoint, page)
}

const sortedParams = (params: URLSearchParams): string => [...params].map(String).toSorted().join('&')

/** Awaits a response, and records an error that means that the service lacks the extension. */
async function recordMissing<T>(endpoint: AnyEndpoint, response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (problem) {
    recordMissingExtension(endpoint, problem)
    throw isMissingPart(problem) ? withoutReader(endpoint) : problem
  }
}

/**
 * Calls an endpoint. Resolves with its response in the shape of the contract; null if it has none. Rejects with
 * ApiError; with the browser's AbortError if `signal` was aborted.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<ResponseBody<E>> {
  return recordMissing(
    endpoint,
    isList(endpoint) ? callList(endpoint, input, options) : callObject(endpoint, input, options),
  )
}

const callObject = async <E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
): Promise<ResponseBody<E>> => readRaw(endpoint, await callRaw(endpoint, input, options))

/** Reads a response of `callRaw` on the main thread. Resolves and rejects like `call`. */
export async function readRaw<E extends AnyEndpoint>(
  endpoint: E,
  { bytes, location, refusal }: RawResponse,
): Promise<ResponseBody<E>> {
  const read = await readResponseText(endpoint, new TextDecoder().decode(bytes), location)
  if (read.is !== 'answer') throw await refusal(read)
  if (endpoint.returns !== null) compatibility.record(endpoint, read.findings)
  return read.body
}

/** The error for a body with status 2xx that is not a valid response. */
async function refusalOf(sent: SentRequest, read: UnreadableResponse): Promise<ApiError> {
  if (read.is === 'failure') return errorOf(sent, read.raw)
  return unreadableResponseError(read.is, sent.details, sent.response)
}

/** A response whose body the caller reads. */
export interface RawResponse {
  bytes: ArrayBuffer
  /** Null if the service gives no versions. */
  etag: string | null
  /** Location header: the URL of the created object; null if absent. */
  location: string | null
  /** Creates the error for a body that is not a valid response. */
  refusal: (read: UnreadableResponse) => Promise<ApiError>
}

/**
 * Calls an endpoint without reading the body: for large responses that are read off the main thread. Rejects like
 * `call`.
 */
export const callRaw = async <E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<RawResponse> => rawOf(await send(endpoint, input, options))

async function rawOf(sent: SentRequest): Promise<RawResponse> {
  try {
    const bytes = await sent.response.arrayBuffer()
    const { headers } = sent.response
    return {
      bytes,
      etag: headers.get('etag'),
      location: headers.get('location'),
      refusal: (read) => refusalOf(sent, read),
    }
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noResponseError(problem, sent.details)
  }
}

/** Fetches an endpoint's response as a file, byte for byte. `filename` is null if the service gives none. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<{ blob: Blob; filename: string | null }> {
  const sent = await send(endpoint, input, options)
  try {
    return {
      blob: await unquoteJson(await sent.response.blob()),
      filename: downloadNameOf(sent.response.headers.get('content-disposition')),
    }
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noResponseError(problem, sent.details)
  }
}
