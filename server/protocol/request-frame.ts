/** Common handling of all requests: request id, Host, readiness, errors, headers, log, metrics. */
import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Fault } from '#server/base/fault.ts'
import type { Services } from './services.ts'
import { asFault, errorResponse } from './error-answer.ts'
import { hostCheck } from './host.ts'
import { readIncoming, requestId, type Incoming } from './incoming.ts'
import { securityHeaders } from './security-headers.ts'

/** A response before it is converted to a Response. */
export interface Answer {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
  headers: Record<string, string>
  cookies?: string[]
}

export interface Request {
  incoming: Incoming
  id: string
}

/** Endpoints that also respond while the service starts or stops. */
const alwaysAnswered = new Set(['service.live', 'service.ready'])

type Work = (request: Request) => Promise<Answer> | Answer

export function makeRequestFrame(services: Services) {
  const { config, lifecycle, log, metrics } = services
  const checkHost = hostCheck(config.host, config.publicUrl)
  const always = securityHeaders(config.publicUrl?.protocol === 'https:')

  const answerOf = async (request: Request, endpoint: AnyEndpoint | null, work: Work): Promise<Answer> => {
    checkHost(request.incoming)
    if (lifecycle.state !== 'serving' && !alwaysAnswered.has(endpoint?.id ?? ''))
      throw new Fault('unavailable', `The service is ${lifecycle.state}. Try again in a moment.`, {
        headers: { 'retry-after': '1' },
      })
    return work(request)
  }

  return async (message: IncomingMessage, endpoint: AnyEndpoint | null, work: Work): Promise<Response> => {
    const started = performance.now()
    const endRequest = lifecycle.enter()
    const incoming = readIncoming(message)
    const request = { incoming, id: requestId(incoming) }
    let answer: Answer
    try {
      answer = await answerOf(request, endpoint, work)
    } catch (error) {
      const fault = asFault(error)
      if (fault !== error)
        log[fault.code === 'internal' ? 'error' : 'warn']('request failed', { error, request_id: request.id })
      answer = errorResponse(fault, incoming, request.id)
    } finally {
      endRequest()
    }
    const seconds = (performance.now() - started) / 1000
    metrics.count(endpoint?.id ?? 'other', answer.status, seconds)
    log.info('request', {
      request_id: request.id,
      method: incoming.method,
      // Never the query string: it may contain names and addresses.
      path: incoming.path,
      status: answer.status,
      ms: Math.round(seconds * 1e5) / 100,
    })
    const all = Object.entries({ ...always, ...answer.headers, 'x-request-id': request.id })
    // An empty value removes a default header.
    return respond(answer, Object.fromEntries(all.filter(([, value]) => value !== '')))
  }
}

function respond({ status, body, cookies }: Answer, headers: Record<string, string>): Response {
  if (!cookies || cookies.length === 0) return new Response(body, { status, headers })
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return new Response(body, { status, headers: all })
}
