/** The socket of the service, and what is answered where no handler comes to it. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { App } from './app.ts'
import { StartError, type Config } from './config.ts'
import type { Log } from './log.ts'
import { brokenAnswer, brokenBytes, brokenStatus } from './protocol/broken-request.ts'
import { securityHeaders } from './protocol/security-headers.ts'

/** A header or body that never ends must not hold a connection; Node looks at these times only so often. */
const serverOptions = {
  requestTimeout: 120_000,
  headersTimeout: 20_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // Node's own answer to a missing Host has no body; ours comes a step later.
  requireHostHeader: false,
}

/** What is answered before there are handlers: programs are told to come back, a person's page comes back by itself. */
function startingAnswer(request: Request): Response {
  const detail = 'The service is starting.'
  const headers = { ...securityHeaders(false), 'retry-after': '1', 'cache-control': 'no-store' }
  if (request.headers.get('accept')?.includes('text/html') === true) {
    const text = { 'content-type': 'text/plain; charset=utf-8', refresh: '1' }
    return new Response(`${detail} This page opens by itself.`, { status: 503, headers: { ...headers, ...text } })
  }
  const body = { detail, code: 'unavailable', request_id: randomUUID() }
  return Response.json(body, { status: 503, headers })
}

/** A server that answers 503 until there is something behind it. StartError where the port is in use. */
export function listen(
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  log: Log,
  answer: () => App | null,
): Promise<{ server: Server; url: string }> {
  const https = config.publicUrl?.protocol === 'https:'
  const errorHandler = (error: unknown) => {
    const refused = error instanceof RequestError
    log[refused ? 'debug' : 'error'](refused ? 'broken request' : 'request failed', { error })
    const { status, body, headers } = brokenAnswer(refused ? 400 : 500, https)
    return new Response(body, { status, headers })
  }
  const listener = getRequestListener(
    (request, env) => {
      const app = answer()
      return app ? app.http.fetch(request, env) : startingAnswer(request)
    },
    { errorHandler },
  )
  const answering = new WeakMap<Duplex, ServerResponse>()
  const server = createServer(serverOptions, (message, response) => {
    answering.set(message.socket, response)
    void listener(message, response)
  })
  server.on('clientError', (error: Error, socket) => {
    log.debug('broken request', { error: error.message })
    const response = answering.get(socket)
    // In the middle of an answer another one would be read as a part of it.
    const between = response === undefined || !response.headersSent || response.writableFinished
    if (socket.writable && between) socket.end(brokenBytes(brokenAnswer(brokenStatus(error), https)))
    else socket.destroy()
  })
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartError(`PORT: ${config.port} is in use. Set another PORT.`) : error),
    )
    server.listen(config.port, config.host, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : config.port
      const host = config.host.includes(':') ? `[${config.host}]` : config.host
      const shown = ['0.0.0.0', '[::]'].includes(host) ? 'localhost' : host
      done({ server, url: `http://${shown}:${port}` })
    })
  })
}
