/** Sign-in, flows and faults of the console in front of Windmill, by answers written from its API documents. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { recording, stopAll } from './support.ts'
import { at, folder, key, orders, windmillWithConsoles } from './windmill-product.ts'

afterAll(stopAll)

const { windmill, open, console, read, write } = await windmillWithConsoles()

beforeEach(() => windmill.restore())

const holidays = 'u~ann~holidays'

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
      const asked = windmill.asked.filter((target) => !target.endsWith('/flows/get/f/shop/none'))
      expect(asked).toEqual([])
    },
  )
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
