/** Socket of the service, and responses for requests that reach no handler. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { App } from './app.ts'
import type { Log } from '#server/base/log.ts'
import { openSocket, type ListenAddress } from './open-socket.ts'
import { malformedResponse } from '#server/protocol/malformed-request.ts'
import { securityHeaders } from '#server/protocol/security-headers.ts'

/** Response during the start: programs get 503 with Retry-After, a browser page that reloads automatically. */
function startingAnswer(request: Request): Response {
  const detail = 'The service is starting.'
  const headers = { ...securityHeaders(false), 'retry-after': '1', 'cache-control': 'no-store' }
  if (request.headers.get('accept')?.includes('text/html') === true) {
    const text = { 'content-type': 'text/plain; charset=utf-8', refresh: '1' }
    return new Response(`${detail} This page reloads automatically.`, { status: 503, headers: { ...headers, ...text } })
  }
  const body = { detail, code: 'unavailable', request_id: randomUUID() }
  return Response.json(body, { status: 503, headers })
}

/** A server that responds 503 until the app is ready. StartError if the port is in use. */
export function listen(
  place: ListenAddress,
  log: Log,
  answer: () => App | null,
): Promise<{ server: Server; url: string }> {
  const errorHandler = (error: unknown) => {
    const refused = error instanceof RequestError
    log[refused ? 'debug' : 'error'](refused ? 'broken request' : 'request failed', { error })
    const { status, body, headers } = malformedResponse(refused ? 400 : 500, place.publicUrl?.protocol === 'https:')
    return new Response(body, { status, headers })
  }
  const listener = getRequestListener(
    (request, env) => {
      const app = answer()
      return app ? app.http.fetch(request, env) : startingAnswer(request)
    },
    { errorHandler },
  )
  return openSocket(place, log, (message, response) => void listener(message, response))
}
