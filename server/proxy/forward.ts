/** Forwards requests to the service and responses back, both streamed. */
import { Agent as HttpAgent, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#server/base/fault.ts'
import { isRead } from '#server/protocol/incoming.ts'
import type { Request } from '#server/protocol/request-frame.ts'
import { checkOrigin } from '#server/protocol/origin.ts'
import { sendToService, checkLength, type ServiceRequest } from './ask-service.ts'
import { makePhaseTimer, type PhaseTimeouts } from './wait-limit.ts'
import { consoleCookie, serviceCookies } from './cookies.ts'
import { responseHeadersOf, requestHeaders, type ForwardingOptions } from './headers.ts'
import { ServiceTimeout, serviceFault } from './service-failure.ts'
import { consoleLocation, targetOf } from './target.ts'

export interface ForwardOptions extends ForwardingOptions {
  base: URL
  /** Path of the console above `/api`, of one service among several: "/services/support". */
  prefix?: string
  /** Public origin of the console; null = derived from the Host header. */
  publicUrl: URL | null
  /** User agent: name and version of the console, for the service's log. */
  agentName: string
  limits?: ForwardLimits
}

export interface ForwardLimits {
  waits: PhaseTimeouts
  /** Maximum bytes of a body. */
  maxBodyBytes: number
}

const defaultLimits: ForwardLimits = {
  waits: {
    // DNS, connection and TLS handshake; longer usually means a silent firewall.
    connect: 10_000,
    // Between two chunks of the request body: a service that accepts nothing for this long hangs.
    upload: 60_000,
    // Until the response header. The console itself waits up to three minutes for requests known to be slow.
    answer: 190_000,
    // Between two chunks of the response; event streams send more often, or are reopened.
    rest: 300_000,
  },
  // Twice the largest body of the contract (32 MB): the service decides, this only limits what the console forwards.
  maxBodyBytes: 64 * 1024 * 1024,
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Rejects requests that are never forwarded: unusual methods or encodings, WebSockets, reads with a body. */
function checkForwardable(message: IncomingMessage): { sendsBody: boolean } {
  const method = message.method ?? ''
  if (!methods.includes(method))
    throw new Fault('method_not_allowed', `${method} is not forwarded. Use ${methods.join(', ')}.`, {
      headers: { allow: methods.join(', ') },
    })
  if (/\bwebsocket\b/i.test(message.headers.upgrade ?? ''))
    throw new Fault('invalid', 'WebSockets are not forwarded. Use HTTP requests.', { headers: { connection: 'close' } })
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw new Fault('invalid', 'Send the body with Content-Length, or with Transfer-Encoding: chunked.')
  const sendsBody = coding !== undefined || (length !== undefined && length !== '0')
  if (sendsBody && isRead(method)) throw new Fault('invalid', `${method} cannot have a body. Send it without one.`)
  return { sendsBody }
}

/** Error codes of a keep-alive connection that was closed while idle. */
const idleCloseCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

const wasClosedIdle = (error: unknown): boolean =>
  error instanceof Error &&
  'reused' in error &&
  error.reused === true &&
  'code' in error &&
  typeof error.code === 'string' &&
  idleCloseCodes.has(error.code)

/** Request headers for the service; 403 for a write that may come from another page. */
function headersOf(options: ForwardOptions, { incoming, id }: Request, sendsBody: boolean): OutgoingHttpHeaders {
  const { base, publicUrl, cookies, agentName } = options
  const { message, method } = incoming
  const sent = requestHeaders(message, options)
  sent['user-agent'] = agentName
  sent['x-request-id'] = id
  const own = cookies ? serviceCookies(message.headers.cookie ?? null) : null
  if (own !== null) sent['cookie'] = own
  if (!isRead(method)) {
    // Checked even without a cookie: the service may trust the console's machine, and browsers send requests for any
    // page.
    const byBrowser = message.headers['sec-fetch-site'] !== undefined || message.headers.origin !== undefined
    if (own !== null || byBrowser) checkOrigin(incoming, { publicUrl, trustProxy: 0 })
    // Our own page counts as the service's origin, which services with cookies require.
    if (cookies && byBrowser) sent['origin'] = base.origin
    // Framing headers are regenerated, so that both sides agree on the end of the body.
    const length = message.headers['content-length']
    if (length !== undefined) sent['content-length'] = length
    else if (sendsBody) sent['transfer-encoding'] = 'chunked'
    else sent['content-length'] = '0'
  }
  return sent
}

function redirectFault(base: URL, to: URL | null): Fault {
  if (to === null)
    return new Fault('upstream_redirect', `${base.host} redirects to an invalid address. Correct the redirect there.`)
  const place = to.origin === base.origin ? `${to.pathname}, which is outside the base URL` : to.origin
  return new Fault(
    'upstream_redirect',
    `${base.host} redirects to ${place}. The console does not follow, to protect the credentials for ${base.host}. If the service has moved, change API_BASE_URL.`,
  )
}

/** Response headers for the browser; throws if a redirect leads elsewhere. */
function responseHeaders(
  { base, cookies, publicUrl, prefix = '' }: ForwardOptions,
  answer: IncomingMessage,
  target: string,
  id: string,
): OutgoingHttpHeaders {
  const https = publicUrl?.protocol === 'https:'
  const status = answer.statusCode ?? 502
  const headers: OutgoingHttpHeaders = {
    'x-request-id': id,
    ...responseHeadersOf(answer.headersDistinct, status, https),
  }
  const { location } = answer.headers
  if (location !== undefined) {
    const here = consoleLocation(base, target, location)
    if (typeof here === 'string') headers['location'] = prefix + here
    else if (status >= 300 && status < 400) throw redirectFault(base, here)
  }
  const lines = cookies ? (answer.headers['set-cookie'] ?? []) : []
  const kept = lines.flatMap((line) => consoleCookie(line, base, target, { https, prefix }) ?? [])
  if (kept.length > 0) headers['set-cookie'] = kept
  return headers
}

export interface Forwarder {
  /** Forwards the request and returns the status. Throws a Fault, also after a part of the response was sent. */
  forward(request: Request, response: ServerResponse): Promise<number>
  /** Closes idle connections. */
  close(): void
}

export function makeForwarder(options: ForwardOptions): Forwarder {
  const { base, limits = defaultLimits } = options
  const Agent = base.protocol === 'https:' ? HttpsAgent : HttpAgent
  const agent = new Agent({ keepAlive: true })
  // Single-use connections without "Connection: close": a service that is told that this is the last request may close
  // before it has read the body, and its response is lost.
  const singleUseAgent = Object.assign(new Agent({ keepAlive: true }), { keepSocketAlive: () => false })

  /**
   * Writes use a new connection; reads are retried if a keep-alive connection was closed while idle, since they change
   * nothing.
   */
  const send = async (question: ServiceRequest): Promise<IncomingMessage> => {
    if (!isRead(question.message.method ?? '')) return sendToService(question, singleUseAgent)
    try {
      return await sendToService(question, agent)
    } catch (error) {
      if (!wasClosedIdle(error) || question.clientSignal.aborted) throw error
      return sendToService(question, singleUseAgent)
    }
  }

  const forward = async (request: Request, response: ServerResponse): Promise<number> => {
    const { message, method } = request.incoming
    const target = targetOf(base, message.url ?? '/')
    const { sendsBody } = checkForwardable(message)
    const headers = headersOf(options, request, sendsBody)
    checkLength(message, limits.maxBodyBytes)
    const aborter = new AbortController()
    const stop = (why?: ServiceTimeout) => aborter.abort(why)
    response.once('close', () => stop())
    const clock = makePhaseTimer(limits.waits, stop)
    const { maxBodyBytes } = limits
    const question = { base, target, headers, message, sendsBody, maxBodyBytes, clock, clientSignal: aborter.signal }
    try {
      const answer = await send(question)
      const status = answer.statusCode ?? 502
      try {
        response.writeHead(status, responseHeaders(options, answer, target, request.id))
      } catch (error) {
        answer.destroy()
        throw error
      }
      // Sends the header immediately, since the first bytes of a stream may take long.
      response.flushHeaders()
      answer.on('data', () => clock.startPhase('rest'))
      await pipeline(answer, response)
      return status
    } catch (error) {
      throw serviceFault(
        aborter.signal.reason instanceof ServiceTimeout ? aborter.signal.reason : error,
        base,
        !isRead(method),
      )
    } finally {
      // If the response ended before the request body, the rest of the body is discarded.
      stop()
      clock.stop()
    }
  }

  return { forward, close: () => [agent, singleUseAgent].forEach((one) => one.destroy()) }
}
