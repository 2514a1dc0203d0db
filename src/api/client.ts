/**
 * The only place that fetches. What goes out and what comes back follows from the endpoint's entry in the contract.
 * A file of the kernel: the one type assertion says that an answer, once read by the dialect, has the contract's type.
 */
import { urlOf, type AnyEndpoint, type Answer, type Input } from '#contract/kernel.ts'
import { reportClock } from './clock.ts'
import { baseUrl } from './connection.ts'
import { readAnswer } from './dialect.ts'
import { ApiError, readError, readRetryAfter, type ErrorFacts } from './errors.ts'
import { reportAnswer } from './reachability.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Makes a repeated write safe; the same for every attempt of one intention. */
  idempotencyKey?: string | undefined
  /** The version (ETag) that a write expects. */
  ifMatch?: string | undefined
}

/** A person waits no longer than this for a page. */
const timeoutMs = 30_000
/** Files of many megabytes over a slow line, a sample workspace on a busy machine. */
const longTimeoutMs = 180_000
/** Answers of what stands before a service that is down. */
const gatewayStatuses = new Set([502, 503, 504])

const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError'
const isTimeout = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'TimeoutError'

function headersOf(endpoint: AnyEndpoint, hasBody: boolean, options: CallOptions): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (hasBody) headers.set('content-type', 'application/json')
  if (options.idempotencyKey !== undefined && endpoint.method === 'POST')
    headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  return headers
}

interface Sent {
  answer: Response
  facts: Pick<ErrorFacts, 'method' | 'path' | 'tookMs' | 'at'>
}

const bodyOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined

async function send<E extends AnyEndpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<Sent> {
  const path = urlOf(endpoint, input)
  const body = endpoint.body === null ? undefined : bodyOf(input)
  const limit = AbortSignal.timeout(endpoint.isLong ? longTimeoutMs : timeoutMs)
  const started = performance.now()
  const facts = () => ({
    method: endpoint.method,
    path,
    tookMs: Math.round(performance.now() - started),
    at: new Date().toISOString(),
  })
  try {
    const answer = await fetch(`${await baseUrl()}${path}`, {
      method: endpoint.method,
      headers: headersOf(endpoint, body !== undefined, options),
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    reportAnswer(!gatewayStatuses.has(answer.status))
    reportClock(answer.headers.get('date'))
    return { answer, facts: facts() }
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noAnswer(problem, facts())
  }
}

function noAnswer(problem: unknown, facts: Sent['facts']): ApiError {
  const late = isTimeout(problem)
  reportAnswer(false)
  return new ApiError({
    ...facts,
    status: 0,
    code: late ? 'timeout' : 'unreachable',
    detail: late ? 'The service did not answer in time.' : 'The service cannot be reached.',
    fieldErrors: {},
    requestId: null,
    retryAfter: null,
    current: undefined,
    body: undefined,
  })
}

/** The body as text; a line that breaks in the middle of an answer is no answer. */
async function textOf(sent: Sent): Promise<string> {
  try {
    return await sent.answer.text()
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noAnswer(problem, sent.facts)
  }
}

async function refuse(sent: Sent, raw?: string): Promise<ApiError> {
  const { answer, facts } = sent
  const words = readError(answer.status, answer.headers.get('content-type') ?? '', raw ?? (await textOf(sent)))
  return new ApiError({
    ...facts,
    ...words,
    status: answer.status,
    requestId: words.requestId ?? answer.headers.get('x-request-id'),
    retryAfter: readRetryAfter(answer.headers.get('retry-after'), Date.now()),
  })
}

const saysFailure = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'success' in json && json.success === false

/**
 * Calls an endpoint. Resolves with its answer in the shape of the contract; null where it has none.
 * Rejects with ApiError; with the browser's AbortError where `signal` was aborted.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const sent = await send(endpoint, input, options)
  if (!sent.answer.ok) throw await refuse(sent)
  const raw = await textOf(sent)
  let json: unknown = null
  if (raw !== '' && endpoint.returns !== null) {
    try {
      json = JSON.parse(raw)
    } catch {
      throw new ApiError({
        ...sent.facts,
        status: sent.answer.status,
        code: 'not_json',
        detail: 'The answer is not JSON: at this address is something other than the service.',
        fieldErrors: {},
        requestId: sent.answer.headers.get('x-request-id'),
        retryAfter: null,
        current: undefined,
        body: undefined,
      })
    }
  }
  if (saysFailure(json)) throw await refuse(sent, raw)
  return readAnswer(endpoint, json) as Answer<E>
}

/** The name in a Content-Disposition header, without any path; null where there is none. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null
  const star = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header)
  let name = plain?.[1] ?? plain?.[2] ?? ''
  if (star !== undefined) {
    try {
      name = decodeURIComponent(star.trim())
    } catch {
      // A badly encoded name: the plain one stands.
    }
  }
  const last = name.trim().split(/[/\\]/).pop() ?? ''
  return last === '' ? null : last
}

/** Fetches an endpoint's answer as a file, byte for byte. `filename` is null where the service names none. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<{ blob: Blob; filename: string | null }> {
  const sent = await send(endpoint, input, options)
  if (!sent.answer.ok) throw await refuse(sent)
  try {
    return { blob: await sent.answer.blob(), filename: fileNameOf(sent.answer.headers.get('content-disposition')) }
  } catch (problem) {
    if (isAbort(problem)) throw problem
    throw noAnswer(problem, sent.facts)
  }
}
