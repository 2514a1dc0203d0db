/**
 * A plain HTTP server with terse answers: rows without ids, writes whose answer does not identify the created object.
 */
import { createServer, type ServerResponse } from 'node:http'
import { templateFormat } from '#contract/values/template-format.ts'
import { startService } from '#scripts/service.mjs'

/** The answer to a successful write. */
export type WriteResponse = 'no content' | 'empty' | 'OK' | 'id' | 'no id' | 'location'
export const writeResponses: readonly WriteResponse[] = ['no content', 'empty', 'OK', 'id', 'no id', 'location']

interface Row {
  id: number
  name: string
  created_at: string
  [field: string]: unknown
}

export interface TerseService {
  /** URL of the console. */
  url: string
  /** All rows, by the path of the list: "flow", "billing/runs". */
  rows: Record<string, Row[]>
  /** Whether rows contain their ids. */
  hasIds: boolean
  writeResponse: WriteResponse
  /** The error of refused changes; null = changes are accepted. */
  refusal: string | null
  /** Paths that answer 404: "GET channel". */
  missing: Set<string>
  /** "POST flow" for each write, in order. */
  writes: string[]
  stop: () => Promise<void>
}

const dayOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}T08:00:00Z`

const firstRows = (): TerseService['rows'] => ({
  flow: ['Night desk', 'Order intake', 'Night desk'].map((name, at) => ({
    id: at + 1,
    name,
    status: 'active',
    node_count: at + 3,
    created_at: dayOf(at + 1),
  })),
  tool: ['Look up a parcel', 'Rate of the day'].map((name, at) => ({
    id: at + 1,
    name,
    key: `tool_${at + 1}`,
    category: 'api',
    created_at: dayOf(at + 1),
  })),
  channel: ['Shop chat', 'Orders mailbox'].map((name, at) => ({
    id: at + 1,
    name,
    type: 'email',
    status: at === 0 ? 'connected' : 'error',
    created_at: dayOf(at + 1),
  })),
  conversation: ['Where is my parcel?', 'A wrong invoice'].map((subject, at) => ({
    id: at + 1,
    name: '',
    number: at + 41,
    subject,
    status: 'open',
    contact: { name: `Contact ${at + 1}` },
    created_at: dayOf(at + 1),
  })),
  'billing/runs': [1, 2].map((at) => ({
    id: at,
    name: '',
    flow: { name: 'Night desk' },
    status: 'succeeded',
    cost: '0.010000',
    currency: 'EUR',
    started_at: dayOf(at),
    created_at: dayOf(at),
  })),
})

function send(response: ServerResponse, status: number, body?: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, body === undefined ? headers : { 'content-type': 'application/json', ...headers })
  response.end(body)
}

function sendWritten(response: ServerResponse, writeResponse: WriteResponse, row: Row, path: string): void {
  if (writeResponse === 'no content') send(response, 204)
  else if (writeResponse === 'empty') send(response, 201, '')
  else if (writeResponse === 'OK') send(response, 200, 'OK', { 'content-type': 'text/plain' })
  else if (writeResponse === 'id') send(response, 201, JSON.stringify({ id: row.id }))
  else if (writeResponse === 'no id') send(response, 201, JSON.stringify({ name: row.name, message: 'Created.' }))
  else send(response, 201, undefined, { location: `/v1/${path}/${row.id}/` })
}

const parseBody = (body: string): { name?: string; template?: { flow?: { name?: string } } } => JSON.parse(body)

/** A template with its format name, from which the console concludes that the service accepts converted files. */
const template = (name: string) =>
  JSON.stringify({ format: templateFormat, format_version: '1.0', flow: { name, nodes: [], edges: [] } })

type State = Omit<TerseService, 'url' | 'stop'>

function write(state: State, method: string, path: string, body: string, response: ServerResponse): void {
  state.writes.push(`${method} ${path}`)
  const [noun = '', id = ''] = path.split('/')
  const rows = state.rows[noun] ?? []
  const row = rows.find((one) => String(one.id) === id)
  if (method === 'PATCH' && state.refusal !== null) send(response, 400, JSON.stringify({ name: [state.refusal] }))
  else if (method === 'PATCH' && row !== undefined) {
    row.name = parseBody(body).name ?? row.name
    sendWritten(response, state.writeResponse, row, noun)
  } else if (method === 'DELETE' && row !== undefined) {
    rows.splice(rows.indexOf(row), 1)
    send(response, 204)
  } else if (method === 'POST' && (id === '' || id === 'import')) {
    const { name, template: file } = parseBody(body)
    const next = { id: rows.length + 1, name: name ?? file?.flow?.name ?? '', created_at: new Date().toISOString() }
    const fields = noun === 'tool' ? { key: 'made', category: 'api' } : { status: 'draft', node_count: 0 }
    rows.push({ ...next, ...fields })
    sendWritten(response, state.writeResponse, next, noun)
  } else send(response, 404, '{"error":"Not found"}')
}

function read({ rows, hasIds }: State, path: string, response: ServerResponse): void {
  const list = rows[path]
  const [noun = '', id = '', action] = path.split('/')
  const row = rows[noun]?.find((one) => String(one.id) === id)
  const visibleRow = ({ id: own, ...rest }: Row) => (hasIds ? { id: own, ...rest } : rest)
  if (list !== undefined) send(response, 200, JSON.stringify({ items: list.map(visibleRow), total: list.length }))
  else if (path === 'setup') send(response, 200, '{}')
  else if (path === 'billing/balance') send(response, 200, '{"balance":"12.00","currency":"EUR"}')
  else if (row !== undefined && action === 'export') send(response, 200, template(row.name))
  else if (row !== undefined && action === undefined)
    send(response, 200, JSON.stringify({ ...row, nodes: [], edges: [] }))
  else send(response, 404, '{"error":"Not found"}')
}

/** Starts the service and the console in front of it, on free ports. */
export async function startTerseService(): Promise<TerseService> {
  const state: State = {
    rows: firstRows(),
    hasIds: true,
    writeResponse: 'no content',
    refusal: null,
    missing: new Set(),
    writes: [],
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://terse.example').pathname.replace(/^\/v1\/|\/$/g, '')
    const method = request.method ?? ''
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (state.missing.has(`${method} ${path}`)) send(response, 404, '{"error":"Not found"}')
      else if (method === 'GET') read(state, path, response)
      else write(state, method, path, Buffer.concat(parts).toString('utf8'), response)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const front = await startService({ env: { API_BASE_URL: `http://127.0.0.1:${port}/v1` } })
  const stop = async () => {
    await front.remove()
    await new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  }
  const service: TerseService = Object.assign(state, { url: front.url, stop })
  return service
}
