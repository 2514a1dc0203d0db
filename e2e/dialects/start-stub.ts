/** A stub as a running HTTP server. */
import { createServer } from 'node:http'
import { headersFor } from './plumbing.ts'
import { Store } from './store.ts'
import { respond, type Stub } from './stub.ts'

export interface Running {
  /** URL with the base path, without a trailing slash. */
  url: string
  store: Store
  /** "PATCH flow/3": all requests, in order. */
  log: string[]
  stop: () => Promise<void>
}

/** Starts a stub on a free port; it requires credentials only with `requiresSignIn`. */
export async function startStub(stub: Stub, { requiresSignIn = false } = {}): Promise<Running> {
  const store = new Store()
  const log: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stub.example')
      const path = url.pathname.slice(stub.base.length).split('/').filter(Boolean)
      const method = request.method ?? 'GET'
      log.push(`${method} ${path.join('/')}${url.search}`)
      const headers = requiresSignIn ? request.headers : { ...request.headers, ...headersFor(stub.signIn) }
      const stubRequest = {
        method,
        path,
        query: url.searchParams,
        search: url.search,
        headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      const isHere = url.pathname.startsWith(`${stub.base}/`)
      const stubResponse = isHere ? respond(stub, stubRequest, store) : { status: 404, body: 'There is nothing here.' }
      const body =
        stubResponse.body === undefined || typeof stubResponse.body === 'string'
          ? stubResponse.body
          : JSON.stringify(stubResponse.body)
      response.writeHead(stubResponse.status, {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...stubResponse.headers,
      })
      response.end(body)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}${stub.base}`, store, log, stop }
}
