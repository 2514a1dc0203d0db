/** Activepieces behind the console, by the recorded answers in test/fixtures/services/activepieces-0.85. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleOf, recordedProduct, recording, stopAll, type RecordedProduct, type TestConsole } from './support.ts'

const key = 'sk-canary-pieces-key'
const folder = 'activepieces-0.85'

let product: RecordedProduct
let console: TestConsole

beforeAll(async () => {
  product = await recordedProduct(folder, {
    key: { header: 'authorization', value: `Bearer ${key}` },
    refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
    isPublic: (target) => target === '/api/v1/flags' || target === '/',
    only: (name) => !name.startsWith('error-'),
  })
  console = await consoleOf(product.origin)
})
afterEach(() => product.restore())
afterAll(stopAll)

const ask = (request: string, body?: unknown) => console.ask(request, { key, ...(body === undefined ? {} : { body }) })

/** A console that knows nothing yet, so that it asks the product. */
const fresh = () => consoleOf(product.origin)

/** Waits until all pages of runs are loaded: the first visit gets the first page. */
async function allRuns(one: TestConsole): Promise<void> {
  await expect.poll(async () => (await one.ask('GET /billing/runs/?limit=1', { key })).json).toMatchObject({ count: 5 })
}

test('is recognised without a key, and says how to sign in', async () => {
  const { status, json } = await console.ask('GET /me/')
  expect(status).toBe(401)
  expect(json).toMatchObject({
    sign_in: { kind: 'activepieces', title: 'Activepieces', url: `${product.origin}/platform/security/api-keys` },
  })
  expect(await console.ask('GET /me/', { key: 'sk-wrong' })).toMatchObject({ status: 401 })
})

test('/me/ names the version, the project and what Activepieces cannot do', async () => {
  const { json } = await ask('GET /me/')
  expect(json).toMatchObject({
    account: { id: 'activepieces', name: 'Shop' },
    service: { name: 'Activepieces', version: '0.85.2' },
    product: {
      file_format: 'activepieces',
      links: { flow: `${product.origin}/flows/{flow}`, node: null, run: `${product.origin}/runs/{run}` },
      lacks: expect.arrayContaining(['flow.archive', 'flow.tag', 'conversation.list']),
    },
  })
})

test('the project of the address', async () => {
  const other = await consoleOf(`${product.origin}/projects/prj2/flows`)
  expect((await other.ask('GET /me/', { key })).json).toMatchObject({
    account: { name: 'Lab' },
    product: { links: { flow: `${product.origin}/flows/{flow}` } },
  })
  const wrong = await consoleOf(`${product.origin}/projects/prj3`)
  expect(await wrong.ask('GET /me/', { key })).toMatchObject({ status: 403 })
})

test('flows: all pages, with facts of the flow and of its runs', async () => {
  await allRuns(console)
  const { json, text } = await ask('GET /flow/?ordering=name')
  expect(json).toMatchObject({
    count: 3,
    results: [
      { id: 'flw2', name: 'Draft', status: 'draft', node_count: 1, edge_count: 0, trigger_types: ['manual'] },
      { id: 'flw3', name: 'Nightly', status: 'paused', trigger_types: ['schedule'], last_run_status: 'timed_out' },
      {
        id: 'flw1',
        name: 'Orders',
        status: 'active',
        tags: ['Orders'],
        node_count: 4,
        edge_count: 3,
        trigger_types: ['webhook'],
        created_at: '2026-11-01T08:00:00.000Z',
        updated_at: '2026-11-21T09:30:00.000Z',
        last_run_at: '2026-11-28T08:00:00.000Z',
        last_run_status: 'running',
      },
    ],
  })
  // Activepieces has no number of a version.
  expect(json).not.toHaveProperty('results[2].version')
  expect(text).not.toContain('canary')
  expect((await ask('GET /flow/?search=orders')).json).toMatchObject({ count: 1, results: [{ run_count: 4 }] })
})

test('a flow: nodes and edges of its version, without secrets', async () => {
  const { json, text } = await ask('GET /flow/flw1/')
  expect(json).toMatchObject({
    nodes: [
      { id: 'trigger', type: 'trigger', name: 'New order' },
      { id: 'step_1', type: 'api', name: 'Ask the shop' },
      { id: 'step_2', name: 'Each line' },
      { id: 'step_3', name: 'Write a row' },
    ],
    edges: [
      { source: 'trigger', target: 'step_1' },
      { source: 'step_1', target: 'step_2' },
      { source: 'step_2', target: 'step_3', source_handle: 'loop' },
    ],
  })
  expect(text).not.toContain('canary')
  product.replace('GET /api/v1/flows/nothing', recording(folder, 'error-404-flow'))
  expect(await ask('GET /flow/nothing/')).toMatchObject({ status: 404 })
})

const template = (): unknown => recording(folder, 'flow-template').answer

test('export gives the template that Activepieces exports', async () => {
  const { headers, json } = await ask('GET /flow/flw1/export/')
  expect(json).toEqual(template())
  expect(headers['content-disposition']).toContain('Orders.json')
})

test('import creates a flow and gives it the file unchanged', async () => {
  const { status, json } = await ask('POST /flow/import/', { template: template() })
  expect(status).toBe(201)
  expect(json).toMatchObject({ id: 'flw9', name: 'Orders', status: 'draft', import: { source_format: 'activepieces' } })
  expect(product.bodies('POST /api/v1/flows')).toEqual([recording(folder, 'flow-create').body])
  expect(product.bodies('POST /api/v1/flows/flw9')).toEqual([recording(folder, 'flow-import').body])
})

test('an import that Activepieces refuses leaves no flow', async () => {
  product.replace('POST /api/v1/flows/flw9', { status: 409, answer: { code: 'VALIDATION', params: {} } })
  expect(await ask('POST /flow/import/', { template: template() })).toMatchObject({ status: 409 })
  expect(product.asked).toContain('DELETE /api/v1/flows/flw9')
})

test('import refuses files of other products, and several flows', async () => {
  expect(await ask('POST /flow/import/', { template: { nodes: [], connections: {} } })).toMatchObject({ status: 422 })
  const trigger = { name: 'trigger', type: 'EMPTY', settings: {} }
  const several = await ask('POST /flow/import/', { template: { flows: [{ trigger }, { trigger }] } })
  expect(several.json).toMatchObject({ code: 'several_flows' })
  expect(product.asked.filter((one) => !one.startsWith('GET'))).toEqual([])
})

test('pause, activate, publish and rename are operations of Activepieces', async () => {
  expect(await ask('POST /flow/flw1/pause/')).toMatchObject({ status: 200 })
  expect(await ask('POST /flow/flw1/activate/')).toMatchObject({ status: 200 })
  expect(await ask('POST /flow/flw2/activate/')).toMatchObject({ status: 200 })
  expect(await console.ask('PATCH /flow/flw1/', { key, body: { name: 'New' } })).toMatchObject({ status: 200 })
  expect(product.bodies('POST /api/v1/flows/flw1')).toEqual([
    { type: 'CHANGE_STATUS', request: { status: 'DISABLED' } },
    { type: 'CHANGE_STATUS', request: { status: 'ENABLED' } },
    { type: 'CHANGE_NAME', request: { displayName: 'New' } },
  ])
  // It was never published.
  expect(product.bodies('POST /api/v1/flows/flw2')).toEqual([
    { type: 'LOCK_AND_PUBLISH', request: { status: 'ENABLED' } },
  ])
})

test('runs: all facts of all pages, newest first', async () => {
  const { json } = await ask('GET /billing/runs/')
  expect(json).toMatchObject({
    count: 5,
    results: [
      {
        id: 'run4',
        flow: { id: 'flw1', name: 'Orders' },
        status: 'running',
        trigger: 'webhook',
        started_at: '2026-11-28T08:00:00.000Z',
        finished_at: null,
        duration_ms: null,
        error: null,
      },
      {
        id: 'run3',
        status: 'succeeded',
        is_test: false,
        finished_at: '2026-11-27T10:00:04.752Z',
        duration_ms: 4652,
        parent_run: null,
      },
      {
        id: 'run2',
        status: 'failed',
        duration_ms: 2500,
        error: { code: 'FAILED', message: '{"response":{"status":503}}', node_id: 'step_1' },
      },
      { id: 'run1', status: 'timed_out', trigger: 'subflow', parent_run: 'run0', duration_ms: 600_000 },
      { id: 'run0', status: 'waiting', finished_at: null, duration_ms: null },
    ],
  })
  // No tokens are recorded.
  expect(json).not.toHaveProperty('results[1].cost')
  expect((await ask('GET /billing/runs/?status=failed,timed_out')).json).toMatchObject({ count: 2 })
  expect((await ask('GET /billing/runs/summary/?group_by=status')).json).toMatchObject({
    totals: { count: 5, ended: 3, failed: 2, duration_ms: 4652 + 2500 + 600_000 },
  })
})

test('a run: steps with the ids of the nodes, each iteration of a loop, without secrets', async () => {
  const { json, text } = await ask('GET /billing/runs/run3/')
  expect(json).toMatchObject({
    input: { lines: ['a', 'b'] },
    steps: [
      { seq: 0, node_id: 'trigger', node_name: 'New order', status: 'succeeded', duration_ms: 3 },
      {
        seq: 1,
        node_id: 'step_1',
        node_name: 'Ask the shop',
        node_type: 'PIECE @activepieces/piece-http',
        duration_ms: 850,
        output: null,
      },
      { seq: 2, node_id: 'step_2', output: { item: 'b', index: 2 } },
      { seq: 3, node_id: 'step_3', output: { row: 1 }, duration_ms: 120, input: { values: [1] } },
      { seq: 4, node_id: 'step_3', output: { row: 2 } },
    ],
  })
  expect(json).not.toHaveProperty('steps[2].output.iterations')
  expect(json).not.toHaveProperty('steps[0].started_at')
  expect(text).not.toContain('canary')
  // Its data was deleted.
  expect((await ask('GET /billing/runs/run1/')).json).toMatchObject({ steps: [], error: { code: 'TIMEOUT' } })
  product.replace('GET /api/v1/flow-runs/nothing', recording(folder, 'error-404-run'))
  expect(await ask('GET /billing/runs/nothing/')).toMatchObject({ status: 404 })
})

test('retry from the failed step, or on the latest version', async () => {
  const retry = 'POST /api/v1/flow-runs/run2/retry'
  const started = await ask('POST /billing/runs/run2/retry/', { from: 'start' })
  expect(started).toMatchObject({ status: 201 })
  expect(started.json).toMatchObject({ id: 'run5', status: 'queued', retry_of: 'run2', trigger: 'retry' })
  await ask('POST /billing/runs/run2/retry/', {})
  expect(product.bodies(retry)).toEqual([
    { projectId: 'prj1', strategy: 'ON_LATEST_VERSION' },
    { projectId: 'prj1', strategy: 'FROM_FAILED_STEP' },
  ])
  expect(await ask('POST /billing/runs/run2/retry/', { input: {}, from: 'start' })).toMatchObject({ status: 400 })
})

test('cancel stops a run that waits', async () => {
  const cancel = 'POST /api/v1/flow-runs/cancel'
  expect(await ask('POST /billing/runs/run3/cancel/')).toMatchObject({ status: 409 })
  expect(product.bodies(cancel)).toEqual([])
  expect(await ask('POST /billing/runs/run0/cancel/')).toMatchObject({ status: 200 })
  expect(product.bodies(cancel)).toEqual([{ projectId: 'prj1', flowRunIds: ['run0'] }])
})

test('tools: connections by name, with the flows that use them', async () => {
  const { json } = await ask('GET /tool/?ordering=name')
  expect(json).toMatchObject({
    count: 2,
    categories: { global: 2 },
    results: [
      { id: 'con1', key: 'sheets-1', name: 'Sheets', used_by_count: 1, created_at: '2026-11-01T08:00:00.000Z' },
      { id: 'con2', name: 'Slack', used_by_count: 0, problem: expect.stringContaining('Reconnect') },
    ],
  })
  expect(json).not.toHaveProperty('results[0].problem')
  expect((await ask('GET /tool/con1/usage/')).json).toMatchObject({ flows: [{ id: 'flw1', name: 'Orders' }] })
})

test('channels: triggers of enabled flows', async () => {
  const other = await fresh()
  await allRuns(other)
  const { json } = await other.ask('GET /channel/', { key })
  expect(json).toMatchObject({
    count: 1,
    results: [
      {
        id: 'flw1',
        type: 'webhook',
        name: 'New order',
        identifier: 'https://pieces.example.com/api/v1/webhooks/flw1',
        provider: 'webhook',
        status: 'connected',
        last_event_at: '2026-11-28T08:00:00.000Z',
      },
    ],
  })
  expect((await ask('GET /channel/flw1/')).json).toMatchObject({
    address: 'https://pieces.example.com/api/v1/webhooks/flw1',
  })
})

test('the key goes to Activepieces alone, in its own header', async () => {
  await (await fresh()).ask('GET /flow/', { key })
  expect(product.requests.some(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true)
  for (const { target, body } of product.requests) expect(target + body).not.toContain(key)
  expect(console.log()).not.toContain(key)
})

const list = 'GET /api/v1/flows?limit=100&projectId=prj1'

test.each([
  [403, 403, { code: 'PERMISSION_DENIED', params: {} }],
  [404, 404, { code: 'ENTITY_NOT_FOUND', params: {} }],
  [429, 429, { message: 'Rate limit exceeded' }],
  [500, 502, '<html><pre>TypeError: x\n    at Secret.js:1</pre></html>'],
  [200, 502, '<html>login</html>'],
  [200, 502, { data: [{ id: 'a' }], next: null }],
  [200, 502, { next: null }],
])('a product that answers %i is %i', async (status, expected, answer) => {
  const other = await fresh()
  await other.ask('GET /me/', { key })
  product.replace(list, { status, answer, headers: { 'retry-after': '7' } })
  const got = await other.ask('GET /flow/', { key })
  expect(got.status).toBe(expected)
  expect(got.text).not.toMatch(/<html|Secret/)
  if (status === 429) expect(got.headers['retry-after']).toBe('7')
})

test('a redirect is not followed', async () => {
  const other = await fresh()
  await other.ask('GET /me/', { key })
  product.replace(list, { status: 302, answer: '', headers: { location: 'https://other.example.com/' } })
  expect(await other.ask('GET /flow/', { key })).toMatchObject({ status: 502, json: { code: 'upstream_redirect' } })
})
