/** One request to the service: its body streams there, its answer is given as soon as its header is there. */
import type { Agent as HttpAgent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Fault } from '#server/base/fault.ts'
import type { WaitLimit } from './wait-limit.ts'

export interface Question {
  base: URL
  target: string
  headers: OutgoingHttpHeaders
  /** What came from the browser: its method, and its body where `sendsBody`. */
  message: IncomingMessage
  sendsBody: boolean
  maxBodyBytes: number
  clock: WaitLimit
  /** Aborted when the browser is gone. */
  gone: AbortSignal
}

/** Headers of an answer; Node's own 16 kB are few for services with long cookies and policies. */
const maxHeaderBytes = 64 * 1024

/** Bytes beyond the limit that are still taken in, and dropped, so that the browser sees the answer and not a broken connection. */
const droppedBytes = 64 * 1024 * 1024

/** 413 for a body that is announced, or has become, larger than the limit. */
const tooLarge = (limit: number, headers: Record<string, string> = {}) =>
  new Fault('too_large', `The body is larger than ${limit / 1024 / 1024} MB, the limit of this console.`, {
    headers,
  })

/** Refuses an announced length before anything is sent on. */
export function checkLength(message: IncomingMessage, limit: number): void {
  const announced = Number(message.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge(limit, announced > limit + droppedBytes ? { connection: 'close' } : {})
}

function sendBody(outgoing: ClientRequest, { message, maxBodyBytes, clock }: Question, fail: (error: Error) => void) {
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    // Before there is a connection, that is what is waited for.
    if (clock.current === 'upload' && !outgoing.destroyed) clock.wait('upload')
    if (size > maxBodyBytes + droppedBytes) message.destroy()
    else if (size > maxBodyBytes && !outgoing.destroyed) {
      fail(tooLarge(maxBodyBytes))
      outgoing.destroy()
    }
  })
  // A body that is cut off is never sent as a shorter one that is whole.
  message.once('close', () => {
    if (!message.complete) outgoing.destroy()
  })
  message.pipe(outgoing)
  outgoing.once('close', () => {
    message.unpipe(outgoing)
    // What still comes is read without being kept: the next request of the connection stands behind it.
    message.resume()
  })
}

/**
 * Asks, and gives the answer when its header is there. Rejects with what Node says, with Late, or with a Fault.
 */
export function askService(question: Question, agent: HttpAgent): Promise<IncomingMessage> {
  const { base, target, headers, message, sendsBody, clock, gone } = question
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
      // The variable that switches this off for everything in the process does not hold here.
      ...(isTls ? { rejectUnauthorized: true, servername: isIP(name) ? '' : name } : {}),
    })
    const stop = () => outgoing.destroy()
    gone.addEventListener('abort', stop, { once: true })
    outgoing.once('close', () => gone.removeEventListener('abort', stop))
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      fail(Object.assign(error, { reused: outgoing.reusedSocket })),
    )
    outgoing.once('close', () => fail(new Error('closed before a response')))
    outgoing.once('socket', (socket) => {
      const next = sendsBody ? 'upload' : 'answer'
      clock.wait(socket.connecting ? 'connect' : next)
      if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', () => clock.wait(next))
    })
    outgoing.once('finish', () => clock.wait('answer'))
    outgoing.once('response', (answer) => {
      clock.wait('rest')
      done(answer)
    })
    // Nobody asked for another protocol.
    outgoing.once('upgrade', (_answer, socket) => socket.destroy())
    if (sendsBody) sendBody(outgoing, question, fail)
    else outgoing.end()
  })
}
