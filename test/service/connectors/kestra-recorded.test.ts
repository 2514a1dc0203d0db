/** Kestra behind the console, by the recorded answers in test/fixtures/services/kestra-1.3. */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { builtInPrices } from '#server/base/prices.ts'
import { consoleOf, recordedProduct, stopAll, type RecordedProduct, type TestConsole } from './support.ts'

const key = 'anna@example.com:canary-pass:word'
const basic = `Basic ${Buffer.from(key, 'utf8').toString('base64')}`
const folder = 'kestra-1.3'
const prices = { ...builtInPrices, models: { 'gpt-5-mini': { input: 250_000n, output: 2_000_000n } } }
const flowId = 'company.team~support'

let product: RecordedProduct
let console: TestConsole

beforeAll(async () => {
  product = await recordedProduct(folder, {
    key: { header: 'authorization', value: basic },
    refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
    isPublic: (target) => target === '/api/v1/configs' || target === '/',
    only: (name) => !name.startsWith('error-') || name === 'error-404-new-flow',
  })
  console = await consoleOf(product.origin, { prices })
})
afterEach(() => product.restore())
afterAll(stopAll)

const ask = (request: string, body?: unknown) => console.ask(request, { key, ...(body === undefined ? {} : { body }) })

/** A console that knows nothing of the product yet. */
const fresh = () => consoleOf(product.origin, { prices })

test('is recognised without a key, and says how to sign in', async () => {
  const signIn = { kind: 'kestra', title: 'Kestra', url: null }
  expect(await console.ask('GET /me/')).toMatchObject({ status: 401, json: { sign_in: signIn } })
  expect(await console.ask('GET /me/', { key: 'a:b' })).toMatchObject({ status: 401 })
})

test('/me/ names the version, the tenant and what Kestra cannot do', async () => {
  const { json } = await ask('GET /me/')
  expect(json).toMatchObject({
    account: { id: 'kestra', name: 'main' },
    service: { name: 'Kestra', version: '1.3.25' },
    role: 'owner',
    product: {
      file_format: 'kestra',
      links: {
        flow: `${product.origin}/ui/main/flows/edit/{flow}`,
        node: null,
        run: `${product.origin}/ui/main/executions/{flow}/{run}`,
      },
      lacks: expect.arrayContaining(['flow.create', 'flow.rename', 'flow.tag', 'flow.archive', 'conversation.list']),
    },
  })
  expect(JSON.stringify(json)).not.toContain('flow.pause')
})

test('flows: facts of the flow and of its runs', async () => {
  await ask('GET /billing/runs/summary/')
  const { json, text } = await ask('GET /flow/?ordering=name')
  expect(json).toMatchObject({
    count: 2,
    results: [
      {
        id: 'company.ops~cleanup',
        name: 'cleanup',
        status: 'paused',
        version: 1,
        tags: ['company.ops'],
        node_count: 2,
        edge_count: 1,
        trigger_types: ['schedule'],
        created_at: '2026-10-05T07:30:00.123Z',
        updated_at: '2026-10-05T07:30:00.123Z',
        last_run_at: '2026-11-28T08:00:00.000Z',
        last_run_status: 'running',
        run_count: 1,
      },
      {
        id: flowId,
        name: 'support',
        description: 'Answers questions',
        status: 'active',
        version: 3,
        tags: ['company.team', 'team:care', 'tier:gold'],
        node_count: 5,
        edge_count: 4,
        trigger_types: ['schedule', 'webhook'],
        updated_at: '2026-11-20T10:00:00.654Z',
        last_run_at: '2026-11-27T10:00:00.100Z',
        last_run_status: 'succeeded',
        run_count: 3,
      },
    ],
  })
  expect(json).not.toHaveProperty('count_is')
  expect(json).not.toHaveProperty('results[1].created_at')
  expect(text).not.toContain('canary')
  expect((await ask('GET /flow/?tag=team:care')).json).toMatchObject({ count: 1 })
  expect((await ask('GET /flow/tag/')).json).toMatchObject({
    results: expect.arrayContaining([{ tag: 'company.team', count: 1 }]),
  })
})

test('a flow: nodes and edges from its YAML, without secrets', async () => {
  const { json, text } = await ask(`GET /flow/${flowId}/`)
  expect(json).toMatchObject({
    id: flowId,
    version: 3,
    nodes: [
      { id: 'weekly', type: 'trigger' },
      { id: 'ask', type: 'trigger' },
      { id: 'read', name: 'Reads the question', type: 'api' },
      { id: 'reply', type: 'agent' },
      { id: 'notify' },
    ],
    edges: [
      { source: 'read', target: 'reply' },
      { source: 'reply', target: 'notify' },
      { source: 'weekly', target: 'read' },
      { source: 'ask', target: 'read' },
    ],
  })
  expect(text).not.toContain('canary')
  expect(await ask('GET /flow/company.team~nothing/')).toMatchObject({ status: 404 })
  expect(await ask('GET /flow/nothing/')).toMatchObject({ status: 404 })
})

test('export gives the YAML exactly', async () => {
  const { headers, text } = await ask(`GET /flow/${flowId}/export/`)
  const file = new URL(`../../fixtures/services/${folder}/flow-source.json`, import.meta.url)
  expect(text).toBe(JSON.parse(readFileSync(file, 'utf8')).answer.source)
  expect(headers['content-type']).toBe('application/yaml')
  expect(headers['content-disposition']).toContain('support.yaml')
})

const hello = `# kept comment
id: hello
namespace: company.team
tasks:
  - id: log
    type: io.kestra.plugin.core.log.Log
    message: Hello
`

test('import sends the file unchanged, as YAML', async () => {
  const { status, json } = await ask('POST /flow/import/', { template: hello })
  expect(status).toBe(201)
  expect(json).toMatchObject({ id: 'company.team~hello', name: 'hello', import: { source_format: 'kestra' } })
  const sent = product.requests.find(({ method }) => method === 'POST')
  expect(sent).toMatchObject({ target: '/api/v1/main/flows', body: hello })
  expect(sent?.headers['content-type']).toBe('application/x-yaml')
})

test('import overwrites nothing', async () => {
  const { status, json } = await ask('POST /flow/import/', { template: hello.replace('id: hello', 'id: support') })
  expect(status).toBe(409)
  expect(json).toMatchObject({ code: 'conflict' })
  expect(product.asked.filter((one) => !one.startsWith('GET'))).toEqual([])
  // Created by somebody else between the question and the import.
  product.replace('POST /api/v1/main/flows', {
    status: 422,
    answer: { message: 'Invalid entity: flow.id: Flow id already exists' },
  })
  expect(await ask('POST /flow/import/', { template: hello })).toMatchObject({ status: 409 })
})

test('import refuses files of other products, and another name', async () => {
  expect(await ask('POST /flow/import/', { template: { nodes: [], connections: {} } })).toMatchObject({ status: 422 })
  expect(await ask('POST /flow/import/', { template: hello, name: 'other' })).toMatchObject({ status: 400 })
  expect(product.asked.filter((one) => !one.startsWith('GET'))).toEqual([])
})

test('pause and activate change the flag of this flow, if nobody else was faster', async () => {
  const disable = 'POST /api/v1/main/flows/disable/by-ids'
  const stale = await console.ask(`POST /flow/${flowId}/pause/`, { key, headers: { 'if-match': '"2"' } })
  expect(stale).toMatchObject({ status: 409 })
  expect(stale.json).toMatchObject({ code: 'version_conflict', current: { version: 3 } })
  expect(product.bodies(disable)).toEqual([])
  const paused = await console.ask(`POST /flow/${flowId}/pause/`, { key, headers: { 'if-match': '"3"' } })
  expect(paused).toMatchObject({ status: 200 })
  expect(product.bodies(disable)).toEqual([[{ namespace: 'company.team', id: 'support' }]])
  expect(await ask(`POST /flow/${flowId}/activate/`)).toMatchObject({ status: 200 })
  expect(product.asked).toContain('POST /api/v1/main/flows/enable/by-ids')
})

test('delete removes the flow in Kestra', async () => {
  const other = await fresh()
  expect(await other.ask(`DELETE /flow/${flowId}/`, { key })).toMatchObject({ status: 204 })
  expect(product.asked).toContain('DELETE /api/v1/main/flows/company.team/support')
})

test('runs: all facts, newest first, counted by Kestra', async () => {
  const other = await fresh()
  const { json } = await other.ask('GET /billing/runs/?limit=2', { key })
  expect(json).toMatchObject({
    count: 4,
    results: [
      {
        id: '4ExecutionRunning',
        flow: { id: 'company.ops~cleanup', name: 'cleanup', version: 1 },
        status: 'running',
        trigger: 'manual',
        started_at: '2026-11-28T08:00:00.000Z',
        finished_at: null,
        duration_ms: null,
        channel: null,
        error: null,
      },
      {
        id: '3ExecutionSuccess',
        status: 'succeeded',
        trigger: 'webhook',
        started_at: '2026-11-27T10:00:00.100Z',
        finished_at: '2026-11-27T10:00:04.752Z',
        duration_ms: 4651,
        attempt: 1,
        is_test: false,
        channel: { id: `${flowId}~ask`, name: 'ask', type: 'webhook' },
        // 1200 × 0.25 + 300 × 2 per million.
        cost: '0.000900',
        currency: 'EUR',
        usage: { model_calls: 1, input_tokens: 1200, output_tokens: 300 },
      },
    ],
  })
  expect(json).not.toHaveProperty('results[0].cost')
  expect(product.asked).not.toContain('GET /api/v1/main/executions/search?size=100&sort=state.startDate%3Adesc&page=1')
})

test('filters that Kestra knows are asked of Kestra', async () => {
  const other = await fresh()
  const filter = `flow=${flowId}&status=failed&started_at__gte=2026-11-01T00:00:00Z`
  const { json } = await other.ask(`GET /billing/runs/?${filter}`, { key })
  expect(json).toMatchObject({
    count: 1,
    results: [
      {
        id: '2ExecutionFailed',
        status: 'failed',
        trigger: 'schedule',
        error: { code: 'FAILED', message: "Failed http request with response code '503'", node_id: 'read' },
      },
    ],
  })
  expect(product.unrecorded.filter((one) => one !== 'GET /')).toEqual([])
})

test('all other filters and orders are computed over all runs', async () => {
  const { json } = await ask('GET /billing/runs/?trigger=retry')
  expect(json).toMatchObject({
    count: 1,
    results: [
      {
        id: '1ExecutionReplay',
        status: 'succeeded',
        duration_ms: 3_723_004,
        retry_of: '0ExecutionGone',
        attempt: 2,
        flow: { version: 2 },
      },
    ],
  })
  // Its revision used a model without a price.
  expect(json).not.toHaveProperty('results[0].cost')
  expect((await ask('GET /billing/runs/?ordering=-duration_ms')).json).toMatchObject({
    results: [
      { id: '1ExecutionReplay' },
      { id: '3ExecutionSuccess' },
      { id: '2ExecutionFailed' },
      { id: '4ExecutionRunning' },
    ],
  })
})

test('a run: steps with the ids of the nodes, without secrets', async () => {
  const { json, text } = await ask('GET /billing/runs/3ExecutionSuccess/')
  expect(json).toMatchObject({
    cost: '0.000900',
    input: { body: { question: 'Where is my order?' }, parameters: { lang: ['en'] } },
    // The task that was skipped is no step.
    steps: [
      {
        seq: 0,
        node_id: 'read',
        node_name: 'Reads the question',
        node_type: 'io.kestra.plugin.core.http.Request',
        status: 'succeeded',
        started_at: '2026-11-27T10:00:00.200Z',
        duration_ms: 750,
        attempt: 1,
        error: null,
        output: { code: 200, body: 'Where is my order?' },
      },
      { seq: 1, node_id: 'reply', duration_ms: 3500, attempt: 2, output: { textOutput: 'It arrives today.' } },
    ],
  })
  expect(text).not.toContain('canary')
  const failed = await ask('GET /billing/runs/2ExecutionFailed/')
  expect(failed.json).toMatchObject({
    error: { node_id: 'read' },
    steps: [
      { status: 'failed', duration_ms: 1900, error: { message: "Failed http request with response code '503'" } },
    ],
  })
  expect(failed.text).not.toContain('HttpClient.java')
  expect(await ask('GET /billing/runs/nothing/')).toMatchObject({ status: 404 })
})

test('summary: totals and groups of all runs, and how many costs are not known', async () => {
  expect((await ask('GET /billing/runs/summary/?group_by=status,flow')).json).toMatchObject({
    totals: { count: 4, ended: 3, failed: 1, cost: '0.000900', unknown_costs: 1, duration_ms: 4651 + 2500 + 3_723_004 },
    groups: { flow: expect.arrayContaining([expect.objectContaining({ key: flowId, count: 3, label: 'support' })]) },
  })
  expect((await ask('GET /billing/runs/summary/?cost__gt=0')).json).not.toHaveProperty('totals.unknown_costs')
})

test('cancel stops an execution that has not ended', async () => {
  expect(await ask('POST /billing/runs/4ExecutionRunning/cancel/')).toMatchObject({ status: 200 })
  expect(product.asked).toContain('DELETE /api/v1/main/executions/4ExecutionRunning/kill')
  product.restore()
  expect(await ask('POST /billing/runs/2ExecutionFailed/cancel/')).toMatchObject({ status: 409 })
  expect(product.asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('retry restarts the execution, or replays it from the start', async () => {
  const restarted = await ask('POST /billing/runs/2ExecutionFailed/retry/', { from: 'failed' })
  expect(restarted).toMatchObject({ status: 201 })
  expect(restarted.json).toMatchObject({ id: '2ExecutionFailed', status: 'queued', attempt: 2 })
  const replayed = await ask('POST /billing/runs/2ExecutionFailed/retry/', { from: 'start' })
  expect(replayed.json).toMatchObject({ id: '5ExecutionReplay', retry_of: '2ExecutionFailed', trigger: 'retry' })
  const restart = 'POST /api/v1/main/executions/2ExecutionFailed/restart'
  product.replace(restart, { status: 409, answer: { message: 'Illegal state: Execution must be terminated' } })
  const refused = await ask('POST /billing/runs/2ExecutionFailed/retry/', {})
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.json).toMatchObject({ code: 'not_ready' })
})

test('tools: names of the key-value store and of secrets, with the flows that use them', async () => {
  const { json } = await ask('GET /tool/?ordering=name')
  expect(json).toMatchObject({
    count: 3,
    categories: { global: 3 },
    results: [
      { id: 'secret~~OPENAI_API_KEY', key: 'OPENAI_API_KEY', used_by_count: 1 },
      {
        id: 'kv~company~region',
        used_by_count: 1,
        created_at: '2026-10-01T08:00:00.000Z',
        updated_at: '2026-10-02T08:00:00.500Z',
      },
      { id: 'kv~company.ops~region', description: 'Region of the servers', used_by_count: 0 },
    ],
  })
  expect((await ask('GET /tool/kv~company~region/usage/')).json).toMatchObject({ flows: [{ id: flowId }] })
  product.replace('GET /api/v1/main/secrets?size=100&page=1', { status: 403, answer: { message: 'Forbidden' } })
  expect((await ask('GET /tool/')).json).toMatchObject({ count: 2 })
})

test('channels: triggers of enabled flows, without the key of a webhook', async () => {
  const { json, text } = await ask('GET /channel/')
  expect(json).toMatchObject({
    count: 2,
    results: [
      {
        id: `${flowId}~ask`,
        type: 'webhook',
        name: 'ask',
        status: 'connected',
        identifier: `${product.origin}/api/v1/main/executions/webhook/company.team/support/***`,
        flow: { id: flowId, name: 'support' },
        last_event_at: '2026-11-27T10:00:00.100Z',
      },
      { id: `${flowId}~weekly`, type: 'custom', status: 'paused', last_event_at: '2026-11-24T09:00:00.000Z' },
    ],
  })
  expect(text).not.toContain('canary')
  expect((await ask(`GET /channel/${flowId}~ask/`)).json).toMatchObject({ credentials: { key: { set: true } } })
})

test('the key goes to Kestra alone, in its own header', async () => {
  await (await fresh()).ask('GET /flow/', { key })
  for (const { target, headers } of product.requests) {
    if (target !== '/' && headers.authorization !== undefined) expect(headers.authorization).toBe(basic)
    expect(target).not.toContain('canary')
    expect(headers).not.toHaveProperty('x-api-key')
  }
  expect(console.log()).not.toContain('canary')
  expect(console.log()).not.toContain(basic)
})

test('an API token is sent as Bearer', async () => {
  await console.ask('GET /me/', { key: 'token-without-colon' })
  expect(product.requests.some(({ headers }) => headers.authorization === 'Bearer token-without-colon')).toBe(true)
})

test.each(['/acme', '/ui/acme', '/api/v1/acme'])('the tenant of the address %s', async (path) => {
  const other = await consoleOf(`${product.origin}${path}`, { prices })
  await other.ask('GET /flow/', { key })
  expect(product.asked.some((one) => one.startsWith('GET /api/v1/acme/flows/search'))).toBe(true)
})

const search = 'GET /api/v1/main/flows/search?size=100&sort=namespace:asc&sort=id:asc&page=1'

test.each([
  [403, 403, { message: 'Forbidden' }],
  [404, 404, { message: 'Not Found' }],
  [429, 429, { message: 'Too many requests' }],
  [500, 502, '<html><pre>java.lang.NullPointerException\n\tat io.kestra.Secret.java:1</pre></html>'],
  [200, 502, '<html>login</html>'],
  [200, 502, { results: [{ id: 'a' }], total: 1 }],
  [200, 502, { results: [] }],
])('a product that answers %i is %i', async (status, expected, answer) => {
  const other = await fresh()
  await other.ask('GET /me/', { key })
  product.replace(search, { status, answer, headers: { 'retry-after': '7' } })
  const got = await other.ask('GET /flow/', { key })
  expect([got.status, got.text]).toEqual([expected, expect.not.stringMatching(/java|<html|Secret/)])
  if (status === 429) expect(got.headers['retry-after']).toBe('7')
})

test('a redirect is not followed', async () => {
  const other = await fresh()
  await other.ask('GET /me/', { key })
  product.replace(search, { status: 302, answer: '', headers: { location: 'https://other.example.com/' } })
  expect(await other.ask('GET /flow/', { key })).toMatchObject({ status: 502, json: { code: 'upstream_redirect' } })
})

test('reads all pages of a list', async () => {
  const other = await fresh()
  await other.ask('GET /me/', { key })
  const flows = Array.from({ length: 101 }, (_, index) => ({ id: `flow-${index}`, namespace: 'a', tasks: [] }))
  product.replace(search, { answer: { results: flows.slice(0, 100), total: 101 } })
  product.replace(search.replace('page=1', 'page=2'), { answer: { results: flows.slice(100), total: 101 } })
  expect((await other.ask('GET /flow/?limit=1', { key })).json).toMatchObject({ count: 101 })
})
