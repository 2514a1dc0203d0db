/** A server at an address of this machine that records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener {
  /** "http://127.0.0.2:…" */
  origin: string
  port: number
  /** Each request as JSON: its URL, headers and body. */
  receivedRequests: string[]
  close(): Promise<void>
}

/** Listens on a free port; `respond` sends the response and gets the request as JSON. */
export async function listenOn(
  host: string,
  respond: (request: IncomingMessage, response: ServerResponse, sent: string) => void,
): Promise<Listener> {
  const receivedRequests: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url, headers } = request
      const sent = JSON.stringify({ url, headers, body: Buffer.concat(chunks).toString() })
      receivedRequests.push(sent)
      respond(request, response, sent)
    })
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, host, done)
  })
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => void server.close(done))
  }
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, receivedRequests, close }
}
