/** A console in this process, in front of a plain service whose responses are written by the test. */
import {
  createServer,
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ErrorBody } from '#contract/kernel/error.ts'
import { makeLifecycle } from '#server/base/lifecycle.ts'
import { makeLog } from '#server/base/log.ts'
import { openSocket } from '#server/boot/open-socket.ts'
import { staticFiles } from '#server/protocol/static-files.ts'
import type { ServiceEntry } from '#server/base/services-file.ts'
import { makeForwarder, type Forwarder, type ForwardOptions } from '#server/proxy/forward.ts'
import { gateOptions, makeServiceMounts } from '#server/proxy/service-mounts.ts'
import { makeConsoleListener } from '#server/proxy/console-server.ts'
import type { Certificate } from '#test/support/certificate.ts'

interface ProxyRequestOptions {
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

interface ProxyResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Unchanged body, without decoding a content-encoding. */
  body: Buffer
  text: string
  error(): ErrorBodyOf
}
type ErrorBodyOf = ReturnType<typeof ErrorBody.parse>

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

/** Starts a service on a free port. */
export async function startPlainServer(
  listener: RequestListener,
  tls?: Certificate,
): Promise<{ origin: string; server: Server; stop: () => Promise<void> }> {
  const server = tls ? createTlsServer({ cert: tls.cert, key: tls.key }, listener) : createServer(listener)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { origin: `${tls ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`, server, stop: () => closeServer(server) }
}

/** Sends a request; resolves to headers and body of the response, and rejects if the body is aborted. */
export async function sendRequest(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: ProxyRequestOptions = {},
): Promise<ProxyResponse> {
  const response = await openResponse(origin, method, path, { headers, ...(body === undefined ? {} : { body }) })
  const bytes = await buffer(response)
  if (!response.complete) throw new Error('The response was aborted.')
  const text = bytes.toString()
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: bytes,
    text,
    error: () => ErrorBody.parse(JSON.parse(text)),
  }
}

/** Sends a request; resolves to the response once its headers have arrived. */
export function openResponse(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: ProxyRequestOptions = {},
) {
  return new Promise<IncomingMessage>((done, fail) => {
    const { hostname, port } = new URL(origin)
    const outgoing = requestHttp({ hostname, port, method, path, headers, agent: false }, done)
    outgoing.once('error', fail)
    outgoing.end(body)
  })
}

/** Sends raw bytes; resolves to everything received. */
export const sendRaw = (origin: string, bytes: string) =>
  new Promise<string>((done, fail) => {
    let text = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.once('close', () => done(text))
    socket.once('error', fail)
  })

const testAgent = { agentName: 'flow-console/test' }

/** Starts a console with a forwarder. */
async function startConsoleWith(
  forwarder: Forwarder,
  publicUrl: URL | null,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const log = makeLog('silent', false)
  const files = await staticFiles('/nowhere')
  const lifecycle = makeLifecycle()
  lifecycle.state = 'serving'
  const listener = makeConsoleListener({ host: '127.0.0.1', publicUrl, files, forwarder, lifecycle, log })
  const { server, url } = await openSocket({ host: '127.0.0.1', port: 0, publicUrl }, log, listener)
  return {
    origin: url,
    stop: async () => {
      await closeServer(server)
      forwarder.close()
    },
  }
}

/** Starts a console in front of `base`. */
export function startConsole(base: string, options: Partial<ForwardOptions> = {}) {
  const publicUrl = options.publicUrl ?? null
  const defaults = { publicUrl, cookies: false, headers: [], ...testAgent }
  return startConsoleWith(makeForwarder({ ...defaults, ...options, base: new URL(base) }), publicUrl)
}

/** Starts a console in front of several services. `maxOpen` = open requests per service. */
export function startServicesConsole(entries: readonly ServiceEntry[], options: { maxOpen?: number } = {}) {
  return startConsoleWith(
    makeServiceMounts(
      entries,
      (entry, prefix) => makeForwarder({ ...gateOptions(entry), ...testAgent, publicUrl: null, prefix }),
      options,
    ),
    null,
  )
}

export interface ProxiedService {
  /** Origin of the console. */
  readonly origin: string
  /** Origin of the service. */
  readonly service: string
  /** Sets the responses of the service until the end of the test. */
  respondWith(listener: RequestListener): void
}

/** A console in front of a service at `<origin>/base`, for the tests of a file. */
export function startBehindConsole(options: Partial<ForwardOptions> = {}): ProxiedService {
  let listener: RequestListener | null = null
  const stops: (() => Promise<void>)[] = []
  const origins = { origin: '', service: '' }
  beforeAll(async () => {
    const service = await startPlainServer((request, response) => {
      if (listener) listener(request, response)
      else response.writeHead(500).end('The test expects no request here.')
    })
    const console = await startConsole(`${service.origin}/base/`, options)
    stops.push(console.stop, service.stop)
    Object.assign(origins, { origin: console.origin, service: service.origin })
  })
  beforeEach(() => {
    listener = null
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return {
    get origin() {
      return origins.origin
    },
    get service() {
      return origins.service
    },
    respondWith(next) {
      listener = next
    },
  }
}
