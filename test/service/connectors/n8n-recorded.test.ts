/** Flows, tools and channels of n8n, by answers recorded from n8n 2.30.0. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { flows, n8nConsole, n8nKey, recordedAnswer, recordedN8n } from './n8n-product.ts'
import { stopAll } from './support.ts'

afterAll(stopAll)
const n8n = await recordedN8n()
const console = await n8nConsole(n8n)
beforeEach(() => n8n.restore())

const ask = (request: string, body?: unknown) =>
  console.ask(request, { key: n8nKey, ...(body === undefined ? {} : { body }) })

const Named = z.looseObject({ id: z.string(), name: z.string() })
const NamedPage = z.object({ count: z.int(), results: z.array(Named) })
/** Count and names of a list. */
const namesIn = async (request: string): Promise<[number, ...string[]]> => {
  const { count, results } = NamedPage.parse((await ask(request)).json)
  return [count, ...results.map(({ name }) => name)]
}

test('a key that n8n allows no write is read-only', async () => {
  expect((await ask('GET /me/')).json).toMatchObject({ role: 'owner', scopes: ['read', 'write'] })
  const asked = n8n.requests.filter(({ method }) => method === 'POST').map(({ target }) => target)
  expect(asked).toHaveLength(3)
  for (const target of asked) n8n.replace(`POST ${target}`, { status: 403, answer: { message: 'Forbidden' } })
  expect((await ask('GET /me/')).json).toMatchObject({ role: 'viewer', scopes: ['read'] })
  n8n.replace(`POST ${asked[0] ?? ''}`, { status: 404, answer: { message: 'Not found' } })
  expect((await ask('GET /me/')).json).toMatchObject({ role: 'owner' })
})

test('me says which product answers, its version, its pages and what it lacks', async () => {
  const { status, json } = await ask('GET /me/')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    service: { name: 'n8n', version: '2.30.0' },
    product: {
      kind: 'n8n',
      title: 'n8n',
      file_format: 'n8n',
      links: {
        flow: `${n8n.origin}/workflow/{flow}`,
        node: `${n8n.origin}/workflow/{flow}/{node}`,
        run: `${n8n.origin}/workflow/{flow}/executions/{run}`,
      },
      lacks: [
        'flow.duplicate',
        'flow.bind',
        'tool.create',
        'tool.edit',
        'tool.remove',
        'conversation.edit',
        'balance.read',
      ],
    },
  })
})

test('every recorded workflow is a flow with its facts', async () => {
  const { json } = await ask('GET /flow/?ordering=name')
  const common = { sample: false, tags: [] }
  const never = { last_run_at: null, last_run_status: null, run_count: 0 }
  expect(json).toMatchObject({ count: 8, next: null, previous: null })
  const { results } = NamedPage.parse(json)
  expect(Object.fromEntries(results.map((row) => [row.id, row]))).toMatchObject({
    [flows.orders]: {
      ...common,
      name: 'Orders from the shop',
      status: 'active',
      tags: ['Größe Ω', 'shop'],
      node_count: 7,
      edge_count: 5,
      trigger_types: ['webhook'],
      created_at: '2026-11-28T09:29:03.079Z',
      updated_at: '2026-11-28T09:29:03.079Z',
      last_run_at: '2026-11-28T09:29:12.578Z',
      last_run_status: 'failed',
      run_count: 3,
      runs_last_30_days: 3,
      failed_last_30_days: 1,
    },
    [flows.tax]: { ...common, status: 'active', last_run_at: '2026-11-28T09:29:09.743Z', run_count: 1 },
    [flows.mails]: { ...common, status: 'active', tags: ['shop'], node_count: 6, edge_count: 5, run_count: 1 },
    [flows.courier]: {
      ...common,
      status: 'active',
      last_run_at: '2026-11-28T09:32:09.076Z',
      last_run_status: 'running',
      run_count: 2,
      runs_last_30_days: 0,
    },
    [flows.nightly]: { ...common, ...never, status: 'paused', trigger_types: ['schedule'] },
    [flows.names]: { ...common, ...never, name: '名前 الاسم नाम שם имя ชื่อ 🧾 e\u0301', node_count: 2, edge_count: 1 },
    [flows.archived]: { ...common, ...never, status: 'archived', updated_at: '2026-11-28T09:29:08.746Z' },
    [flows.helper]: { ...common, ...never, status: 'paused', node_count: 4, edge_count: 3 },
  })
})

test('the newest run of a flow is known before all pages are', async () => {
  const first = await n8nConsole(n8n)
  const { json } = await first.ask('GET /flow/?search=courier', { key: n8nKey })
  expect(json).toMatchObject({ results: [{ last_run_status: 'running', last_run_at: '2026-11-28T09:32:09.076Z' }] })
})

test('search, filters and order are exact', async () => {
  expect(await namesIn('GET /flow/?search=ORDER&ordering=name')).toEqual([2, 'Orders from the shop', 'Tax of an order'])
  expect(await namesIn('GET /flow/?search=%E5%90%8D%E5%89%8D')).toEqual([1, '名前 الاسم नाम שם имя ชื่อ 🧾 e\u0301'])
  // The composed form finds the decomposed name.
  expect(await namesIn('GET /flow/?search=%C3%A9')).toEqual([1, '名前 الاسم नाम שם имя ชื่อ 🧾 e\u0301'])
  expect(await namesIn('GET /flow/?status=archived')).toEqual([1, 'Old import'])
  expect(await namesIn('GET /flow/?status=paused,archived&ordering=-created_at')).toEqual([
    4,
    'Shop helper',
    'Old import',
    '名前 الاسم नाम שם имя ชื่อ 🧾 e\u0301',
    'Nightly report',
  ])
  expect(await namesIn('GET /flow/?tag=shop&ordering=name')).toEqual([2, 'Answer mails', 'Orders from the shop'])
  expect(await namesIn(`GET /flow/?tag=${encodeURIComponent('Größe Ω')}`)).toEqual([1, 'Orders from the shop'])
  expect(await namesIn('GET /flow/?tag=absent')).toEqual([0])
  expect((await namesIn('GET /flow/?ordering=-run_count&limit=1'))[1]).toBe('Orders from the shop')
  expect((await namesIn('GET /flow/?ordering=-last_run_at&limit=1'))[1]).toBe('Wait for the courier')
})

test('pages are cut by offset, with links to the others', async () => {
  const { json } = await ask('GET /flow/?ordering=name&limit=3&offset=3')
  expect(json).toMatchObject({
    count: 8,
    previous: `${console.origin}/api/flow/?ordering=name&limit=3&offset=0`,
    next: `${console.origin}/api/flow/?ordering=name&limit=3&offset=6`,
  })
  expect(NamedPage.parse(json).results.map(({ id }) => id)).toHaveLength(3)
  expect((await ask('GET /flow/?cursor=abc')).status).toBe(400)
})

test('all pages of n8n are one list', async () => {
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(recordedAnswer('workflows-list'))
  const path = 'GET /api/v1/workflows?limit=250&excludePinnedData=true'
  // As recorded for ?limit=2.
  const cursor = 'eyJsaW1pdCI6Miwib2Zmc2V0IjoyfQ=='
  n8n.replace(path, { answer: { data: data.slice(0, 5), nextCursor: cursor } })
  n8n.replace(`${path}&cursor=${encodeURIComponent(cursor)}`, { answer: { data: data.slice(5), nextCursor: null } })
  const paged = await n8nConsole(n8n)
  const { json } = await paged.ask('GET /flow/?limit=100', { key: n8nKey })
  expect(NamedPage.parse(json).count).toBe(8)
  expect(n8n.asked.filter((request) => request.includes('cursor='))).toHaveLength(1)
})

test('tags have the number of their flows', async () => {
  expect((await ask('GET /flow/tag/')).json).toEqual({
    results: [
      { tag: 'shop', count: 2 },
      { tag: 'Größe Ω', count: 1 },
    ],
    more: false,
  })
})

test('a flow has its nodes, its edges and its version', async () => {
  const { status, json, text } = await ask(`GET /flow/${flows.orders}/`)
  expect(status).toBe(200)
  expect(json).toMatchObject({ channels: [{ name: 'Webhook', type: 'webhook' }] })
  const Detail = z.looseObject({
    version: z.int(),
    nodes: z.array(Named),
    edges: z.array(z.looseObject({ source: z.string(), target: z.string(), source_handle: z.string().nullable() })),
  })
  const { version, nodes, edges } = Detail.parse(json)
  expect((await ask('GET /flow/?search=from the shop')).json).toMatchObject({ results: [{ version }] })
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  expect(names.size).toBe(7)
  expect(
    edges
      .map(({ source, source_handle: handle, target }) => [names.get(source), handle, names.get(target)].join(' → '))
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([
    'Check order → out → Large?',
    'Large? → false → Small order',
    'Large? → true → Tax',
    'Tax → out → Book in the shop',
    'Webhook → out → Check order',
  ])
  expect(text).not.toContain('SUPERSECRET')
})

test('an export is the answer of n8n', async () => {
  const { status, headers, json } = await ask(`GET /flow/${flows.names}/export/`)
  expect(status).toBe(200)
  expect(json).toEqual(recordedAnswer('workflow-names'))
  expect(headers['content-disposition']).toContain(encodeURIComponent('名前'))
})

test('credentials, callable workflows and tools of agents are tools, with who uses them', async () => {
  const { json, text } = await ask('GET /tool/?ordering=name')
  expect(json).toMatchObject({ count: 4, categories: { global: 2, transform: 1, api: 1 } })
  expect(await namesIn('GET /tool/?ordering=name')).toEqual([4, 'Calculator', 'Model', 'Shop API', 'Tax of an order'])
  const { results } = NamedPage.parse(json)
  const byName = Object.fromEntries(results.map((row) => [row.name, row]))
  expect(byName).toMatchObject({
    'Shop API': { key: 'httpHeaderAuth', category: 'global', used_by_count: 1, config: {} },
    Model: { key: 'openAiApi', category: 'global', used_by_count: 2 },
    'Tax of an order': { id: `workflow.${flows.tax}`, category: 'transform', used_by_count: 1 },
    Calculator: { key: 'toolCalculator', used_by_count: 1 },
  })
  const usage = await ask(`GET /tool/${String(byName['Model']?.id)}/usage/`)
  expect(usage.json).toMatchObject({ flows: [{ id: flows.mails }, { id: flows.helper }], channels: [] })
  expect(text).not.toContain('SUPERSECRET')
  expect(await namesIn('GET /tool/?category=transform')).toEqual([1, 'Tax of an order'])
  expect((await ask('GET /tool/credential.none/')).status).toBe(404)
})

test('triggers of active workflows are channels', async () => {
  const { json } = await ask('GET /channel/')
  expect(json).toMatchObject({
    count: 3,
    results: [
      {
        name: 'Courier',
        type: 'webhook',
        identifier: `${n8n.origin}/webhook/courier`,
        flow: { id: flows.courier, name: 'Wait for the courier' },
        last_event_at: '2026-11-28T09:32:09.076Z',
      },
      { name: 'Mail', last_event_at: '2026-11-28T09:31:08.733Z' },
      { name: 'Webhook', identifier: `${n8n.origin}/webhook/orders`, last_event_at: '2026-11-28T09:29:12.578Z' },
    ],
  })
  const id = `${flows.courier}.w1`
  expect((await ask(`GET /channel/${id}/`)).json).toMatchObject({ id, flow_status: 'active', credentials: {} })
  expect(await namesIn('GET /channel/?search=orders')).toEqual([1, 'Webhook'])
})
