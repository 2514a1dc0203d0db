/** HTTP client for all requests made by flows, channels and models. Source: docs/engine.md, "Operating". */
import { isIP } from 'node:net'
import { Agent, request as send, type Dispatcher } from 'undici'
import { OutgoingError, type HttpRequest, type Outgoing } from '#server/engine/engine-tools.ts'
import type { Log } from '#server/base/log.ts'
import { readBytes, readValue } from './body.ts'
import { bareHost, makeConnect, refusal, type ConnectOptions } from './connect.ts'
import { initialRequest, redirectedRequest, type ChainedRequest, type ResponseHead } from './redirect.ts'
import { makeAllowed } from '#server/base/networks.ts'
import { outgoingErrorOf } from './outgoing-errors.ts'

export interface OutgoingOptions extends Omit<ConnectOptions, 'allowed'> {
  /** Allowed non-public addresses and networks (OUTGOING_ALLOW). */
  allow: readonly string[]
  log: Log
}

/**
 * Maximum bytes of a decoded response: it is stored with the step, and each concurrent run may hold one in memory.
 */
const defaultMaxBytes = 4 * 1024 * 1024
/** Maximum total size of response headers. */
const maxHeaderBytes = 64 * 1024
/** Timeout in ms between two chunks of a body. */
const bodyTimeoutMs = 30_000
const maxRedirects = 3
/** Timeout in ms of `fetch`, and for the response headers of any request. */
const fetchTimeoutMs = 600_000
const timeouts = { headersTimeout: fetchTimeoutMs, bodyTimeout: bodyTimeoutMs }
/** Maximum connections per origin, so that a slow origin cannot use up sockets. */
const connectionsPerOrigin = 64

const oneLine = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')

/** Statuses without a body. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304])

/** Combines a timeout with the caller's signal; `done` releases both. */
function withTimeout(ms: number, callerSignal: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort(new OutgoingError('cancelled', 'The request was cancelled.', false))
  const timer = setTimeout(
    () => controller.abort(new OutgoingError('timeout', `No complete response arrived within ${ms} ms.`, true)),
    ms,
  )
  if (callerSignal.aborted) end()
  callerSignal.addEventListener('abort', end, { once: true })
  const done = () => {
    clearTimeout(timer)
    callerSignal.removeEventListener('abort', end)
  }
  return { signal: controller.signal, done }
}

/**
 * Host names for errors and the log. With `shownHost`, redirect targets are not named, since their host names may
 * repeat a secret from the first one.
 */
const hostNamer =
  ({ url }: ChainedRequest, shownHost: string | undefined) =>
  ({ host }: URL): string =>
    shownHost === undefined ? host : host === url.host ? shownHost : 'another host'

/** Follows redirects to the final response, within one time limit. */
async function follow(
  first: ChainedRequest,
  limit: { timeoutMs: number; callerSignal: AbortSignal; shownHost?: string | undefined },
  sendOnce: (request: ChainedRequest, signal: AbortSignal) => Promise<ResponseHead>,
): Promise<ResponseHead> {
  const { signal, done } = withTimeout(limit.timeoutMs, limit.callerSignal)
  const nameOf = hostNamer(first, limit.shownHost)
  try {
    let request = first
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const head = await sendOnce(request, signal)
      const next = redirectedRequest(request, head, nameOf)
      if (!next) return head
      request = next
    }
    throw new OutgoingError(
      'too_many_redirects',
      `${nameOf(first.url)} redirects more than ${maxRedirects} times. Use the final URL.`,
      false,
    )
  } finally {
    done()
  }
}

/** Creates the guarded HTTP client. The origin `trusted` is reachable at any address. */
export function makeOutgoing({ allow, log, ...connecting }: OutgoingOptions): Outgoing {
  const allowed = makeAllowed(allow)
  const agent = new Agent({
    connect: makeConnect({ ...connecting, allowed }),
    connections: connectionsPerOrigin,
    maxHeaderSize: maxHeaderBytes,
    maxResponseSize: defaultMaxBytes,
    allowH2: false,
  })

  async function sendOnce(
    { method, url, headers, body }: ChainedRequest,
    signal: AbortSignal,
    maxBytes: number,
    shown: string | null = null,
  ): Promise<ResponseHead> {
    const host = bareHost(url.hostname)
    const hostName = shown ?? host
    if (url.origin !== connecting.trusted?.origin && isIP(host) !== 0 && !allowed(host))
      throw refusal(host).withHost(hostName)
    const started = performance.now()
    let answer: Dispatcher.ResponseData | null = null
    try {
      const options = { dispatcher: agent, method, headers, body, signal, ...timeouts }
      answer = await send(url, options)
      const status = answer.statusCode
      const entries = Object.entries(answer.headers).map(
        ([name, value]) => [name.toLowerCase(), oneLine(value)] as const,
      )
      const responseHeaders = Object.fromEntries(entries)
      const isEmpty = method === 'HEAD' || emptyStatuses.has(status) || responseHeaders['content-length'] === '0'
      const coding = isEmpty ? '' : (responseHeaders['content-encoding'] ?? '')
      const bytes = await readBytes(answer.body, coding, maxBytes, hostName)
      log.debug('outgoing', { host: shown ?? url.host, method, status, ms: Math.round(performance.now() - started) })
      return { status, headers: responseHeaders, bytes }
    } catch (error) {
      // If reading stops early, body errors have no other listener and would crash the process.
      answer?.body.on('error', () => {}).destroy()
      throw signal.aborted && signal.reason instanceof OutgoingError ? signal.reason : outgoingErrorOf(error, hostName)
    }
  }

  return {
    async request({
      method,
      url,
      headers = {},
      body,
      hasSecretBody,
      timeoutMs,
      signal: callerSignal,
      ...own
    }: HttpRequest) {
      const { maxBytes = defaultMaxBytes, shownHost } = own
      const byteLimit = Math.min(maxBytes, defaultMaxBytes)
      const first = initialRequest(method, url, Object.entries(headers), body ?? null, hasSecretBody)
      const nameOf = hostNamer(first, shownHost)
      const head = await follow(first, { timeoutMs, callerSignal, shownHost }, (request, signal) =>
        sendOnce(request, signal, byteLimit, shownHost === undefined ? null : nameOf(request.url)),
      )
      const { value, problem } = readValue(head.bytes, head.headers['content-type'] ?? '')
      return { status: head.status, headers: head.headers, body: value, problem, bytes: head.bytes.length }
    },
    async fetch(input, init) {
      const fetchRequest = new Request(input, init)
      const body = fetchRequest.body === null ? null : await fetchRequest.text()
      const first = initialRequest(fetchRequest.method, fetchRequest.url, fetchRequest.headers, body)
      const limit = { timeoutMs: fetchTimeoutMs, callerSignal: fetchRequest.signal }
      const { status, headers, bytes } = await follow(first, limit, (request, signal) =>
        sendOnce(request, signal, defaultMaxBytes),
      )
      // The bytes are already decoded.
      const { 'content-encoding': _coding, 'content-length': _length, ...decodedHeaders } = headers
      return new Response(emptyStatuses.has(status) ? null : new Uint8Array(bytes), { status, headers: decodedHeaders })
    },
    close: () => agent.destroy(),
  }
}
