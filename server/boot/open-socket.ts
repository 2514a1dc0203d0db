/** The HTTP socket, and responses to malformed requests. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { StartError, type Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { malformedResponse, malformedBytes, malformedStatus } from '#server/protocol/malformed-request.ts'

/** Address to listen on, and public origin. */
export type ListenAddress = Pick<Config, 'host' | 'port' | 'publicUrl'>

/** Timeouts, so that an endless header or body does not hold a connection; Node checks them periodically. */
const serverOptions = {
  requestTimeout: 120_000,
  headersTimeout: 20_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  // Node's response to a missing Host has no body; the listener responds instead.
  requireHostHeader: false,
}

/**
 * ms until a connection is closed after an error response. Closing it immediately would reset it while data is still
 * arriving, and lose the response.
 */
const lingerMs = 1_000

/** Listens and returns the address. `requestTimeout`: ms for a whole request. StartError if the port is in use. */
export function openSocket(
  { host, port, publicUrl }: ListenAddress,
  log: Log,
  listener: RequestListener,
  { requestTimeout = serverOptions.requestTimeout } = {},
): Promise<{ server: Server; url: string }> {
  const https = publicUrl?.protocol === 'https:'
  const responses = new WeakMap<Duplex, ServerResponse>()
  const server = createServer({ ...serverOptions, requestTimeout }, (message, response) => {
    const { socket } = message
    const previous = responses.get(socket)
    responses.set(socket, response)
    if (previous === undefined || previous.writableFinished) return listener(message, response)
    // Pipelined request: started when the previous response is sent, so that a connection counts once.
    previous.once('close', () => {
      if (!socket.destroyed) listener(message, response)
    })
  })
  server.on('clientError', (error: Error, socket) => {
    log.debug('broken request', { error: error.message })
    const response = responses.get(socket)
    // In the middle of a response, another one would be read as part of it.
    const isBetweenResponses = response === undefined || !response.headersSent || response.writableFinished
    if (!socket.writable || !isBetweenResponses) return void socket.destroy()
    socket.end(malformedBytes(malformedResponse(malformedStatus(error), https)))
    const closeTimer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(closeTimer))
  })
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartError(`PORT: ${port} is in use. Set another PORT.`) : error),
    )
    server.listen(port, host, () => {
      const address = server.address()
      const listeningPort = typeof address === 'object' && address ? address.port : port
      const name = host.includes(':') ? `[${host}]` : host
      const shown = ['0.0.0.0', '[::]'].includes(name) ? 'localhost' : name
      done({ server, url: `http://${shown}:${listeningPort}` })
    })
  })
}
