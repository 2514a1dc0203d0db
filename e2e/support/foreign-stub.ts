/**
 * A service that does not know the contract, and a static web server with the built console: the console without the
 * reference service.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { root } from '#scripts/program.mjs'

/** State that a test changes while it runs. */
export interface ForeignState {
  /** The complete value of the required header; null = none is required. */
  requiredValue: string | null
  /** Name of the required header. */
  header: string
  /** Other origins allowed by CORS; null = none. */
  allowed: string | null
  /** All requests, with method, path and value of the required header. */
  requests: { method: string; path: string; sent: string | undefined }[]
}

export interface Foreign extends ForeignState {
  url: string
  close: () => Promise<void>
}

const flows = [
  { flowId: 0, id: 7, title: 'Night report', state: 'ACTIVE', createdAt: 1_760_000_000 },
  { flowId: 1, id: 8, title: 'Refunds', state: 'draft', createdAt: 1_760_100_000 },
]

/** Bodies by path below /v1; any other path answers 404 with an HTML page. */
function bodyAt(path: string): unknown {
  if (path === '/flow/') return { items: flows, total: flows.length }
  if (path === '/flow/7/') return { ...flows[0], nodes: [{ id: 1, type: 'code', name: 'Start' }], edges: [] }
  if (path === '/flow/7/export/') return { flow: { name: 'Night report', nodes: [], edges: [] } }
  if (path === '/billing/balance/') return { balance: '12.40' }
  return path === '/tool/' || path === '/channel/' || path === '/conversation/' || path === '/billing/runs/' ? [] : null
}

function handleRequest(state: ForeignState, request: IncomingMessage, response: ServerResponse): void {
  const path = new URL(request.url ?? '/', 'http://x').pathname
  const sent = request.headers[state.header]
  const value = Array.isArray(sent) ? sent[0] : sent
  if (state.allowed !== null) {
    response.setHeader('access-control-allow-origin', state.allowed)
    response.setHeader('access-control-allow-headers', `accept, content-type, ${state.header}`)
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(state.allowed === null ? 405 : 204).end()
    return
  }
  state.requests.push({ method: request.method ?? '', path, sent: value })
  const sendJson = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!path.startsWith('/v1/'))
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome')
  else if (state.requiredValue !== null && value !== state.requiredValue) sendJson(401, { message: 'Who are you?' })
  else {
    const body = bodyAt(path.slice('/v1'.length))
    if (body === null) response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><h1>Not found</h1>')
    else sendJson(200, body)
  }
}

const listenOn = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.')
  return `http://127.0.0.1:${address.port}`
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Starts the service; its paths begin at `<url>/v1`. */
export async function startForeign(): Promise<Foreign> {
  const state: ForeignState = { requiredValue: null, header: 'authorization', allowed: null, requests: [] }
  const server = createServer((request, response) => handleRequest(foreign, request, response))
  const foreign: Foreign = Object.assign(state, { url: await listenOn(server), close: () => closeServer(server) })
  return foreign
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Serves the built console as files, with a config.json that names a base URL, and its start page at every other path.
 */
export async function serveFiles(baseUrl: string): Promise<{ url: string; close: () => Promise<void> }> {
  const web = join(root, 'dist/web')
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
    const send = (file: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    if (path === '/config.json') {
      send(path, JSON.stringify({ base_url: baseUrl }))
      return
    }
    readFile(join(web, path)).then(
      (body) => send(path, body),
      async () => send('index.html', await readFile(join(web, 'index.html'))),
    )
  })
  return { url: await listenOn(server), close: () => closeServer(server) }
}
