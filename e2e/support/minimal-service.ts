/** A plain HTTP server that returns only ids and names. */
import { createServer, type ServerResponse } from 'node:http'
import { startService } from '#scripts/service.mjs'

/** Rows of every list. */
const rows = ['Night desk', 'Order intake', 'A name without end '.repeat(11).trim()].map((name, at) => ({
  id: at + 1,
  name,
}))

const lists = new Set(['flow', 'tool', 'channel', 'conversation', 'billing/runs'])

/** Fields that the service requires for a new tool and that the console does not know. */
const requiredFieldErrors = {
  cost_center: ['This field is required.'],
  owner_team: ['Name the team that answers for it.'],
}

export interface MinimalService {
  /** URL of the console. */
  url: string
  /** "GET flow?limit=25": all requests, in order. */
  log: string[]
  /** The created tools, as they were sent. */
  createdTools: Record<string, unknown>[]
  stop: () => Promise<void>
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function createTool(createdTools: MinimalService['createdTools'], body: string, response: ServerResponse): void {
  const tool: unknown = JSON.parse(body)
  if (!isObject(tool)) return send(response, 400, { detail: 'This is no tool.' })
  const missing = Object.entries(requiredFieldErrors).filter(([name]) => tool[name] === undefined)
  const config = isObject(tool['config']) ? tool['config'] : {}
  const wrong = config['url'] === 'https://taken.example' ? [['config', { url: ['This address is taken.'] }]] : []
  if (missing.length + wrong.length > 0) return send(response, 400, Object.fromEntries([...missing, ...wrong]))
  createdTools.push(tool)
  return send(response, 201, { id: rows.length + createdTools.length, name: tool['name'] })
}

/** Starts the service and the console in front of it, on free ports. */
export async function startMinimalService(): Promise<MinimalService> {
  const log: string[] = []
  const createdTools: MinimalService['createdTools'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://absent.example')
    const path = url.pathname.replace(/^\/v1\//, '').replace(/\/$/, '')
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      log.push(`${request.method ?? ''} ${path}${url.search}`)
      if (request.method === 'POST' && path === 'tool')
        createTool(createdTools, Buffer.concat(parts).toString('utf8'), response)
      else if (request.method !== 'GET') send(response, 405, { detail: 'Not allowed.' })
      else if (lists.has(path)) send(response, 200, rows)
      // The health check at the start of the console requests these paths.
      else if (path === 'setup' || path === 'billing/balance') send(response, 200, {})
      else if (/^flow\/\d+$/.test(path)) send(response, 200, rows[Number(path.slice(5)) - 1])
      else {
        response.writeHead(404, { 'content-type': 'text/html' })
        response.end('<!doctype html><h1>Not Found</h1>')
      }
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
  return { url: front.url, log, createdTools, stop }
}
