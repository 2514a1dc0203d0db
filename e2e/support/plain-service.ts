/**
 * A plain service behind the console's real proxy, whose answers a test delays, aborts or writes itself: simulates
 * networks and gateways.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startService } from '#scripts/service.mjs'

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The service without the console. */
export interface PlainStub {
  /** Origin, without a trailing slash. */
  origin: string
  /** "GET /flow/" for each request that arrived, without its query. */
  requests: string[]
  /** Names of its flows; a test may change them. */
  flows: string[]
  /** Replaces the usual answers to "GET /flow/" for this many requests. */
  respondTo: (what: string, handler: RequestHandler, times?: number) => void
  /** Allows pages of another origin by CORS. */
  allow: (origin: string) => void
  /** Restores the usual answers and initial flows. */
  reset: () => void
  stop: () => Promise<void>
}

export interface PlainService extends PlainStub {
  /** URL of the console. */
  url: string
}

/** A flow in the list; its id is `flw_` and its position from 1. */
export const flowOf = (name: string, index: number) => ({
  id: `flw_${index + 1}`,
  name,
  description: '',
  status: 'draft',
  version: 1,
  tags: [],
  node_count: 0,
  edge_count: 0,
  trigger_types: [],
  tools: [],
  channels: [],
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  cost_last_30_days: '0.000000',
  currency: 'EUR',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  created_by: null,
})

/** The flows as JSON, in one page. */
export const flowPage = (names: readonly string[]): string =>
  JSON.stringify({ count: names.length, next: null, previous: null, results: names.map(flowOf) })

export const asJson = { 'content-type': 'application/json' }

export const plainMe = {
  person: { id: 'usr_1', name: 'Olga Owner', email: 'owner@example.com' },
  account: { id: 'acc_1', name: 'Example', currency: 'EUR', sample: false },
  role: 'owner',
  scopes: ['read', 'write'],
  extensions: [],
  service: { name: 'plain', version: '1' },
}

const defaultHandler =
  (flows: string[]): RequestHandler =>
  (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path === '/me/') response.writeHead(200, asJson).end(JSON.stringify(plainMe))
    else if (path === '/flow/' && request.method === 'GET') {
      response.writeHead(200, asJson).end(flowPage(flows))
    } else if (path === '/flow/' && request.method === 'POST') {
      void text(request).then((body) => {
        const created: { name: string } = JSON.parse(body)
        flows.push(created.name)
        response.writeHead(201, asJson).end(JSON.stringify(flowOf(created.name, flows.length - 1)))
      })
    } else response.writeHead(404, asJson).end('{"detail":"Not found."}')
  }

const initialFlows = ['Night desk', 'Day desk']

const corsOf = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match',
  'access-control-expose-headers': 'Content-Disposition, Date, ETag, Link, Location, Retry-After, X-Request-ID',
})

/** Starts only the service. `names` = its initial flows. */
export async function startPlainStub(names: readonly string[] = initialFlows): Promise<PlainStub> {
  const flows = [...names]
  const requests: string[] = []
  const overrides = new Map<string, { handler: RequestHandler; left: number }>()
  let allowed: string | null = null
  const server = createServer((request, response) => {
    const what = `${request.method} ${(request.url ?? '').split('?')[0]}`
    requests.push(what)
    if (allowed !== null) for (const [name, value] of Object.entries(corsOf(allowed))) response.setHeader(name, value)
    const other = overrides.get(what)
    if (allowed !== null && request.method === 'OPTIONS') response.writeHead(204).end()
    else if (other !== undefined && other.left > 0) {
      other.left -= 1
      other.handler(request, response)
    } else defaultHandler(flows)(request, response)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    flows,
    respondTo: (what, handler, times = Infinity) => void overrides.set(what, { handler, left: times }),
    allow: (origin) => (allowed = origin),
    reset: () => {
      overrides.clear()
      requests.length = 0
      flows.splice(0, flows.length, ...names)
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Starts the service and the console in front of it. */
export async function startPlainService(): Promise<PlainService> {
  const stub = await startPlainStub()
  const front = await startService({ env: { API_BASE_URL: stub.origin } })
  return { ...stub, url: front.url, stop: () => front.remove().then(stub.stop) }
}
