/** The console in front of Flowise, by answers written from the API documents of Flowise 3.1: flows and tools. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  agentflow,
  chatflow,
  folder,
  key,
  openConsole,
  read as readFrom,
  rowsOf,
  startFlowise,
} from './flowise-console.ts'
import { recording, stopAll } from './support.ts'

afterAll(stopAll)

const flowise = await startFlowise()
const open = () => openConsole(flowise.origin)
const console = await open()
/** For writes, which would be seen in the lists of the other. */
const writer = await open()
const read = (path: string) => readFrom(console, path)

beforeEach(() => flowise.restore())

const sketch = '3f1c1f0e-6f3a-4b83-9f7e-1c2d3e4f5a03'

describe('sign-in', () => {
  test('a request without a key gets the steps to a key', async () => {
    const { status, json } = await console.ask('GET /me/')
    expect(status).toBe(401)
    expect(json).toMatchObject({
      code: 'not_authenticated',
      sign_in: { kind: 'flowise', title: 'Flowise', label: 'API key', url: `${flowise.origin}/apikey` },
    })
  })

  test('a wrong key is refused, and is in no log', async () => {
    const { status, json } = await console.ask('GET /me/', { key: 'wrong-key-0001' })
    expect(status).toBe(401)
    expect(json).toMatchObject({ code: 'not_authenticated', sign_in: { kind: 'flowise' } })
    expect(console.log()).not.toContain('wrong-key-0001')
  })

  test('me names the product, its version and what it lacks', async () => {
    expect(await read('/me/')).toMatchObject({
      person: null,
      account: { id: 'flowise', name: 'Flowise', currency: 'EUR' },
      service: { name: 'Flowise', version: '3.1.3' },
      product: {
        kind: 'flowise',
        file_format: 'flowise',
        links: { flow: null, node: null, run: null },
        lacks: expect.arrayContaining(['flow.activate', 'flow.archive', 'channel.list', 'conversation.edit']),
      },
    })
    expect(flowise.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true)
  })

  test('a key without a right for flows still signs in', async () => {
    const { status, answer } = recording(folder, 'error-403')
    flowise.replace('GET /api/v1/chatflows?page=1&limit=1', { status, answer })
    expect((await console.ask('GET /me/', { key })).status).toBe(200)
  })
})

describe('flows', () => {
  test('the list has what Flowise records, and nothing else', async () => {
    // Counts of runs are certain once all runs are loaded, which the first visit does not wait for.
    await expect.poll(() => read('/flow/')).toMatchObject({ results: [{ run_count: 7 }, {}, {}, {}] })
    const page = await read('/flow/')
    expect(page).toMatchObject({
      count: 4,
      results: [
        {
          id: agentflow,
          name: 'Refund desk',
          tags: ['support'],
          node_count: 5,
          edge_count: 4,
          trigger_types: ['message'],
          created_at: '2026-09-05T10:00:00.000Z',
          updated_at: '2026-10-03T07:15:00.000Z',
          run_count: 7,
          last_run_at: '2026-10-04T08:00:00.000Z',
          last_run_status: 'running',
        },
        { id: chatflow, name: 'Parcel questions', tags: ['support', 'parcels'], node_count: 3, edge_count: 2 },
        { name: 'Shop assistant', node_count: 1, edge_count: 0 },
        { id: sketch, name: 'Sketch', tags: [], node_count: 0, edge_count: 0 },
      ],
    })
    const [, chat] = rowsOf(page)
    for (const absent of ['status', 'description', 'version', 'run_count', 'last_run_at'])
      expect(chat, absent).not.toHaveProperty(absent)
  })

  test('the list can be searched, filtered by tag and ordered', async () => {
    expect(await read('/flow/?search=parcel')).toMatchObject({ count: 1, results: [{ id: chatflow }] })
    expect(await read('/flow/?tag=support&ordering=name')).toMatchObject({
      count: 2,
      results: [{ name: 'Parcel questions' }, { name: 'Refund desk' }],
    })
    expect(await read('/flow/tag/')).toEqual({
      results: [
        { tag: 'support', count: 2 },
        { tag: 'parcels', count: 1 },
      ],
      more: false,
    })
  })

  test('a flow has its nodes and edges, without secrets', async () => {
    const flow = await read(`/flow/${chatflow}/`)
    expect(flow).toMatchObject({
      id: chatflow,
      name: 'Parcel questions',
      nodes: [
        { id: 'chatOpenAI_0', name: 'ChatOpenAI', position: { x: 0, y: 0 } },
        { name: 'Custom Tool' },
        { name: 'Tool Agent' },
      ],
      edges: [
        { source: 'chatOpenAI_0', target: 'toolAgent_0', target_handle: 'model' },
        { source: 'customTool_0', target: 'toolAgent_0', target_handle: 'tools' },
      ],
      metadata: { source: { format: 'flowise', type: 'CHATFLOW' } },
    })
    expect(flow).not.toHaveProperty('description')
  })

  test('a flow that was never drawn has no nodes', async () => {
    expect(await read(`/flow/${sketch}/`)).toMatchObject({ name: 'Sketch', nodes: [], edges: [] })
  })

  test('the export is the file of Flowise, without passwords and credentials', async () => {
    const answer = await console.ask(`GET /flow/${chatflow}/export/`, { key })
    expect(answer.headers['content-disposition']).toContain('Parcel questions Chatflow.json')
    expect(answer.text).not.toMatch(/FLOWISE_CREDENTIAL_ID|c0ffee00|typed-password/)
    expect(answer.text.startsWith('{\n  "nodes": [\n')).toBe(true)
    expect(Object.keys(Object(answer.json))).toEqual(['nodes', 'edges'])
    expect(answer.json).toMatchObject({
      nodes: [
        { id: 'chatOpenAI_0', selected: false, data: { inputs: { modelName: 'gpt-4o-mini' }, selected: false } },
        { id: 'customTool_0' },
        { id: 'toolAgent_0' },
      ],
      edges: [{ id: 'e1' }, { id: 'e2' }],
    })
    expect((await console.ask(`GET /flow/${agentflow}/export/`, { key })).headers['content-disposition']).toContain(
      'Refund desk Agents.json',
    )
  })

  test('a file of Flowise is imported unchanged, with the type of its nodes', async () => {
    const { text: template } = await writer.ask(`GET /flow/${agentflow}/export/`, { key })
    const { status, json } = await writer.ask('POST /flow/import/', { key, body: { template, name: 'Copy' } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ name: 'Imported parcels', import: { source_format: 'flowise' } })
    const [sent] = flowise.bodies('POST /api/v1/chatflows')
    expect(sent).toEqual({ name: 'Copy', type: 'AGENTFLOW', flowData: JSON.stringify(JSON.parse(template)) })
  })

  test('the only flow of a complete export keeps its name and type', async () => {
    const flowData = JSON.stringify({ nodes: [], edges: [] })
    const one = { id: 'x', name: 'Team', flowData, type: 'MULTIAGENT' }
    const body = { template: { AgentFlow: [one], ChatFlow: [], Tool: [] } }
    expect((await writer.ask('POST /flow/import/', { key, body })).status).toBe(201)
    expect(flowise.bodies('POST /api/v1/chatflows')).toEqual([{ name: 'Team', type: 'MULTIAGENT', flowData }])
    const two = await writer.ask('POST /flow/import/', { key, body: { template: { AgentFlow: [one, one] } } })
    expect(two).toMatchObject({ status: 422, json: { code: 'several_flows' } })
  })

  test('a file of another product is refused', async () => {
    const template = { name: 'n', nodes: [], connections: {} }
    const { status, json } = await writer.ask('POST /flow/import/', { key, body: { template } })
    expect([status, json]).toMatchObject([422, { code: 'not_a_template', reason: 'other-product' }])
    expect(flowise.bodies('POST /api/v1/chatflows')).toEqual([])
  })

  test('a rename sends the name alone, tags are joined, and a description is refused', async () => {
    const renamed = await writer.ask(`PATCH /flow/${chatflow}/`, { key, body: { name: 'Parcels' } })
    expect(renamed).toMatchObject({ status: 200, json: { name: 'Parcels', updated_at: '2026-10-04T08:00:00.000Z' } })
    const tags = await writer.ask(`PUT /flow/${chatflow}/tags/`, { key, body: { tags: ['a', 'b'] } })
    expect(tags.status).toBe(200)
    expect(flowise.bodies(`PUT /api/v1/chatflows/${chatflow}`)).toEqual([{ name: 'Parcels' }, { category: 'a;b' }])
    const split = await writer.ask(`PUT /flow/${chatflow}/tags/`, { key, body: { tags: ['a;b'] } })
    const described = await writer.ask(`PATCH /flow/${chatflow}/`, { key, body: { description: 'x' } })
    expect([split.status, described.status]).toEqual([400, 400])
  })

  test('a flow is created, duplicated and deleted', async () => {
    expect((await writer.ask('POST /flow/', { key, body: { name: 'New' } })).status).toBe(201)
    expect((await writer.ask(`POST /flow/${agentflow}/duplicate/`, { key, body: {} })).status).toBe(201)
    expect(flowise.bodies('POST /api/v1/chatflows')).toMatchObject([
      { name: 'New', type: 'CHATFLOW', flowData: '{"nodes":[],"edges":[]}' },
      { name: 'Refund desk (copy)', type: 'AGENTFLOW' },
    ])
    expect((await writer.ask(`DELETE /flow/${chatflow}/`, { key })).status).toBe(204)
    expect(flowise.asked).toContain(`DELETE /api/v1/chatflows/${chatflow}`)
  })

  test.each([
    ['an id that is no UUID', '/flow/nothing/'],
    ['an unknown id', '/flow/3f1c1f0e-6f3a-4b83-9f7e-1c2d3e4f5aff/'],
  ])('%s is 404', async (_, path) => {
    const { status, answer } = recording(folder, 'error-404-chatflow')
    flowise.replace('GET /api/v1/chatflows/3f1c1f0e-6f3a-4b83-9f7e-1c2d3e4f5aff', { status, answer })
    expect(await console.ask(`GET ${path}`, { key })).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })
})

describe('tools', () => {
  test('custom tools, variables, credentials and document stores, with the flows that use them', async () => {
    expect(await read('/tool/')).toMatchObject({
      count: 5,
      categories: { code: 1, global: 4 },
      results: [
        { name: 'OpenAI of the shop', key: 'openAIApi', category: 'global', used_by_count: 3 },
        { name: 'Parcel rules', description: 'Document store with 12 chunks, status UPSERTED', used_by_count: 1 },
        { name: 'shop', category: 'global', used_by_count: 1 },
        { name: 'SHOP_KEY', description: 'Variable from the environment of Flowise', used_by_count: 0 },
        {
          name: 'track_parcel',
          description: 'Where a parcel is',
          category: 'code',
          used_by_count: 2,
          created_at: '2026-08-01T08:00:00.000Z',
          input_schema: {
            properties: {
              number: { type: 'string', description: 'Number of the parcel' },
              verbose: { type: 'boolean' },
            },
            required: ['number'],
          },
          config: { language: 'javascript', source: "const key = '***'\nreturn fetch($number)" },
        },
      ],
    })
    expect(await read('/tool/tool.700100aa-0000-4000-8000-000000000001/usage/')).toMatchObject({
      flows: [{ name: 'Refund desk' }, { name: 'Parcel questions' }],
    })
  })

  test('lists that the key does not allow are left out', async () => {
    const { status, answer } = recording(folder, 'error-403')
    flowise.replace('GET /api/v1/credentials', { status, answer })
    expect(await read('/tool/')).toMatchObject({ count: 4 })
    expect((await console.ask('GET /tool/credential.none/', { key })).status).toBe(404)
  })
})

describe('faults', () => {
  const list = 'GET /api/v1/chatflows?page=1&limit=50'

  test.each([
    ['403', { status: 403, answer: { message: 'Forbidden' } }, 403, 'permission_denied'],
    ['429', { status: 429, headers: { 'retry-after': '7' }, answer: { message: 'Slow down' } }, 429, 'throttled'],
    ['a stack trace', { status: 500, answer: '<html><pre>Error: at /srv/x.js:1</pre></html>' }, 502, 'upstream_broken'],
    ['a web page', { status: 200, answer: '<!doctype html><title>Flowise</title>' }, 502, 'upstream_broken'],
    ['a missing field', { status: 200, answer: { data: [{ id: 'x' }], total: 1 } }, 502, 'upstream_broken'],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example/' }, answer: '' },
      502,
      'upstream_redirect',
    ],
  ])('%s', async (_, replacement, status, code) => {
    const fresh = await open()
    flowise.replace(list, replacement)
    const answer = await fresh.ask('GET /flow/', { key })
    expect(answer).toMatchObject({ status, json: { code } })
    expect(answer.text).not.toMatch(/srv\/x|<pre>|10\.0\.0\.7/)
    if (status === 429) expect(answer.headers['retry-after']).toBe('7')
  })

  test('an error of its database does not reach the browser', async () => {
    const fresh = await open()
    const { status, answer } = recording(folder, 'error-500')
    flowise.replace(list, { status, answer })
    const { text, status: answered } = await fresh.ask('GET /flow/', { key })
    expect([answered, text.includes('10.0.0.7')]).toEqual([502, false])
  })

  test('an answer that breaks off', async () => {
    const fresh = await open()
    flowise.replace(list, (_, response) => void response.destroy())
    expect((await fresh.ask('GET /flow/', { key })).status).toBeGreaterThanOrEqual(500)
  })
})
