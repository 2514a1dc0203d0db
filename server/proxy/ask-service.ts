/** One request to the service: streams the body, and returns the response as soon as its header has arrived. */
import type { Agent as HttpAgent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Fault } from '#server/base/fault.ts'
import type { PhaseTimer } from './wait-limit.ts'

export interface ServiceRequest {
  base: URL
  target: string
  headers: OutgoingHttpHeaders
  /** The browser's request: its method, and its body if `sendsBody`. */
  message: IncomingMessage
  sendsBody: boolean
  maxBodyBytes: number
  clock: PhaseTimer
  /** Aborted when the browser disconnects. */
  clientSignal: AbortSignal
}

/**
 * Maximum size of response headers; Node's default of 16 kB is too small for services with long cookies and policies.
 */
const maxHeaderBytes = 64 * 1024

/**
 * Bytes beyond the limit that are read and discarded, so that the browser sees the response and not a broken
 * connection.
 */
const droppedBytes = 64 * 1024 * 1024

/** 413 for a body that is announced or found to be too large. */
const tooLarge = (limit: number, headers: Record<string, string> = {}) =>
  new Fault('too_large', `The body is larger than ${limit / 1024 / 1024} MB, the limit of this console.`, {
    headers,
  })

/** Rejects a too large Content-Length before anything is forwarded. */
export function checkLength(message: IncomingMessage, limit: number): void {
  const announced = Number(message.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge(limit, announced > limit + droppedBytes ? { connection: 'close' } : {})
}

function sendBody(
  outgoing: ClientRequest,
  { message, maxBodyBytes, clock }: ServiceRequest,
  fail: (error: Error) => void,
) {
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    // Until the connection exists, the connect timeout applies.
    if (clock.current === 'upload' && !outgoing.destroyed) clock.startPhase('upload')
    if (size > maxBodyBytes + droppedBytes) message.destroy()
    else if (size > maxBodyBytes && !outgoing.destroyed) {
      fail(tooLarge(maxBodyBytes))
      outgoing.destroy()
    }
  })
  // A truncated body must never be forwarded as a complete, shorter one.
  message.once('close', () => {
    if (!message.complete) outgoing.destroy()
  })
  message.pipe(outgoing)
  outgoing.once('close', () => {
    message.unpipe(outgoing)
    // The rest is read and discarded, because the next request of the connection follows it.
    message.resume()
  })
}

/**
 * Sends the request and returns the response once its header has arrived. Rejects with Node's errors, ServiceTimeout,
 * or a Fault.
 */
export function sendToService(request: ServiceRequest, agent: HttpAgent): Promise<IncomingMessage> {
  const { base, target, headers, message, sendsBody, clock, clientSignal } = request
  const isTls = base.protocol === 'https:'
  const name = base.hostname.replace(/^\[|\]$/g, '')
  return new Promise((done, fail) => {
    const outgoing = (isTls ? requestHttps : requestHttp)({
      host: name,
      port: base.port === '' ? (isTls ? 443 : 80) : Number(base.port),
      method: message.method,
      path: target,
      headers: { ...headers, host: base.host },
      agent,
      maxHeaderSize: maxHeaderBytes,
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
      ...(isTls ? { rejectUnauthorized: true, servername: isIP(name) ? '' : name } : {}),
    })
    const stop = () => outgoing.destroy()
    clientSignal.addEventListener('abort', stop, { once: true })
    outgoing.once('close', () => clientSignal.removeEventListener('abort', stop))
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      fail(Object.assign(error, { reused: outgoing.reusedSocket })),
    )
    outgoing.once('close', () => fail(new Error('closed before a response')))
    outgoing.once('socket', (socket) => {
      const next = sendsBody ? 'upload' : 'answer'
      clock.startPhase(socket.connecting ? 'connect' : next)
      if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', () => clock.startPhase(next))
    })
    outgoing.once('finish', () => clock.startPhase('answer'))
    outgoing.once('response', (answer) => {
      clock.startPhase('rest')
      done(answer)
    })
    // Upgrades are never requested.
    outgoing.once('upgrade', (_answer, socket) => socket.destroy())
    if (sendsBody) sendBody(outgoing, request, fail)
    else outgoing.end()
  })
}
