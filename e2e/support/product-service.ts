/**
 * A service in front of another product, as a connector answers it: it asks for a key and says how to get one, has flows
 * and runs only, and leaves out what the product does not know.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startService } from '#scripts/service.mjs'

/** The key that the product accepts at first. */
export const goodKey = 'n8n_api_4f2a9c0b7d1e8843'

/** The same in `lacks` as n8n: no tools, channels, conversations, balance, empty flows and some of the status changes. */
const lacks = [
  'flow.create',
  'flow.archive',
  'flow.duplicate',
  'flow.tag',
  'flow.bind',
  'tool.list',
  'tool.create',
  'channel.list',
  'conversation.list',
  'balance.read',
  'run.summary',
]

export interface ProductService {
  /** URL of the console. */
  url: string
  /** "GET /flow/": requests that arrived with an accepted key, without their query. */
  requests: string[]
  /** Bodies of the imports. */
  imports: string[]
  /** Makes the product accept another key only. */
  replaceKey: (key: string) => void
  /** Changes what the product cannot do, and the format of its files. */
  describe: (product: { title?: string; lacks?: readonly string[]; file_format?: string | null }) => void
  reset: () => void
  stop: () => Promise<void>
}

const minuteMs = 60_000
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString()

const nodes = [
  { id: 'n1', type: 'trigger', name: 'Every morning', x: 0, kind: 'schedule' },
  { id: 'n2', type: 'n8n-nodes-base.httpRequest', name: 'Fetch orders', x: 280, kind: 'api' },
  { id: 'n/3', type: 'n8n-nodes-base.slack', name: 'Tell the team', x: 560, kind: 'slack' },
].map(({ x, kind, ...node }) => ({
  ...node,
  position: { x, y: 80 },
  size: null,
  parent: null,
  tool: null,
  config: { kind },
  disabled: false,
  notes: '',
}))

const edges = [
  { id: 'e1', source: 'n1', target: 'n2', source_handle: null },
  { id: 'e2', source: 'n2', target: 'n/3', source_handle: null },
]

const summaryOf = (id: string, name: string, status: 'active' | 'paused') => ({
  id,
  name,
  status,
  tags: status === 'active' ? ['orders'] : [],
  node_count: nodes.length,
  edge_count: edges.length,
  trigger_types: ['schedule'],
  created_at: ago(60 * 24 * 40),
  updated_at: ago(60 * 26),
})

const flows = [
  summaryOf('wf/1', 'Orders to the warehouse', 'active'),
  summaryOf('wf2', 'Weekly report', 'active'),
  summaryOf('wf3', 'Old newsletter', 'paused'),
]

/** Opened by its address only. */
const emptyFlow = { ...summaryOf('wf4', 'Just begun', 'paused'), node_count: 0, edge_count: 0 }

/** Not listed unless a test describes a product that has channels. */
const channels = [
  { id: 'wf/1', name: 'Order hook', type: 'webhook', status: 'connected', flow: { id: 'wf/1', name: flows[0]?.name } },
  { id: 'lost', name: 'Lost hook', type: 'webhook', status: 'disconnected', flow: null },
].map((channel) => ({ ...channel, last_error: null, last_event_at: null }))

const runOf = (id: string, at: number, status: 'succeeded' | 'failed', flow: (typeof flows)[number] | undefined) => ({
  id,
  flow: { id: flow?.id, name: flow?.name },
  status,
  trigger: 'schedule',
  started_at: ago(at),
  finished_at: ago(at - 1),
  duration_ms: 4200,
  error: status === 'failed' ? { code: 'node_error', message: 'The warehouse did not answer.', node_id: 'n2' } : null,
})

const runs = [
  { ...runOf('9001', 14, 'failed', flows[0]), retry_of: '9000' },
  runOf('9000', 74, 'failed', flows[0]),
  runOf('8999', 134, 'succeeded', flows[0]),
  runOf('8998', 60 * 9, 'succeeded', flows[1]),
]

const step = (seq: number, index: number, status: string) => ({
  seq,
  node_id: nodes[index]?.id,
  node_name: nodes[index]?.name,
  node_type: nodes[index]?.type,
  status,
  started_at: ago(14),
  duration_ms: 900,
  attempt: 1,
  error: status === 'failed' ? { code: 'node_error', message: 'The warehouse did not answer.' } : null,
  output: null,
})

const signInHelp = {
  kind: 'n8n',
  title: 'n8n',
  label: 'API key',
  steps: [
    'Open Settings, n8n API in n8n.',
    'Create an API key with access to workflows and executions.',
    'Copy it here.',
  ],
  url: 'https://n8n.example/settings/api',
}

const plainProduct = {
  kind: 'n8n',
  title: 'n8n',
  links: {
    flow: 'https://n8n.example/workflow/{flow}',
    node: 'https://n8n.example/workflow/{flow}/{node}',
    run: 'https://n8n.example/workflow/{flow}/executions/{run}',
  },
  file_format: 'n8n',
  lacks,
}

const meOf = (product: object) => ({
  person: null,
  account: { id: 'n8n', name: 'n8n', currency: 'EUR', sample: false },
  role: 'owner',
  scopes: ['read', 'write'],
  extensions: ['me', 'flow_life', 'run_detail', 'run_control'],
  service: { name: 'n8n', version: '2.30.1' },
  product,
})

const pageOf = (results: readonly object[]) => ({ count: results.length, next: null, previous: null, results })

/** Rows that match the query, as far as the console's pages ask for it. */
function runsFor(query: URLSearchParams) {
  const statuses = query.get('status')?.split(',')
  const flow = query.get('flow')
  return runs.filter(
    (run) => (statuses === undefined || statuses.includes(run.status)) && (flow === null || run.flow.id === flow),
  )
}

/** The answer to a read; undefined if the product has no such object. */
function answerTo(path: string, query: URLSearchParams, product: object): object | undefined {
  const [noun, id, part] = path.split('/').slice(1).map(decodeURIComponent)
  if (path === '/me/') return meOf(product)
  if (path === '/flow/')
    return pageOf(flows.filter(({ status }) => !query.has('status') || query.get('status') === status))
  if (path === '/channel/') return pageOf(channels)
  if (path === '/tool/') return { ...pageOf([]), categories: {} }
  if (path === '/conversation/') return pageOf([])
  const flow = [...flows, emptyFlow].find((one) => one.id === id)
  if (noun === 'flow' && flow !== undefined && part === 'export')
    return { name: flow.name, nodes: [], connections: {}, settings: {} }
  if (noun === 'flow' && flow !== undefined)
    return {
      ...flow,
      ...(flow.node_count === 0 ? { nodes: [], edges: [] } : { nodes, edges }),
      variables: [],
      settings: {},
      metadata: { source: { format: 'n8n' } },
      validation: [],
    }
  if (path === '/billing/runs/') return pageOf(runsFor(query))
  const run = runs.find((one) => path === `/billing/runs/${one.id}/`)
  return run && { ...run, steps: [step(0, 0, 'succeeded'), step(1, 1, run.status)] }
}

function send(response: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body)
  // With an ETag, as from a connector, the browser may show the answer again when the user goes back.
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'private, no-cache', etag })
  response.end(json)
}

/** Starts the service and the console in front of it. */
export async function startProductService(): Promise<ProductService> {
  const requests: string[] = []
  const imports: string[] = []
  let key = goodKey
  let product: object = plainProduct
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://absent.example')
    const refusal = { code: 'not_authenticated', detail: 'Sign in with your key.', sign_in: signInHelp }
    if (request.headers.authorization !== `Bearer ${key}`) return send(response, 401, refusal)
    requests.push(`${request.method ?? ''} ${url.pathname}`)
    const body = await text(request)
    if (request.method === 'POST' && url.pathname === '/flow/import/') {
      imports.push(body)
      return send(response, 201, { ...flows[1], import: { warnings: [], redacted: [], source_format: 'n8n' } })
    }
    if (request.method === 'DELETE') {
      response.writeHead(204).end()
      return
    }
    const found = request.method === 'GET' ? answerTo(url.pathname, url.searchParams, product) : undefined
    return found === undefined
      ? send(response, 404, { code: 'not_found', detail: 'n8n does not have this.' })
      : send(response, 200, found)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const front = await startService({ env: { API_BASE_URL: `http://127.0.0.1:${port}` } })
  return {
    url: front.url,
    requests,
    imports,
    replaceKey: (next) => (key = next),
    describe: (change) => (product = { ...plainProduct, ...change }),
    reset: () => {
      key = goodKey
      product = plainProduct
      requests.length = 0
      imports.length = 0
    },
    stop: async () => {
      await front.remove()
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    },
  }
}
