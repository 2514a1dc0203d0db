/**
 * A proxy in front of the service with one planted fault, which a suite must find. It changes requests and responses,
 * or delays connections; the service behind it is real.
 */
import {
  createServer as createHttpServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Accounts } from './suite-context.ts'

export interface ProxyRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface ProxyResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface FaultTools extends Accounts {
  /** Sends a request directly to the service. */
  send: (passing: ProxyRequest) => Promise<ProxyResponse>
}

export interface Fault {
  /** A description: "returns another account's object". */
  name: string
  /** Changes the request to the service. */
  request?: (passing: ProxyRequest, tools: FaultTools) => ProxyRequest | Promise<ProxyRequest>
  /** Changes the response to the caller. */
  changeResponse?: (
    upstreamResponse: ProxyResponse,
    proxyRequest: ProxyRequest,
    tools: FaultTools,
  ) => ProxyResponse | Promise<ProxyResponse>
  /** Replaces `chunk` of an open event stream. */
  stream?: (chunk: string, passing: ProxyRequest, tools: FaultTools) => string
  /** Accepts one connection at a time. */
  isSerial?: boolean
}

export interface RunningProxy {
  url: string
  close(): Promise<void>
}

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]),
  )

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((done) => void message.once('close', done))
  return Buffer.concat(chunks)
}

/** Hop-by-hop headers. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])
const endToEndHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? value.split('\n') : value]),
  )

const open = (target: string, { method, path, headers, body }: ProxyRequest): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const upstreamRequest = forward(`${target}${path}`, {
      method,
      headers: { ...endToEndHeaders(headers), 'content-length': body.length },
    })
    upstreamRequest.once('response', done)
    upstreamRequest.once('error', fail)
    upstreamRequest.end(body)
  })

function listening(server: Server): Promise<RunningProxy> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => void server.close(done))
  }
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address: AddressInfo | string | null = server.address()
      if (address === null || typeof address === 'string') return fail(new Error('The proxy has no port.'))
      return done({ url: `http://127.0.0.1:${address.port}`, close })
    })
  })
}

/** Each connection waits for the previous one to close, as in a service without timeouts. */
function turnstile(target: string): Promise<RunningProxy> {
  const { hostname, port } = new URL(target)
  const waiting: Socket[] = []
  let isBusy = false
  const next = () => {
    const socket = waiting.shift()
    isBusy = socket !== undefined
    if (!socket) return
    if (socket.destroyed) {
      next()
      return
    }
    const tunnel = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      tunnel.destroy()
    }
    socket.pipe(tunnel).pipe(socket)
    for (const side of [socket, tunnel]) side.on('error', end)
    tunnel.once('close', end)
    socket.once('close', () => {
      tunnel.destroy()
      next()
    })
  }
  return listening(
    createServer((socket) => {
      socket.on('error', () => {})
      waiting.push(socket)
      if (!isBusy) next()
    }),
  )
}

/** Starts the proxy; `accounts` are those that a fault may confuse. */
export function startFaultyProxy(target: string, accounts: Accounts, fault: Fault): Promise<RunningProxy> {
  if (fault.isSerial === true) return turnstile(target)
  const send = async (passing: ProxyRequest): Promise<ProxyResponse> => {
    const incoming = await open(target, passing)
    return { status: incoming.statusCode ?? 0, headers: flat(incoming.headers), body: await bytesOf(incoming) }
  }
  const tools: FaultTools = { ...accounts, send }
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = message
    const sent: ProxyRequest = { method, path: url, headers: flat(message.headers), body: await bytesOf(message) }
    const passing = (await fault.request?.(sent, tools)) ?? sent
    const incoming = await open(target, passing)
    const headers = flat(incoming.headers)
    const isStream = headers['content-type']?.startsWith('text/event-stream') === true
    if (isStream) {
      response.writeHead(incoming.statusCode ?? 0, endToEndHeaders(headers))
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => void response.write(fault.stream?.(chunk, passing, tools) ?? chunk))
      incoming.once('close', () => response.end())
      incoming.on('error', () => response.destroy())
      response.once('close', () => incoming.destroy())
      return
    }
    const passed = { status: incoming.statusCode ?? 0, headers, body: await bytesOf(incoming) }
    const changed = (await fault.changeResponse?.(passed, passing, tools)) ?? passed
    response.writeHead(changed.status, { ...endToEndHeaders(changed.headers), 'content-length': changed.body.length })
    response.end(method === 'HEAD' ? undefined : changed.body)
  }
  return listening(
    createHttpServer((message, response) => {
      handle(message, response).catch(() => response.destroy())
    }),
  )
}
