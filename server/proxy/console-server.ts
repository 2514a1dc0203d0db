/** The console in front of services: serves its files, and forwards everything below `/api` and `/services/`. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault } from '#server/base/fault.ts'
import type { Lifecycle } from '#server/base/lifecycle.ts'
import type { Log } from '#server/base/log.ts'
import type { Request, Answer } from '#server/protocol/request-frame.ts'
import { errorResponse } from '#server/protocol/error-answer.ts'
import { hostCheck } from '#server/protocol/host.ts'
import { readIncoming, requestId } from '#server/protocol/incoming.ts'
import { securityHeaders } from '#server/protocol/security-headers.ts'
import { about } from '#server/base/installation.ts'
import type { Forwarder } from './forward.ts'
import { isMounted } from './target.ts'

/** Health check of the console itself; outside of `/api`, where the service may have its own. */
const healthPath = '/health/live'

export interface ConsoleParts {
  host: string
  publicUrl: URL | null
  files: (request: Request) => Promise<Answer | null>
  forwarder: Forwarder
  lifecycle: Lifecycle
  log: Log
}

/** The page with the API base `/api`, so that it need not request config.json. */
export const withApiBase = (html: string): string =>
  html
    .replace('<meta name="api-base" content=""', '<meta name="api-base" content="/api"')
    .replace(/\s*<link rel="preload" href="\/config\.json"[^>]*>/, '')

function health({ state }: Lifecycle): Answer {
  const status = state === 'serving' ? 'ok' : state
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status: 200, body: JSON.stringify({ status, version: about.version }), headers }
}

/** Creates the request listener. */
export function makeConsoleListener({
  host,
  publicUrl,
  files,
  forwarder,
  lifecycle,
  log,
}: ConsoleParts): RequestListener {
  const checkHost = hostCheck(host, publicUrl)
  const always = securityHeaders(publicUrl?.protocol === 'https:')

  const write = (request: Request, response: ServerResponse, answer: Answer): number => {
    const { status, body, headers } = answer
    const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : null
    const length = bytes === null ? {} : { 'content-length': bytes.byteLength }
    response.writeHead(status, { ...always, ...headers, ...length, 'x-request-id': request.id })
    response.end(request.incoming.method === 'HEAD' ? undefined : bytes)
    return status
  }

  const answer = async (request: Request, response: ServerResponse): Promise<number> => {
    const { incoming } = request
    checkHost(incoming)
    if (incoming.path === healthPath) return write(request, response, health(lifecycle))
    if (isMounted(incoming.path) || incoming.path.startsWith('/services/')) return forwarder.forward(request, response)
    const file = await files(request)
    if (file) return write(request, response, file)
    throw new Fault('not_found', 'Nothing exists at this path.')
  }

  /** Logs an error, and sends it unless a response was started. */
  const fail = (error: unknown, request: Request, response: ServerResponse): number => {
    const fault =
      error instanceof Fault
        ? error
        : new Fault('internal', 'Internal error. The log has details under this request id.')
    // A request aborted by the browser is only logged for debugging.
    const level = fault !== error ? 'error' : fault.code.startsWith('upstream') && !response.closed ? 'warn' : 'debug'
    log[level]('request failed', { request_id: request.id, error: fault === error ? fault.message : error })
    if (!response.headersSent) return write(request, response, errorResponse(fault, request.incoming, request.id))
    // Closes the connection, so that the incomplete response does not look complete.
    response.destroy()
    return response.statusCode
  }

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now()
    const endRequest = lifecycle.enter()
    const incoming = readIncoming(message)
    const request = { incoming, id: requestId(incoming) }
    let status: number
    try {
      status = await answer(request, response)
    } catch (error) {
      status = fail(error, request, response)
    } finally {
      endRequest()
    }
    // Never the query string: it may contain names and addresses.
    const { method, path } = incoming
    const ms = Math.round((performance.now() - started) * 100) / 100
    log.info('request', { request_id: request.id, method, path, status, ms })
  }
  return (message, response) => void serve(message, response)
}
