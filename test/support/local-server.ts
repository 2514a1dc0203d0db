/** Local servers for tests of outgoing requests, and an `Outgoing` that reaches them. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { HttpRequest, Outgoing } from '#server/engine/engine-tools.ts'
import { makeOutgoing, type OutgoingOptions } from '#server/engine/http/outgoing.ts'
import { makeLog } from '#server/base/log.ts'

const log = makeLog('silent', false)
let open: (() => Promise<unknown>)[] = []
/** Closes all servers and connections of the file; call it after each test. */
export async function closeAll(): Promise<void> {
  const all = open.toReversed()
  open = []
  for (const close of all) await close()
}

/** Starts a server on a free port, and returns the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => void server.listen(0, host, done))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => void server.close(done))
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** An HTTP server on a free port; returns the port. */
export const serve = (answer: RequestListener) => listen(createServer({ maxHeaderSize: 1024 * 1024 }, answer))

/** An `Outgoing` that may reach 127.0.0.1 by default. */
export function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const made = makeOutgoing({ allow: ['127.0.0.1'], log, ...options })
  open.push(() => made.close())
  return made
}

export const get = (url: string, overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
  ...overrides,
})

/** The error code of a request, or a text if there is none. */
export async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'an answer'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `no OutgoingError: ${String(error)}`
  }
}

/** The result of a DNS lookup with one address. */
export const both = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 }]
