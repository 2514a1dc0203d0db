/** Passes a request on to the service and its answer back, both as they stream. */
import { Agent as HttpAgent, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#server/base/fault.ts'
import { isRead } from '#server/protocol/incoming.ts'
import type { Request } from '#server/protocol/request-frame.ts'
import { checkOrigin } from '#server/protocol/origin.ts'
import { askService, checkLength, type Question } from './ask-service.ts'
import { makeWaitLimit, type Waits } from './wait-limit.ts'
import { cookieHere, cookiesThere } from './cookies.ts'
import { headersHere, headersThere, type Passing } from './headers.ts'
import { ServiceTimeout, serviceFault } from './service-failure.ts'
import { locationHere, targetOf } from './target.ts'

export interface ForwardOptions extends Passing {
  base: URL
  /** Origin under which people reach the console; null = by the Host they used. */
  publicUrl: URL | null
  /** Name and version of the console, for the log of the service. */
  agentName: string
  limits?: ForwardLimits
}

export interface ForwardLimits {
  waits: Waits
  /** Bytes of a body. */
  maxBodyBytes: number
}

const usualLimits: ForwardLimits = {
  waits: {
    // Name, connection and TLS handshake; what takes longer is as a rule a firewall that says nothing.
    connect: 10_000,
    // Between two pieces of a body: a service that takes none for so long hangs.
    upload: 60_000,
    // Until the header of an answer. The console itself waits up to three minutes for what it knows to be long.
    answer: 190_000,
    // Between two pieces of an answer; a stream of events says something more often, or is opened anew.
    rest: 300_000,
  },
  // Twice the largest body of the contract (32 MB): the service decides, this only bounds what a console carries.
  maxBodyBytes: 64 * 1024 * 1024,
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses what is never passed on: odd methods, another protocol, reads with a body. */
function checkPlain(message: IncomingMessage): { sendsBody: boolean } {
  const method = message.method ?? ''
  if (!methods.includes(method))
    throw new Fault('method_not_allowed', `${method} is not forwarded. Use ${methods.join(', ')}.`, {
      headers: { allow: methods.join(', ') },
    })
  if (/\bwebsocket\b/i.test(message.headers.upgrade ?? ''))
    throw new Fault('invalid', 'WebSockets are not forwarded.', { headers: { connection: 'close' } })
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw new Fault('invalid', 'Send the body with a content length, or chunked.')
  const sendsBody = coding !== undefined || (length !== undefined && length !== '0')
  if (sendsBody && isRead(method)) throw new Fault('invalid', `${method} cannot have a body.`)
  return { sendsBody }
}

/** Codes of a connection that ended while it waited for its next request. */
const endedIdle = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

const wasIdle = (error: unknown): boolean =>
  error instanceof Error &&
  'reused' in error &&
  error.reused === true &&
  'code' in error &&
  typeof error.code === 'string' &&
  endedIdle.has(error.code)

/** Headers of the request as the service gets it; 403 for a write that may come from another page. */
function headersOf(options: ForwardOptions, { incoming, id }: Request, sendsBody: boolean): OutgoingHttpHeaders {
  const { base, publicUrl, cookies, agentName } = options
  const { message, method } = incoming
  const sent = headersThere(message, options)
  sent['user-agent'] = agentName
  sent['x-request-id'] = id
  const own = cookies ? cookiesThere(message.headers.cookie ?? null) : null
  if (own !== null) sent['cookie'] = own
  if (!isRead(method)) {
    // Also without a cookie: the service may know the machine of the console, and a browser calls for any page.
    const byBrowser = message.headers['sec-fetch-site'] !== undefined || message.headers.origin !== undefined
    if (own !== null || byBrowser) checkOrigin(incoming, { publicUrl, trustProxy: 0 })
    // What was our own page is the service's own origin there: services with cookies ask for it.
    if (cookies && byBrowser) sent['origin'] = base.origin
    // The framing is made anew, so that both sides mean the same end.
    const length = message.headers['content-length']
    if (length !== undefined) sent['content-length'] = length
    else if (sendsBody) sent['transfer-encoding'] = 'chunked'
    else sent['content-length'] = '0'
  }
  return sent
}

function elsewhere(base: URL, to: URL | null): Fault {
  if (to === null) return new Fault('upstream_redirect', `${base.host} redirects to an invalid address.`)
  const place = to.origin === base.origin ? `${to.pathname}, which is outside the base URL` : to.origin
  return new Fault(
    'upstream_redirect',
    `${base.host} redirects to ${place}. The console does not follow, to protect the credentials for ${base.host}. If the service has moved, change API_BASE_URL.`,
  )
}

/** Headers of the answer as the browser gets it; throws where it would be sent to another place. */
function headersBack(
  { base, cookies, publicUrl }: ForwardOptions,
  answer: IncomingMessage,
  target: string,
  id: string,
): OutgoingHttpHeaders {
  const https = publicUrl?.protocol === 'https:'
  const status = answer.statusCode ?? 502
  const headers: OutgoingHttpHeaders = { 'x-request-id': id, ...headersHere(answer.headersDistinct, status, https) }
  const { location } = answer.headers
  if (location !== undefined) {
    const here = locationHere(base, target, location)
    if (typeof here === 'string') headers['location'] = here
    else if (status >= 300 && status < 400) throw elsewhere(base, here)
  }
  const lines = cookies ? (answer.headers['set-cookie'] ?? []) : []
  const kept = lines.flatMap((line) => cookieHere(line, base, target, https) ?? [])
  if (kept.length > 0) headers['set-cookie'] = kept
  return headers
}

export interface Forwarder {
  /** Answers the request; throws a Fault before anything of an answer was sent. Gives the status that was sent. */
  forward(request: Request, response: ServerResponse): Promise<number>
  /** Ends the connections that wait for a next request. */
  close(): void
}

export function makeForwarder(options: ForwardOptions): Forwarder {
  const { base, limits = usualLimits } = options
  const Agent = base.protocol === 'https:' ? HttpsAgent : HttpAgent
  const agent = new Agent({ keepAlive: true })
  // Its connections are used once, without saying so: told that this is the last request, a service may close before it has
  // read the whole body, and its answer is lost.
  const once = Object.assign(new Agent({ keepAlive: true }), { keepSocketAlive: () => false })

  /** Writes go by a connection of their own, reads once more where one ended that had waited: they change nothing. */
  const ask = async (question: Question): Promise<IncomingMessage> => {
    if (!isRead(question.message.method ?? '')) return askService(question, once)
    try {
      return await askService(question, agent)
    } catch (error) {
      if (!wasIdle(error) || question.gone.aborted) throw error
      return askService(question, once)
    }
  }

  const forward = async (request: Request, response: ServerResponse): Promise<number> => {
    const { message, method } = request.incoming
    const target = targetOf(base, message.url ?? '/')
    const { sendsBody } = checkPlain(message)
    const headers = headersOf(options, request, sendsBody)
    checkLength(message, limits.maxBodyBytes)
    const gone = new AbortController()
    const stop = (why?: ServiceTimeout) => gone.abort(why)
    response.once('close', () => stop())
    const clock = makeWaitLimit(limits.waits, stop)
    const { maxBodyBytes } = limits
    const question = { base, target, headers, message, sendsBody, maxBodyBytes, clock, gone: gone.signal }
    try {
      const answer = await ask(question)
      const status = answer.statusCode ?? 502
      try {
        response.writeHead(status, headersBack(options, answer, target, request.id))
      } catch (error) {
        answer.destroy()
        throw error
      }
      // The first bytes of a stream may be far away; that it stands is said at once.
      response.flushHeaders()
      answer.on('data', () => clock.wait('rest'))
      await pipeline(answer, response)
      return status
    } catch (error) {
      throw serviceFault(
        gone.signal.reason instanceof ServiceTimeout ? gone.signal.reason : error,
        base,
        !isRead(method),
      )
    } finally {
      // An answer that came before the end of the body: the rest of it goes nowhere.
      stop()
      clock.stop()
    }
  }

  return { forward, close: () => [agent, once].forEach((one) => one.destroy()) }
}
