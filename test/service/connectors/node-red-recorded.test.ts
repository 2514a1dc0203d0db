/** The console in front of Node-RED, by answers recorded from Node-RED 5.0.7: what it shows, and errors. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readFlowFile } from '#flow/file/read.ts'
import {
  broker,
  empty,
  Failure,
  folder,
  nightJobs,
  orders,
  recorded,
  rev,
  startNodeRed,
  textOf,
  token,
} from './node-red-server.ts'
import { recording, stopAll } from './support.ts'

afterAll(stopAll)
const nodeRed = await startNodeRed()
beforeEach(() => nodeRed.restore())

test('says which product answers, and what it cannot do', async () => {
  const { status, json } = await nodeRed.ask('GET /me/')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    person: { id: 'owner', name: 'owner' },
    role: 'owner',
    service: { name: 'Node-RED', version: '5.0.7' },
    product: {
      kind: 'node-red',
      file_format: 'node-red',
      links: {
        flow: `${nodeRed.product.origin}/#flow/{flow}`,
        node: `${nodeRed.product.origin}/#node/{node}`,
        run: null,
      },
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
  const signedIn = nodeRed.product.requests.filter(({ headers }) => headers.authorization !== undefined)
  expect(new Set(signedIn.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]))
  expect(nodeRed.console.log()).not.toContain(token)
})

test('lists the tabs as flows, by name, with what they use', async () => {
  const { json } = await nodeRed.ask('GET /flow/')
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
  const { text, headers } = await nodeRed.ask(`GET /flow/${id}/export/`)
  expect(text).toBe(textOf(`editor-export-${name}`))
  expect(headers['content-disposition']).toContain('.json')
})

test.each([
  ['orders', orders],
  ['night-jobs', nightJobs],
])('reads %s as the reader reads its export', async (name, id) => {
  const file = readFlowFile({ name: 'flows.json', text: textOf(`editor-export-${name}`) })
  const own = file.ok ? file.flows.find(({ nodes }) => nodes.some((node) => node.type === 'trigger')) : undefined
  const { nodes, edges } = await nodeRed.read(id)
  expect(nodes).toEqual(own?.nodes)
  expect(edges).toEqual(own?.edges)
  expect(nodes.length).toBeGreaterThan(3)
})

test('masks a secret in a node', async () => {
  const { text } = await nodeRed.ask(`GET /flow/${nightJobs}/`)
  expect(JSON.stringify(recorded)).toContain('sk_live_')
  expect(text).not.toContain('sk_live_')
})

test('a tab without nodes is an empty flow', async () => {
  expect(await nodeRed.read(empty)).toMatchObject({ name: 'Empty', status: 'active', nodes: [], edges: [] })
})

test('lists subflows and config nodes as tools, without settings, with their users', async () => {
  const { json, text } = await nodeRed.ask('GET /tool/')
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
  const usage = await nodeRed.ask(`GET /tool/config.${broker}/usage/`)
  expect(usage.json).toMatchObject({
    flows: [
      { id: orders, name: 'Orders', status: 'active', node_count: 10 },
      { id: nightJobs, name: 'Night jobs', status: 'paused', node_count: 4 },
    ],
  })
  expect((await nodeRed.ask('GET /tool/config.none/')).status).toBe(404)
})

test('lists receiving nodes as channels, with address and state', async () => {
  const { json } = await nodeRed.ask('GET /channel/')
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
  expect((await nodeRed.ask('GET /channel/a1b2c3d4e5f60021/')).json).toMatchObject({
    address: `${nodeRed.product.origin}/api/orders`,
    config: { method: 'POST', url: '/orders' },
    flow_status: 'active',
  })
  expect((await nodeRed.ask('GET /channel/a1b2c3d4e5f60029/')).json).toMatchObject({
    address: `${nodeRed.product.origin.replace('http', 'ws')}/api/ws/stock`,
  })
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
  nodeRed.product.replace('GET /flows', replacement)
  const answer = await nodeRed.ask(`GET /flow/${orders}/`)
  expect([answer.status, Failure.parse(answer.json).code]).toEqual([status, code])
  expect(answer.text).not.toMatch(/usr\/src|<html|<pre/)
  if (status === 429) expect(answer.headers['retry-after']).toBe('7')
})

test('a connection that breaks is reported', async () => {
  nodeRed.product.replace('GET /flows', (_, response) => response.destroy())
  const { status, json } = await nodeRed.ask(`GET /flow/${orders}/`)
  expect([status, Failure.parse(json).code]).toEqual([502, 'upstream_broken'])
})
