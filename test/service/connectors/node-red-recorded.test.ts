/** The console in front of Node-RED, by answers recorded from Node-RED 5.0.7. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readFlowFile } from '#flow/file/read.ts'
import { consoleOf, recordedProduct, recording, stopAll, type RecordedProduct, type TestConsole } from './support.ts'

afterAll(stopAll)

const folder = 'node-red-5.0'
const token = 'token-of-owner'
const [orders, nightJobs, empty] = ['a1b2c3d4e5f60001', 'a1b2c3d4e5f60002', 'a1b2c3d4e5f60003']
const broker = 'a1b2c3d4e5f60030'

const used = new Set(['login', 'token', 'settings', 'flows', 'nodes'])
const startNodeRed = () =>
  recordedProduct(folder, {
    key: { header: 'authorization', value: `Bearer ${token}` },
    refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
    isPublic: (target) => target.startsWith('/auth/'),
    only: (name) => used.has(name),
  })
const nodeRed = await startNodeRed()
/** A new one for each test: it keeps lists for some seconds. */
let console: TestConsole
const ask = (request: string, body?: unknown, key = token) =>
  console.ask(request, { key, ...(body === undefined ? {} : { body }) })

const Item = z.looseObject({ id: z.string(), type: z.string(), z: z.string().optional() })
const Written = z.object({ rev: z.string(), flows: z.array(Item) })
const { flows: recorded, rev } = Written.parse(recording(folder, 'flows').answer)
const textOf = (name: string) => z.string().parse(recording(folder, name).answer)

/** The flows that Node-RED has: as recorded, then as written. */
let flows = recorded
let revision = rev
/** Called before a write is answered: somebody else deploys. */
let beforeWrite: () => void = () => undefined

/** Lets the product keep what is written, and refuse another revision as recorded. */
function keepWrites(product: RecordedProduct): void {
  product.replace('GET /flows', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ flows, rev: revision }))
  })
  product.replace('POST /flows', ({ body, headers }, response) => {
    beforeWrite()
    expect([headers['node-red-api-version'], headers['node-red-deployment-type']]).toEqual(['v2', 'flows'])
    const written = Written.parse(JSON.parse(body))
    const isCurrent = written.rev === revision
    const { status, answer } = recording(folder, isCurrent ? 'flows-write' : 'error-409-flows')
    if (isCurrent) deploy(written.flows)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
}

function deploy(next: typeof flows): void {
  flows = next
  revision = `${revision}1`
}

beforeEach(async () => {
  console = await consoleOf(nodeRed.origin)
  nodeRed.restore()
  flows = recorded
  revision = `${revision}0`
  beforeWrite = () => undefined
  keepWrites(nodeRed)
})

const Detail = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  version: z.int(),
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  edges: z.array(z.unknown()),
})
const Failure = z.looseObject({ code: z.string(), detail: z.string() })
const detailOf = (json: unknown) => Detail.parse(json)
const read = async (id = orders) => detailOf((await ask(`GET /flow/${id}/`)).json)

test('says which product answers, and what it cannot do', async () => {
  const { status, json } = await ask('GET /me/')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    person: { id: 'owner', name: 'owner' },
    role: 'owner',
    service: { name: 'Node-RED', version: '5.0.7' },
    product: {
      kind: 'node-red',
      file_format: 'node-red',
      links: { flow: `${nodeRed.origin}/#flow/{flow}`, node: `${nodeRed.origin}/#node/{node}`, run: null },
      lacks: [
        'flow.archive',
        'flow.tag',
        'flow.bind',
        'tool.create',
        'tool.edit',
        'tool.remove',
        'conversation.list',
        'balance.read',
        'run.list',
      ],
    },
  })
  // The key goes into Node-RED's own header, and Node-RED alone gets it.
  const signedIn = nodeRed.requests.filter(({ headers }) => headers.authorization !== undefined)
  expect(new Set(signedIn.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]))
  expect(console.log()).not.toContain(token)
})

test('lists the tabs as flows, by name, with what they use', async () => {
  const { json } = await ask('GET /flow/')
  const tool = (id: string, key: string, name: string, category = 'global') => ({ id, key, name, category })
  const shopBroker = tool(`config.${broker}`, 'mqtt-broker', 'Shop broker')
  expect(json).toMatchObject({
    count: 3,
    results: [
      { id: empty, name: 'Empty', status: 'active', node_count: 0, edge_count: 0, tools: [], channels: [] },
      {
        id: nightJobs,
        name: 'Night jobs',
        status: 'paused',
        node_count: 4,
        edge_count: 3,
        trigger_types: ['schedule'],
        tools: [shopBroker],
        channels: [{ id: 'a1b2c3d4e5f60040', name: 'At three', type: 'custom' }],
      },
      {
        id: orders,
        name: 'Orders',
        description: 'Takes orders from the shop.',
        status: 'active',
        node_count: 10,
        edge_count: 6,
        trigger_types: ['webhook'],
        tools: [
          tool('subflow.a1b2c3d4e5f60010', 'a1b2c3d4e5f60010', 'Check stock', 'transform'),
          shopBroker,
          tool('config.a1b2c3d4e5f60031', 'websocket-listener', 'websocket-listener'),
        ],
        channels: [
          { id: 'a1b2c3d4e5f60021', name: 'New order', type: 'webhook' },
          { id: 'a1b2c3d4e5f60027', name: 'Paid', type: 'custom' },
          { id: 'a1b2c3d4e5f60029', name: '/ws/stock', type: 'custom' },
        ],
      },
    ],
  })
  // Node-RED records neither times nor runs nor tags.
  const { results } = z.object({ results: z.array(z.looseObject({})) }).parse(json)
  for (const row of results)
    for (const name of ['created_at', 'updated_at', 'tags', 'run_count', 'last_run_at', 'cost_last_30_days'])
      expect(row).not.toHaveProperty(name)
})

test.each([
  ['orders', orders],
  ['night-jobs', nightJobs],
  ['empty', empty],
])('exports %s byte for byte as the editor does', async (name, id) => {
  const { text, headers } = await ask(`GET /flow/${id}/export/`)
  expect(text).toBe(textOf(`editor-export-${name}`))
  expect(headers['content-disposition']).toContain('.json')
})

test.each([
  ['orders', orders],
  ['night-jobs', nightJobs],
])('reads %s as the reader reads its export', async (name, id) => {
  const file = readFlowFile({ name: 'flows.json', text: textOf(`editor-export-${name}`) })
  const own = file.ok ? file.flows.find(({ nodes }) => nodes.some((node) => node.type === 'trigger')) : undefined
  const { nodes, edges } = await read(id)
  expect(nodes).toEqual(own?.nodes)
  expect(edges).toEqual(own?.edges)
  expect(nodes.length).toBeGreaterThan(3)
})

test('masks a secret in a node', async () => {
  const { text } = await ask(`GET /flow/${nightJobs}/`)
  expect(JSON.stringify(recorded)).toContain('sk_live_')
  expect(text).not.toContain('sk_live_')
})

test('a tab without nodes is an empty flow', async () => {
  expect(await read(empty)).toMatchObject({ name: 'Empty', status: 'active', nodes: [], edges: [] })
})

test('renames by a deploy of the same revision that changes the tab alone', async () => {
  const { version } = await read()
  const { status, json } = await ask(`PATCH /flow/${orders}/`, { name: 'Shop', description: 'New', version })
  expect([status, detailOf(json).name, detailOf(json).status]).toEqual([200, 'Shop', 'active'])
  // The lock and the environment of the tab, the order of all items, and the wires of link nodes stay.
  expect(flows).toEqual(recorded.map((item) => (item.id === orders ? { ...item, label: 'Shop', info: 'New' } : item)))
  expect(recorded.find(({ id }) => id === orders)).toMatchObject({ locked: true })
})

test('pauses and activates', async () => {
  const paused = await ask(`POST /flow/${orders}/pause/`, {})
  expect([paused.status, detailOf(paused.json).status]).toEqual([200, 'paused'])
  expect(flows.find(({ id }) => id === orders)).toMatchObject({ disabled: true, locked: true })
  const active = await ask(`POST /flow/${orders}/activate/`, {})
  expect([active.status, detailOf(active.json).status]).toEqual([200, 'active'])
  expect(flows).toEqual(recorded)
})

test('a change by somebody else is a conflict with the current flow', async () => {
  const { version } = await read()
  deploy(flows.map((item) => (item.id === 'a1b2c3d4e5f60023' ? { ...item, name: 'Enough?' } : item)))
  const { status, json } = await ask(`PATCH /flow/${orders}/`, { name: 'Shop', version })
  expect([status, Failure.parse(json).code]).toEqual([409, 'version_conflict'])
  expect(json).toMatchObject({ current: { id: orders, name: 'Orders' } })
  expect(nodeRed.asked).not.toContain('POST /flows')
})

test('a deploy of another tab in the meantime is no conflict, and is kept', async () => {
  const { version } = await read()
  let others = 0
  beforeWrite = () => {
    others += 1
    if (others === 1) deploy(flows.map((item) => (item.id === nightJobs ? { ...item, info: 'Theirs' } : item)))
  }
  const { status, json } = await ask(`PATCH /flow/${orders}/`, { name: 'Shop', version })
  expect([status, detailOf(json).name, others]).toEqual([200, 'Shop', 2])
  expect(flows.find(({ id }) => id === nightJobs)).toMatchObject({ info: 'Theirs' })
})

test('gives up when others deploy all the time', async () => {
  beforeWrite = () => deploy([...flows])
  const { status, json } = await ask(`POST /flow/${orders}/pause/`, {})
  expect([status, Failure.parse(json).code]).toEqual([409, 'conflict'])
  expect(flows).toEqual(recorded)
})

test('deletes a tab with its nodes, and nothing else', async () => {
  expect((await ask(`DELETE /flow/${nightJobs}/`)).status).toBe(204)
  expect(flows).toEqual(recorded.filter(({ id, z: tab }) => id !== nightJobs && tab !== nightJobs))
  expect((await ask(`GET /flow/${nightJobs}/`)).status).toBe(404)
  expect((await ask(`DELETE /flow/${nightJobs}/`)).status).toBe(404)
})

test('creates an empty tab', async () => {
  const { status, json } = await ask('POST /flow/', { name: 'Returns', description: 'By post' })
  expect([status, detailOf(json).name, detailOf(json).nodes]).toEqual([201, 'Returns', []])
  expect(flows.slice(0, -1)).toEqual(recorded)
  expect(flows.at(-1)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    type: 'tab',
    label: 'Returns',
    disabled: false,
    info: 'By post',
    env: [],
  })
})

test('imports a file unchanged, but paused, if its ids are free', async () => {
  deploy([])
  const template = textOf('editor-export-orders')
  const { status, json } = await ask('POST /flow/import/', { template })
  expect(status).toBe(201)
  expect(json).toMatchObject({ id: orders, name: 'Orders', status: 'paused', import: { warnings: [] } })
  const file = z.array(Item).parse(JSON.parse(template))
  expect(flows).toEqual(file.map((item) => (item.type === 'tab' ? { ...item, disabled: true } : item)))
})

test('imports a file whose ids are taken as a copy, and leaves all others as they are', async () => {
  const { status, json } = await ask('POST /flow/import/', { template: textOf('editor-export-orders'), name: 'Second' })
  const copy = detailOf(json)
  expect([status, copy.name, copy.status]).toEqual([201, 'Second', 'paused'])
  expect(flows.slice(0, recorded.length)).toEqual(recorded)
  const added = flows.slice(recorded.length)
  expect(new Set(flows.map(({ id }) => id)).size).toBe(flows.length)
  // The equal subflow and config nodes are used, not copied.
  expect(added.map(({ type }) => type).toSorted()).toEqual(
    recorded
      .filter(({ id, z: tab }) => id === orders || tab === orders)
      .map(({ type }) => type)
      .toSorted(),
  )
  expect(added.find(({ type }) => type === 'mqtt in')).toMatchObject({ broker, z: copy.id })
  const [first, again] = [await read(), copy]
  expect(again.nodes.map(({ type }) => type)).toEqual(first.nodes.map(({ type }) => type))
  expect(again.edges.length).toBe(first.edges.length)
  const group = added.find(({ type }) => type === 'group')
  const inGroup = added.filter((item) => item['g'] === group?.id).map(({ id }) => id)
  expect(group).toMatchObject({ nodes: inGroup })
  expect(inGroup.length).toBe(3)
})

test('a config node with the same id and other settings gets a copy, which the nodes use', async () => {
  const template = textOf('editor-export-orders').replace('"broker": "localhost"', '"broker": "mqtt.example.com"')
  const { json } = await ask('POST /flow/import/', { template })
  expect(json).toMatchObject({ import: { warnings: [{ code: 'config_copied' }] } })
  expect(flows.find(({ id }) => id === broker)).toMatchObject({ broker: 'localhost' })
  const copy = flows.find((item) => item['broker'] === 'mqtt.example.com')
  const { id } = detailOf(json)
  expect(flows.find((item) => item.type === 'mqtt in' && item.z === id)).toMatchObject({ broker: copy?.id })
})

test('a selection of nodes becomes a tab of its own', async () => {
  const selection = recorded.filter(({ z: tab }) => tab === nightJobs)
  const { status, json } = await ask('POST /flow/import/', { template: selection, name: 'Selection' })
  const { id, name, nodes } = detailOf(json)
  expect([status, name, nodes.length]).toEqual([201, 'Selection', 4])
  expect(flows.slice(0, recorded.length)).toEqual(recorded)
  expect(flows.filter((item) => item.z === id).length).toBe(4)
})

test('imports all tabs of a file, and says so', async () => {
  deploy([])
  const { json } = await ask('POST /flow/import/', { template: recorded })
  expect(json).toMatchObject({ name: 'Orders', import: { warnings: [{ code: 'several_flows' }] } })
  expect(flows).toEqual(recorded.map((item) => (item.type === 'tab' ? { ...item, disabled: true } : item)))
})

test('refuses a file of another product, and one without nodes', async () => {
  const other = await ask('POST /flow/import/', { template: { nodes: [], connections: {} } })
  expect([other.status, Failure.parse(other.json).code]).toEqual([422, 'not_a_template'])
  expect(Failure.parse(other.json).detail).toContain('n8n')
  const subflow = recorded.filter(({ id, z: tab }) => id === 'a1b2c3d4e5f60010' || tab === 'a1b2c3d4e5f60010')
  const bare = await ask('POST /flow/import/', { template: subflow })
  expect([bare.status, Failure.parse(bare.json).code]).toEqual([422, 'not_a_template'])
  expect(flows).toEqual(recorded)
})

test('duplicates a tab as a paused copy', async () => {
  const { status, json } = await ask(`POST /flow/${nightJobs}/duplicate/`, {})
  const copy = detailOf(json)
  expect([status, copy.name, copy.status, copy.nodes.length]).toEqual([201, 'Night jobs (copy)', 'paused', 4])
  expect(flows.slice(0, recorded.length)).toEqual(recorded)
  expect(copy.id).not.toBe(nightJobs)
})

test('lists subflows and config nodes as tools, without settings, with their users', async () => {
  const { json, text } = await ask('GET /tool/')
  expect(json).toMatchObject({
    count: 3,
    categories: { transform: 1, global: 2 },
    results: [
      { id: 'subflow.a1b2c3d4e5f60010', name: 'Check stock', description: 'Adds `msg.inStock`.', used_by_count: 1 },
      { id: `config.${broker}`, key: 'mqtt-broker', name: 'Shop broker', config: {}, used_by_count: 2 },
      { id: 'config.a1b2c3d4e5f60031', key: 'websocket-listener', used_by_count: 1 },
    ],
  })
  expect(text).not.toContain('localhost')
  const usage = await ask(`GET /tool/config.${broker}/usage/`)
  expect(usage.json).toMatchObject({
    flows: [
      { id: orders, name: 'Orders', status: 'active', node_count: 10 },
      { id: nightJobs, name: 'Night jobs', status: 'paused', node_count: 4 },
    ],
  })
  expect((await ask('GET /tool/config.none/')).status).toBe(404)
})

test('lists receiving nodes as channels, with address and state', async () => {
  const { json } = await ask('GET /channel/')
  expect(json).toMatchObject({
    count: 4,
    results: [
      { name: '/ws/stock', status: 'paused', status_reason: 'The node is disabled.', flow: { id: orders } },
      { name: 'At three', identifier: '00 03 * * *', status: 'paused', status_reason: 'The flow is disabled.' },
      { name: 'New order', type: 'webhook', identifier: 'POST /orders', status: 'connected', provider: 'http in' },
      { name: 'Paid', identifier: 'orders/+/paid', status: 'connected', provider: 'mqtt in' },
    ],
  })
  // Below httpNodeRoot, "/api/" in the recorded settings.
  expect((await ask('GET /channel/a1b2c3d4e5f60021/')).json).toMatchObject({
    address: `${nodeRed.origin}/api/orders`,
    config: { method: 'POST', url: '/orders' },
    flow_status: 'active',
  })
  expect((await ask('GET /channel/a1b2c3d4e5f60029/')).json).toMatchObject({
    address: `${nodeRed.origin.replace('http', 'ws')}/api/ws/stock`,
  })
})

test('asks for a key only if Node-RED does', async () => {
  const { status, json } = await console.ask('GET /me/')
  expect(status).toBe(401)
  expect(json).toMatchObject({
    code: 'not_authenticated',
    detail: 'Sign in to Node-RED with your key.',
    sign_in: { kind: 'node-red', title: 'Node-RED', url: null },
  })
  const open = await recordedProduct(folder, {
    only: (name) => ['login-none', 'settings-none', 'flows'].includes(name),
  })
  const front = await consoleOf(open.origin)
  expect((await front.ask('GET /me/')).json).toMatchObject({
    person: null,
    role: 'owner',
    service: { version: '5.0.7' },
  })
  expect((await front.ask('GET /flow/')).json).toMatchObject({ count: 3 })
  // A password that nobody asked for is no obstacle.
  open.replace('POST /auth/token', recording(folder, 'error-404-token'))
  expect((await front.ask('GET /flow/', { key: 'owner:any' })).json).toMatchObject({ count: 3 })
})

test('a wrong token is refused with the way to sign in', async () => {
  const { status, json } = await ask('GET /flow/', undefined, 'wrong')
  expect(status).toBe(401)
  expect(json).toMatchObject({ code: 'not_authenticated', sign_in: { kind: 'node-red' } })
})

test('exchanges a password for a token once, and sends the password nowhere else', async () => {
  const password = 'owner:pass:word'
  expect((await ask('GET /flow/', undefined, password)).status).toBe(200)
  expect((await ask(`GET /flow/${orders}/`, undefined, password)).status).toBe(200)
  const exchanges = nodeRed.requests.filter(({ target }) => target === '/auth/token')
  expect(exchanges.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    recording(folder, 'token').body,
  ])
  const others = nodeRed.requests.filter(({ target }) => target !== '/auth/token')
  const asked = others.filter(({ target }) => target === '/flows')
  expect(asked.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`)
  expect(JSON.stringify(others)).not.toContain('pass:word')
  expect(console.log()).not.toContain('pass:word')
})

test('a wrong password is tried once, so that Node-RED does not lock the user out', async () => {
  nodeRed.replace('POST /auth/token', recording(folder, 'error-403-token'))
  for (let n = 0; n < 3; n += 1) {
    const { status, json } = await ask('GET /flow/', undefined, 'owner:wrong')
    expect([status, Failure.parse(json).detail]).toEqual([401, 'Node-RED did not accept this user and password.'])
  }
  expect(nodeRed.asked.filter((one) => one === 'POST /auth/token')).toHaveLength(1)
})

test('says that a user is locked out', async () => {
  nodeRed.replace('POST /auth/token', recording(folder, 'error-token-too-many'))
  const { status, json } = await ask('GET /flow/', undefined, 'nobody:wrong')
  expect([status, Failure.parse(json).code]).toEqual([429, 'throttled'])
})

test('signs in again when Node-RED has forgotten the token', async () => {
  const key = 'owner:second'
  let isForgotten = false
  expect((await ask('GET /flow/', undefined, key)).status).toBe(200)
  for (const request of ['GET /flows', 'GET /settings'])
    nodeRed.replace(request, (_, response) => {
      const { status, answer } = recording(
        folder,
        isForgotten ? 'error-401-wrong-key' : request === 'GET /flows' ? 'flows' : 'settings',
      )
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  nodeRed.replace('POST /auth/token', (_, response) => {
    isForgotten = false
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(recording(folder, 'token').answer))
  })
  isForgotten = true
  expect((await ask(`GET /flow/${orders}/`, undefined, key)).status).toBe(200)
  expect(isForgotten).toBe(false)
})

test('a user without rights to write stays signed in, and is told', async () => {
  const { status: refused, answer } = recording(folder, 'error-401-reader-write')
  nodeRed.replace('POST /flows', { status: refused, answer })
  nodeRed.replace('GET /settings', recording(folder, 'settings-reader'))
  const key = 'reader:read'
  expect((await ask('GET /me/', undefined, key)).json).toMatchObject({ role: 'viewer', scopes: ['read'] })
  const { status, json } = await ask(`POST /flow/${orders}/pause/`, {}, key)
  expect([status, Failure.parse(json).code]).toEqual([403, 'permission_denied'])
})

test.each([
  ['404', { status: 404, answer: recording(folder, 'error-404-flow').answer }, 404, 'not_found'],
  ['429', { status: 429, headers: { 'retry-after': '7' }, answer: { message: 'Slow down' } }, 429, 'throttled'],
  ['a stack trace', { status: 500, answer: textOf('error-400-flows-not-json') }, 502, 'upstream_broken'],
  ['a bad request with a stack trace', { status: 400, answer: textOf('error-400-flows-not-json') }, 400, 'invalid'],
  ['a web page', { answer: '<html>Proxy</html>' }, 502, 'upstream_broken'],
  ['no revision', { answer: { flows: recorded } }, 502, 'upstream_broken'],
  ['an item without a type', { answer: { flows: [{ id: 'a' }], rev } }, 502, 'upstream_broken'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 502, 'upstream_redirect'],
])('translates %s', async (_, replacement, status, code) => {
  nodeRed.replace('GET /flows', replacement)
  const answer = await ask(`GET /flow/${orders}/`)
  expect([answer.status, Failure.parse(answer.json).code]).toEqual([status, code])
  expect(answer.text).not.toMatch(/usr\/src|<html|<pre/)
  if (status === 429) expect(answer.headers['retry-after']).toBe('7')
})

test('a connection that breaks is reported', async () => {
  nodeRed.replace('GET /flows', (_, response) => response.destroy())
  const { status, json } = await ask(`GET /flow/${orders}/`)
  expect([status, Failure.parse(json).code]).toEqual([502, 'upstream_broken'])
})
