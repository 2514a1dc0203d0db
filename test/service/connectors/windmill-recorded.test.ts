/** The console in front of Windmill, by answers written from the API documents of Windmill 1.818. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleOf, recordedProduct, recording, stopAll } from './support.ts'

afterAll(stopAll)

const key = 'a-token-of-windmill'
const folder = 'windmill-1.818'
const windmill = await recordedProduct(folder, {
  key: { header: 'authorization', value: `Bearer ${key}` },
  refusals: { noKey: 'error-401', wrongKey: 'error-401' },
  isPublic: (target) => target === '/api/version',
})
const open = (path = '') => consoleOf(`${windmill.origin}${path}`)
const console = await open()
/** For writes, which would be seen in the lists of the other. */
const writer = await open()

beforeEach(() => windmill.restore())

const orders = 'f~shop~orders'
const holidays = 'u~ann~holidays'
const at = '/api/w/shop'
const jobId = (number: number) => `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`

/** A secret in the recordings, or a line of a stack trace. */
const secret = /canary-windmill|\/srv\/secret/

async function read(path: string, from = console): Promise<unknown> {
  const { status, json, text } = await from.ask(`GET ${path}`, { key })
  expect(status, text).toBe(200)
  expect(text).not.toMatch(secret)
  return json
}

/** The answer of a write of the other console. */
const write = (request: string, body?: unknown) => writer.ask(request, { key, ...(body === undefined ? {} : { body }) })

describe('sign-in', () => {
  test('a request without a key gets the steps to a token', async () => {
    expect(await console.ask('GET /me/')).toMatchObject({
      status: 401,
      json: { code: 'not_authenticated', sign_in: { kind: 'windmill', title: 'Windmill', label: 'Token', url: null } },
    })
  })

  test('a wrong key is refused, and is in no log', async () => {
    const { status, json } = await console.ask('GET /me/', { key: 'wrong-key-0001' })
    expect([status, json]).toMatchObject([401, { code: 'not_authenticated', sign_in: { kind: 'windmill' } }])
    expect(console.log()).not.toContain('wrong-key-0001')
  })

  test('me names the person, the workspace, the version, and what Windmill lacks', async () => {
    expect(await read('/me/')).toMatchObject({
      person: { id: 'ann', name: 'Ann Berg', email: 'ann@example.com' },
      account: { id: 'windmill', name: 'The shop' },
      role: 'owner',
      service: { name: 'Windmill', version: '1.818.0' },
      product: {
        kind: 'windmill',
        file_format: 'windmill',
        links: { flow: `${windmill.origin}/flows/get/{flow}`, node: null, run: `${windmill.origin}/run/{run}` },
        lacks: expect.arrayContaining(['flow.pause', 'flow.duplicate', 'tool.create', 'conversation.list']),
      },
    })
    for (const { headers, target } of windmill.requests)
      if (target.startsWith(`${at}/`)) expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(windmill.requests.every(({ target }) => !target.includes(key))).toBe(true)
  })

  test('the product is recognised without a key, which is not sent for it', async () => {
    const fresh = await open()
    expect((await fresh.ask('GET /me/')).status).toBe(401)
    expect(windmill.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    windmill.replace('GET /api/version', { answer: '<!doctype html><title>An app</title>' })
    expect((await (await open()).ask('GET /me/', { key })).status).not.toBe(200)
  })

  test('an operator can only read', async () => {
    const { answer } = recording(folder, 'whoami')
    windmill.replace(`GET ${at}/users/whoami`, { answer: { ...Object(answer), operator: true } })
    expect(await read('/me/')).toMatchObject({ role: 'viewer', scopes: ['read'] })
  })

  test('of several workspaces, the address has to name one', async () => {
    const several = ['shop', 'lab'].map((id) => ({ id, name: id, disabled: false }))
    windmill.replace('GET /api/workspaces/users', { answer: { email: 'a', workspaces: several } })
    const { status, json } = await (await open()).ask('GET /flow/', { key })
    expect(status).toBe(409)
    expect(json).toMatchObject({
      detail: expect.stringMatching(/shop and lab\. Add one to API_BASE_URL: .*\/w\/shop\.$/),
    })
    for (const path of ['/w/shop', '/api/w/shop/']) {
      const named = await open(path)
      expect(await read('/flow/', named)).toMatchObject({ count: 3 })
      expect(await read('/me/', named)).toMatchObject({
        product: { links: { flow: `${windmill.origin}/flows/get/{flow}?workspace=shop` } },
      })
    }
    windmill.replace('GET /api/workspaces/users', { answer: { email: 'a', workspaces: [] } })
    expect((await (await open()).ask('GET /flow/', { key })).status).toBe(403)
  })
})

describe('flows', () => {
  test('the list has what Windmill records, and nothing else', async () => {
    await expect.poll(() => read('/flow/')).toMatchObject({ results: [{ run_count: 8 }, {}, {}] })
    const page = await read('/flow/')
    expect(page).toMatchObject({
      count: 3,
      results: [
        {
          id: orders,
          name: 'Orders of the day',
          description: 'Checks orders.',
          status: 'active',
          tags: ['orders', 'daily'],
          node_count: 8,
          edge_count: 4,
          trigger_types: ['schedule', 'webhook'],
          updated_at: '2026-10-02T10:00:00Z',
          last_run_at: '2026-10-03T09:20:00Z',
          last_run_status: 'queued',
        },
        { id: 'f~shop~nameless', name: 'f/shop/nameless', status: 'active', node_count: 0, trigger_types: [] },
        { id: holidays, name: 'Holidays', status: 'archived', node_count: 1, run_count: 0, last_run_at: null },
      ],
    })
    for (const absent of ['created_at', 'created_by', 'version', 'cost_last_30_days'])
      expect(Object(page).results[0], absent).not.toHaveProperty(absent)
  })

  test('the list can be searched, filtered and ordered', async () => {
    expect(await read('/flow/?search=holi')).toMatchObject({ count: 1, results: [{ id: holidays }] })
    expect(await read('/flow/?status=archived')).toMatchObject({ count: 1, results: [{ id: holidays }] })
    expect(await read('/flow/?ordering=node_count', await open())).toMatchObject({
      results: [{ node_count: 0 }, { node_count: 1 }, { node_count: 8 }],
    })
    expect(await read('/flow/tag/')).toEqual({
      results: [
        { tag: 'orders', count: 1 },
        { tag: 'daily', count: 1 },
      ],
      more: false,
    })
  })

  test('a flow has its nodes and edges, without secrets', async () => {
    expect(await read(`/flow/${orders}/`)).toMatchObject({
      id: orders,
      version: 41,
      status: 'active',
      nodes: [
        { id: 'a', type: 'code', name: 'Fetch the orders' },
        { id: 'b', type: 'forloopflow', name: 'For loop' },
        { id: 'c', type: 'script', name: 'f/shop/check', parent: 'b' },
        { id: 'd', type: 'condition', parent: 'b' },
        { id: 'e', type: 'wait', name: 'Ask', parent: 'b' },
        { id: 'f', type: 'forloopflow' },
        { id: 'g', name: 'Write', parent: 'f' },
        { id: 'failure_module', type: 'group' },
        { id: 'failure', parent: 'failure_module' },
      ],
      edges: [
        { source: 'a', target: 'b' },
        { source: 'c', target: 'd' },
        { source: 'd', source_handle: 'case_0', target: 'e', label: 'Large' },
        { source: 'b', target: 'f' },
      ],
      validation: [],
      metadata: { source: { format: 'windmill', tag: 'heavy' } },
      trigger_types: ['schedule', 'webhook'],
    })
  })

  test('the export is the file of Windmill, and is imported unchanged at a free path', async () => {
    const { text, headers } = await console.ask(`GET /flow/${orders}/export/`, { key })
    expect(headers['content-disposition']).toContain('Orders of the day.json')
    const { answer } = recording(folder, 'flow-get')
    const { summary, description, value, schema, tag } = Object(answer)
    expect(text).toBe(`${JSON.stringify({ summary, description, value, schema, tag }, null, 4)}\n`)
    const { status, json } = await write('POST /flow/import/', { template: text, name: 'Night: orders!' })
    expect([status, json]).toMatchObject([
      201,
      { id: 'u~ann~night_orders_2', name: 'Night: orders!', import: { source_format: 'windmill' } },
    ])
    expect(windmill.bodies(`POST ${at}/flows/create`)).toEqual([
      { summary: 'Night: orders!', description, value, schema, tag, path: 'u/ann/night_orders_2' },
    ])
  })

  test('a file of another product is refused', async () => {
    const answer = await write('POST /flow/import/', { template: { name: 'n', nodes: [], connections: {} } })
    expect(answer).toMatchObject({ status: 422, json: { code: 'not_a_template', reason: 'other-product' } })
    expect(windmill.bodies(`POST ${at}/flows/create`)).toEqual([])
  })

  test('a new flow has a path from its name', async () => {
    const body = { name: 'Night: orders!', description: 'Later' }
    expect(await write('POST /flow/', body)).toMatchObject({ status: 201, json: { id: 'u~ann~night_orders_2' } })
    expect(windmill.bodies(`POST ${at}/flows/create`)).toMatchObject([
      { path: 'u/ann/night_orders_2', summary: 'Night: orders!', description: 'Later', value: { modules: [] } },
    ])
  })

  test('a rename and tags keep everything else, and the version is compared', async () => {
    expect((await write(`PATCH /flow/${orders}/`, { name: 'Orders', version: 41 })).status).toBe(200)
    expect((await write(`PUT /flow/${orders}/tags/`, { tags: ['x'] })).status).toBe(200)
    const { path, summary, description, value, schema, tag, labels } = Object(recording(folder, 'flow-get').answer)
    const kept = { path, description, value, schema, tag }
    expect(windmill.bodies(`POST ${at}/flows/update/f/shop/orders`)).toEqual([
      { ...kept, labels, summary: 'Orders' },
      { ...kept, labels: ['x'], summary },
    ])
    const late = await write(`PATCH /flow/${orders}/`, { name: 'Orders', version: 40 })
    expect(late).toMatchObject({ status: 409, json: { code: 'version_conflict', current: { version: 41 } } })
    expect(windmill.bodies(`POST ${at}/flows/update/f/shop/orders`)).toHaveLength(2)
  })

  test('flows are archived, activated again and deleted', async () => {
    expect((await write(`POST /flow/${orders}/archive/`)).status).toBe(200)
    expect((await write(`POST /flow/${holidays}/activate/`)).status).toBe(200)
    expect(windmill.bodies(`POST ${at}/flows/archive/f/shop/orders`)).toEqual([{ archived: true }])
    expect(windmill.bodies(`POST ${at}/flows/archive/u/ann/holidays`)).toEqual([{ archived: false }])
    expect((await write(`DELETE /flow/${holidays}/`)).status).toBe(204)
    expect(windmill.asked).toContain(`DELETE ${at}/flows/delete/u/ann/holidays`)
    expect((await write(`POST /flow/${orders}/pause/`)).status).toBe(404)
  })

  test.each(['f~shop~none', 'f~..~..~users', 'f%2F..%2F..%2Fusers%2Fwhoami', 'f~shop~a%3Fb', 'nothing'])(
    'the id %s is 404, and leads nowhere else in the API',
    async (id) => {
      windmill.replace(`GET ${at}/flows/get/f/shop/none`, recording(folder, 'error-404-flow'))
      expect(await console.ask(`GET /flow/${id}/`, { key })).toMatchObject({ status: 404, json: { code: 'not_found' } })
      const asked = windmill.asked.filter((target) => !/\/flows\/get\/f\/shop\/none$/.test(target))
      expect(asked).toEqual([])
    },
  )
})

describe('runs', () => {
  test('the list has jobs of flows, without planned ones and passes of loops', async () => {
    await expect.poll(() => read('/billing/runs/')).toMatchObject({ count: 9 })
    const page = await read('/billing/runs/')
    const flow = { id: orders, name: 'Orders of the day' }
    expect(page).toMatchObject({
      results: [
        { id: jobId(9), flow, status: 'queued', trigger: 'manual', finished_at: null, duration_ms: null },
        { id: jobId(8), status: 'waiting', trigger: 'message', started_at: '2026-10-03T09:10:01Z' },
        { id: jobId(7), status: 'running', trigger: 'webhook', duration_ms: null },
        { id: jobId(5), status: 'succeeded', is_test: true, trigger: 'manual', channel: null, error: null },
        { id: jobId(4), status: 'succeeded', is_test: false, duration_ms: 900 },
        { id: jobId(3), status: 'cancelled', trigger: 'manual', error: null },
        {
          id: jobId(2),
          status: 'failed',
          trigger: 'webhook',
          started_at: '2026-10-03T08:00:00Z',
          finished_at: '2026-10-03T08:00:01.500Z',
          duration_ms: 1500,
          error: { code: 'ExecutionErr', message: 'No answer of the shop', node_id: 'a' },
        },
        {
          id: jobId(6),
          flow: { id: 'f~shop~nameless', name: 'f/shop/nameless' },
          trigger: 'subflow',
          parent_run: jobId(1),
        },
        {
          id: jobId(1),
          status: 'succeeded',
          trigger: 'schedule',
          channel: { id: 'schedule.f~shop~morning', name: 'Every morning', type: 'custom' },
          finished_at: '2026-10-03T07:00:05Z',
          duration_ms: 5000,
          parent_run: null,
        },
      ],
    })
    const { results } = Object(page)
    expect([results[4], results[6]].map((row) => ['trigger', 'channel', 'cost'].filter((name) => name in row))).toEqual(
      [[], ['trigger']],
    )
  })

  test('runs are filtered and added up', async () => {
    expect(await read('/billing/runs/?status=failed')).toMatchObject({ count: 1, results: [{ id: jobId(2) }] })
    expect(await read(`/billing/runs/?flow=${orders}&trigger=manual`)).toMatchObject({ count: 3 })
    expect(await read('/billing/runs/summary/?group_by=status')).toMatchObject({
      totals: { count: 9, ended: 6, failed: 1, duration_ms: 9100 },
      groups: { status: expect.arrayContaining([expect.objectContaining({ key: 'succeeded', count: 4 })]) },
    })
  })

  test('the steps of a run are its modules, with those of each pass and branch', async () => {
    const detail = await read(`/billing/runs/${jobId(1)}/`)
    expect(detail).toMatchObject({
      status: 'succeeded',
      retry_of: null,
      input: { day: 'monday', password: '***' },
      output: { written: 2 },
      steps: [
        {
          seq: 0,
          node_id: 'a',
          node_name: 'Fetch the orders',
          node_type: 'code',
          status: 'succeeded',
          handle: 'out',
          started_at: '2026-10-03T07:00:00.500Z',
          duration_ms: 400,
          attempt: 2,
          error: null,
          output: [1, 2],
        },
        { node_id: 'b', started_at: '2026-10-03T07:00:01.000Z', duration_ms: 2500, handle: 'out' },
        { node_id: 'c', node_name: 'f/shop/check', duration_ms: 300, output: { total: 1, api_key: '***' } },
        { node_id: 'd', handle: 'else', duration_ms: 10 },
        { node_id: 'c', started_at: '2026-10-03T07:00:02.100Z', output: null },
        { node_id: 'd', handle: 'case_0', duration_ms: 900 },
        { node_id: 'e', node_type: 'wait', duration_ms: 700, output: 'asked' },
        { node_id: 'f', status: 'succeeded', duration_ms: 350 },
        { node_id: 'g', node_name: 'Write', status: 'succeeded', output: 'written' },
        {
          seq: 9,
          node_id: 'g',
          status: 'failed',
          handle: null,
          error: { code: 'DbError', message: 'The table is locked' },
        },
      ],
    })
    expect(Object(detail).steps).toHaveLength(10)
  })

  test('a failed run names the step and its error, and what the error handler did', async () => {
    expect(await read(`/billing/runs/${jobId(2)}/`)).toMatchObject({
      status: 'failed',
      error: { code: 'ExecutionErr', message: 'No answer of the shop', node_id: 'a' },
      output: null,
      steps: [
        { node_id: 'a', status: 'failed', duration_ms: 600, error: { message: 'No answer of the shop' } },
        { node_id: 'failure', status: 'succeeded', duration_ms: 300, output: null },
      ],
    })
  })

  test('a waiting run shows the step before as done, reused from the first run', async () => {
    const detail = await read(`/billing/runs/${jobId(8)}/`)
    expect(detail).toMatchObject({
      status: 'waiting',
      steps: [
        { node_id: 'a', status: 'succeeded', is_reused: true },
        { node_id: 'b', status: 'waiting', handle: null },
      ],
    })
    expect(Object(detail).steps[1]).not.toHaveProperty('started_at')
  })

  test('a run is cancelled, restarted at its failed step, and started again', async () => {
    expect((await write(`POST /billing/runs/${jobId(8)}/cancel/`)).status).toBe(200)
    expect(windmill.bodies(`POST ${at}/jobs_u/queue/cancel/${jobId(8)}`)).toHaveLength(1)
    expect(await write(`POST /billing/runs/${jobId(1)}/cancel/`)).toMatchObject({ status: 409 })
    expect(await write(`POST /billing/runs/${jobId(2)}/retry/`, { from: 'failed' })).toMatchObject({
      status: 201,
      json: { id: jobId(40), status: 'running', retry_of: jobId(2), steps: [{ node_id: 'a', status: 'running' }] },
    })
    expect(windmill.bodies(`POST ${at}/jobs/restart/f/${jobId(2)}`)).toEqual([{ step_id: 'a' }])
    expect(await write(`POST /billing/runs/${jobId(1)}/retry/`, { from: 'failed' })).toMatchObject({ status: 409 })
    expect((await write(`POST /billing/runs/${jobId(2)}/retry/`, { from: 'start' })).status).toBe(201)
    expect(await write(`POST /flow/${orders}/run/`, { input: { day: 'friday' } })).toMatchObject({
      status: 201,
      json: { id: jobId(50), status: 'queued', flow: { id: orders }, input: { day: 'friday' }, steps: [] },
    })
    expect(windmill.bodies(`POST ${at}/jobs/run/f/f/shop/orders`)).toEqual([{ day: 'tuesday' }, { day: 'friday' }])
  })

  test.each(['nothing', '..%2F..%2Fusers', `${jobId(1)}%3Fx=1`])('the run %s is 404', async (id) => {
    expect((await console.ask(`GET /billing/runs/${id}/`, { key })).status).toBe(404)
    expect(windmill.asked.filter((target) => target.includes('jobs_u'))).toEqual([])
  })
})

describe('channels and tools', () => {
  test('schedules and HTTP triggers of flows are channels', async () => {
    expect(await read('/channel/')).toMatchObject({
      count: 5,
      results: [
        { id: 'schedule.f~shop~morning', name: 'Every morning', provider: 'schedule', status: 'connected' },
        { id: 'schedule.f~shop~broken', status: 'error', status_reason: 'Could not schedule the next run' },
        { id: 'schedule.f~shop~night', status: 'paused', status_reason: 'The schedule is turned off in Windmill.' },
        { id: 'http.f~shop~old_hook', identifier: `${windmill.origin}/api/r/old`, status: 'paused' },
        {
          id: 'http.f~shop~hook',
          type: 'webhook',
          name: 'New order',
          identifier: `${windmill.origin}/api/r/shop/orders/new`,
          status: 'connected',
          flow: { id: orders, name: 'Orders of the day' },
        },
      ],
    })
  })

  test('a schedule has its times and its last run', async () => {
    await expect
      .poll(() => read('/channel/schedule.f~shop~morning/'))
      .toMatchObject({
        config: { cron: '0 0 7 * * *', timezone: 'Europe/Oslo' },
        last_event_at: '2026-10-03T07:00:00Z',
        flow: { id: orders, name: 'Orders of the day' },
        flow_status: 'active',
        address: null,
      })
    expect(await read('/channel/http.f~shop~hook/')).toMatchObject({
      config: { method: 'POST', authentication: 'api_key' },
    })
  })

  test('a schedule is turned off, and a trigger on', async () => {
    expect((await write('POST /channel/schedule.f~shop~morning/pause/')).status).toBe(200)
    expect((await write('POST /channel/http.f~shop~old_hook/resume/')).status).toBe(200)
    expect(windmill.bodies(`POST ${at}/schedules/setenabled/f/shop/morning`)).toEqual([{ enabled: false }])
    expect(windmill.bodies(`POST ${at}/http_triggers/setmode/f/shop/old_hook`)).toEqual([{ mode: 'enabled' }])
  })

  test('scripts, resources and variables are tools, without a value', async () => {
    const page = await read('/tool/')
    expect(page).toMatchObject({
      count: 5,
      categories: { code: 2, global: 3 },
      results: [
        { id: 'script.f~shop~check', name: 'Check an order', category: 'code', used_by_count: 1 },
        { id: 'resource.f~shop~db', name: 'f/shop/db', description: 'Resource of the type postgresql' },
        { id: 'variable.f~shop~region', description: 'Variable' },
        { id: 'variable.f~shop~token', description: 'Token of the shop', category: 'global' },
        { id: 'script.f~shop~unused', description: 'For later', used_by_count: 0 },
      ],
    })
    expect(Object(page).results[1]).not.toHaveProperty('used_by_count')
    for (const id of ['script.f~shop~check', 'resource.f~shop~db', 'variable.f~shop~token'])
      expect(await read(`/tool/${id}/usage/`)).toMatchObject({ flows: [{ id: orders, node_count: 8 }] })
    expect((await console.ask('GET /tool/script.none/', { key })).status).toBe(404)
  })

  test('lists that the key does not allow are left out', async () => {
    for (const list of ['schedules/list?is_flow=true&', 'http_triggers/list?is_flow=true&', 'variables/list?'])
      windmill.replace(`GET ${at}/${list}page=1&per_page=100`, { status: 403, answer: 'Require admin' })
    const fresh = await open()
    expect(await read('/tool/', fresh)).toMatchObject({ count: 3 })
    expect(await read('/channel/', fresh)).toMatchObject({ count: 0 })
    expect(Object(await read('/flow/', fresh)).results[0]).not.toHaveProperty('trigger_types')
  })
})

describe('faults', () => {
  const list = `GET ${at}/flows/list?show_archived=false&page=1&per_page=100`

  test.each([
    ['403', { status: 403, answer: 'Not allowed' }, 403, 'permission_denied'],
    ['429', { status: 429, headers: { 'retry-after': '7' }, answer: 'Slow down' }, 429, 'throttled'],
    [
      'a stack trace',
      { status: 500, answer: '<html><pre>Error: at /srv/secret.ts:1</pre></html>' },
      502,
      'upstream_broken',
    ],
    ['a web page', { status: 200, answer: '<!doctype html><title>Windmill</title>' }, 502, 'upstream_broken'],
    ['a missing field', { status: 200, answer: [{ path: 'f/a/b' }] }, 502, 'upstream_broken'],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example/' }, answer: '' },
      502,
      'upstream_redirect',
    ],
  ])('%s', async (_, replacement, status, code) => {
    const fresh = await open()
    windmill.replace(list, replacement)
    const answer = await fresh.ask('GET /flow/', { key })
    expect(answer).toMatchObject({ status, json: { code } })
    expect(answer.text).not.toMatch(/srv\/secret|<pre>/)
    if (status === 429) expect(answer.headers['retry-after']).toBe('7')
  })

  test('an answer that breaks off', async () => {
    const fresh = await open()
    windmill.replace(list, (_, response) => void response.destroy())
    expect((await fresh.ask('GET /flow/', { key })).status).toBeGreaterThanOrEqual(500)
  })
})
