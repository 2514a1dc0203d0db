/** The console in front of Langflow, by answers written from the API documents of Langflow 1.12. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { builtInPrices } from '#server/base/prices.ts'
import { consoleOf, recordedProduct, recording, stopAll } from './support.ts'

afterAll(stopAll)

const key = 'a-key-of-langflow'
const folder = 'langflow-1.12'
const langflow = await recordedProduct(folder, {
  key: { header: 'x-api-key', value: key },
  refusals: { noKey: 'error-403-no-key', wrongKey: 'error-403-wrong-key' },
  isPublic: (target) => target === '/api/v1/version',
})
const { '*': _other, ...models } = builtInPrices.models
const open = () => consoleOf(langflow.origin, { prices: { ...builtInPrices, models } })
const console = await open()
/** For writes, which would be seen in the lists of the other. */
const writer = await open()

beforeEach(() => langflow.restore())

const parcels = '01ce083d-748b-4b8d-97b6-33adbb6a528a'
const report = '01ce083d-748b-4b8d-97b6-33adbb6a528b'
const created = '01ce083d-748b-4b8d-97b6-33adbb6a528d'
const runId = (number: number) => `426656db-fc3c-4a3a-acf8-c60acf09954${number}`

/** A secret in the recordings. */
const secret = /ghp_sHoUlD|value-that-is-never-shown/

async function read(path: string): Promise<unknown> {
  const { status, json, text } = await console.ask(`GET ${path}`, { key })
  expect(status, text).toBe(200)
  expect(text).not.toMatch(secret)
  return json
}

/** The rows of a page. */
function rowsOf(page: unknown): unknown[] {
  const { results }: { results?: unknown } = Object(page)
  if (!Array.isArray(results)) throw new Error('This is no page.')
  return results
}

describe('sign-in', () => {
  test('a request without a key gets the steps to a key', async () => {
    const { status, json } = await console.ask('GET /me/')
    expect(status).toBe(401)
    expect(json).toMatchObject({
      code: 'not_authenticated',
      sign_in: { kind: 'langflow', title: 'Langflow', label: 'API key', url: `${langflow.origin}/settings/api-keys` },
    })
  })

  test('a wrong key is refused with 401, although Langflow says 403, and is in no log', async () => {
    const { status, json } = await console.ask('GET /me/', { key: 'wrong-key-0001' })
    expect(status).toBe(401)
    expect(json).toMatchObject({ code: 'not_authenticated', sign_in: { kind: 'langflow' } })
    expect((await console.ask('GET /flow/', { key: 'wrong-key-0001' })).status).toBe(401)
    expect(console.log()).not.toContain('wrong-key-0001')
  })

  test('me names the product, its version, its pages and what it lacks', async () => {
    expect(await read('/me/')).toMatchObject({
      account: { id: 'langflow', name: 'Langflow', currency: 'EUR' },
      service: { name: 'Langflow', version: '1.12.0' },
      product: {
        kind: 'langflow',
        file_format: 'langflow',
        links: { flow: `${langflow.origin}/flow/{flow}`, node: null, run: null },
        lacks: expect.arrayContaining(['flow.activate', 'flow.tag', 'channel.list', 'conversation.edit']),
      },
    })
    expect(langflow.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })
})

describe('flows', () => {
  test('the list has the flows of all projects, without components', async () => {
    // Counts of runs are certain once all runs are loaded, which the first visit does not wait for.
    await expect.poll(() => read('/flow/')).toMatchObject({ results: [{ run_count: 1 }, { run_count: 4 }] })
    const page = await read('/flow/')
    expect(page).toMatchObject({
      count: 2,
      results: [
        {
          id: report,
          name: 'Nightly report',
          tags: ['Reports'],
          updated_at: '2026-10-03T07:15:00.123Z',
          node_count: 1,
          edge_count: 0,
          last_run_status: 'succeeded',
        },
        {
          id: parcels,
          name: 'Parcel questions',
          description: 'Answers questions about parcels.',
          tags: ['Shop', 'chatbots'],
          updated_at: '2026-10-02T09:30:00.000Z',
          node_count: 3,
          edge_count: 2,
          trigger_types: ['message'],
          last_run_at: '2026-10-04T08:00:00.000Z',
          last_run_status: 'running',
        },
      ],
    })
    for (const absent of ['status', 'version', 'created_at']) expect(rowsOf(page)[1], absent).not.toHaveProperty(absent)
  })

  test('the list can be searched and filtered by project', async () => {
    expect(await read('/flow/?search=parcel')).toMatchObject({ count: 1, results: [{ id: parcels }] })
    expect(await read('/flow/?tag=Reports')).toMatchObject({ count: 1, results: [{ id: report }] })
    expect(await read('/flow/tag/')).toMatchObject({
      results: expect.arrayContaining([
        { tag: 'Shop', count: 1 },
        { tag: 'Reports', count: 1 },
      ]),
    })
  })

  test('a flow has its nodes, edges and viewport, without secrets', async () => {
    expect(await read(`/flow/${parcels}/`)).toMatchObject({
      name: 'Parcel questions',
      description: 'Answers questions about parcels.',
      tags: ['Shop', 'chatbots'],
      nodes: [
        { id: 'ChatInput-a1', name: 'Chat Input', position: { x: 0, y: 100 } },
        { id: 'LanguageModelComponent-b2', name: 'Language Model' },
        { id: 'ChatOutput-c3', name: 'Chat Output' },
      ],
      edges: [
        { source: 'ChatInput-a1', target: 'LanguageModelComponent-b2', target_handle: 'input_value' },
        { source: 'LanguageModelComponent-b2', target: 'ChatOutput-c3' },
      ],
      viewport: { x: 10, y: -20, zoom: 0.5 },
    })
  })

  test('the export is what Langflow exports, byte for byte', async () => {
    const { text, headers } = await console.ask(`GET /flow/${parcels}/export/`, { key })
    expect(headers['content-disposition']).toContain('Parcel questions.json')
    expect(text).toBe(JSON.stringify(recording(folder, 'flow-download').answer))
    expect(langflow.bodies('POST /api/v1/flows/download/')).toEqual([[parcels]])
  })

  test('an export that is no JSON is refused', async () => {
    langflow.replace('POST /api/v1/flows/download/', { answer: 'PK\u0003\u0004' })
    expect(await console.ask(`GET /flow/${parcels}/export/`, { key })).toMatchObject({
      status: 502,
      json: { code: 'upstream_broken' },
    })
  })

  test('a file of Langflow is uploaded unchanged, and then named', async () => {
    const template = `${JSON.stringify({ name: 'Summary of papers', data: { nodes: [], edges: [] } }, null, 1)}\n`
    const { status, json } = await writer.ask('POST /flow/import/', { key, body: { template, name: 'Papers' } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ id: created, name: 'Papers', import: { source_format: 'langflow' } })
    const upload = langflow.requests.find(({ target }) => target === '/api/v1/flows/upload/')
    const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(upload?.headers['content-type'] ?? '') ?? []
    expect(upload?.body.startsWith(`--${boundary}\r\n`)).toBe(true)
    expect(upload?.body).toContain(`\r\n\r\n${template}\r\n--${boundary}--\r\n`)
    expect(langflow.bodies(`PATCH /api/v1/flows/${created}`)).toEqual([{ name: 'Papers', endpoint_name: null }])
  })

  test.each([
    ['another product', { name: 'n', nodes: [], connections: {} }, 'not_a_template'],
    [
      'several flows',
      { flows: [{ data: { nodes: [], edges: [] } }, { data: { nodes: [], edges: [] } }] },
      'several_flows',
    ],
    ['a wrapped flow', { result: { data: { nodes: [], edges: [] } } }, 'not_a_template'],
  ])('a file of %s is refused', async (_, template, code) => {
    const { status, json } = await writer.ask('POST /flow/import/', { key, body: { template } })
    expect([status, json]).toMatchObject([422, { code }])
    expect(langflow.asked).not.toContain('POST /api/v1/flows/upload/')
  })

  test('a rename keeps the endpoint name, which Langflow would remove', async () => {
    const renamed = await writer.ask(`PATCH /flow/${parcels}/`, { key, body: { name: 'Parcels' } })
    expect(renamed).toMatchObject({ status: 200, json: { name: 'Parcels', updated_at: '2026-10-04T08:00:00.000Z' } })
    expect(langflow.bodies(`PATCH /api/v1/flows/${parcels}`)).toEqual([{ name: 'Parcels', endpoint_name: 'parcels' }])
  })

  test('a flow is created, duplicated and deleted', async () => {
    expect((await writer.ask('POST /flow/', { key, body: { name: 'New', description: 'd' } })).status).toBe(201)
    expect((await writer.ask(`POST /flow/${parcels}/duplicate/`, { key, body: {} })).status).toBe(201)
    expect(langflow.bodies('POST /api/v1/flows/')).toMatchObject([
      { name: 'New', description: 'd', data: { nodes: [], edges: [] } },
      { name: 'Parcel questions (copy)', folder_id: '1415de42-8f01-4f36-bf34-539f23e47466' },
    ])
    expect((await writer.ask(`DELETE /flow/${parcels}/`, { key })).status).toBe(204)
    expect(langflow.asked).toContain(`DELETE /api/v1/flows/${parcels}`)
  })

  test.each(['nothing', '01ce083d-748b-4b8d-97b6-33adbb6a52ff'])('the unknown flow %s is 404', async (id) => {
    const { status, answer } = recording(folder, 'error-404-flow')
    langflow.replace('GET /api/v1/flows/01ce083d-748b-4b8d-97b6-33adbb6a52ff', { status, answer })
    expect(await console.ask(`GET /flow/${id}/`, { key })).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })
})

describe('runs', () => {
  test('the list has state, times, error, and cost where the tokens are recorded', async () => {
    const page = await read('/billing/runs/')
    expect(page).toMatchObject({
      count: 5,
      results: [
        { id: runId(4), status: 'running', finished_at: null, duration_ms: null },
        { id: runId(3), flow: { id: report, name: 'Nightly report' }, status: 'succeeded', duration_ms: 120 },
        {
          id: runId(2),
          status: 'failed',
          error: { message: 'Rate limit reached for requests', node_id: 'LanguageModelComponent-b2' },
        },
        {
          id: runId(1),
          flow: { id: parcels, name: 'Parcel questions' },
          status: 'succeeded',
          started_at: '2026-10-01T08:00:00.692Z',
          finished_at: '2026-10-01T08:00:04.942Z',
          duration_ms: 4250,
          cost: '0.002240',
          currency: 'EUR',
          usage: { model_calls: 2, input_tokens: 1200, output_tokens: 300 },
          conversation: { id: `${parcels}.session-1` },
        },
        { id: runId(5), status: 'succeeded' },
      ],
    })
    const [, noChat, , , partial] = rowsOf(page)
    expect(noChat).not.toHaveProperty('conversation')
    expect(noChat).not.toHaveProperty('trigger')
    // Its spans record fewer tokens than its total.
    expect(partial).not.toHaveProperty('cost')
  })

  test('the list can be filtered, and the summary adds up', async () => {
    expect(await read('/billing/runs/?status=failed')).toMatchObject({ count: 1, results: [{ id: runId(2) }] })
    expect(await read(`/billing/runs/?flow=${report}`)).toMatchObject({ count: 1 })
    expect(await read('/billing/runs/?cost__gt=0')).toMatchObject({ count: 1, results: [{ id: runId(1) }] })
    expect(await read('/billing/runs/?q=rate limit')).toMatchObject({ count: 1, results: [{ id: runId(2) }] })
    const known = await read('/billing/runs/summary/?cost__gt=0')
    expect(known).toMatchObject({ totals: { count: 1, cost: '0.002240' } })
    expect(known).not.toHaveProperty('totals.unknown_costs')
    expect(await read('/billing/runs/summary/?group_by=model,flow')).toMatchObject({
      totals: { count: 5, ended: 4, failed: 1, cost: '0.002240', unknown_costs: 1 },
      groups: {
        model: [{ cost: '0.002000' }, { key: 'gpt-4o-mini', cost: '0.000240' }],
        flow: [{ key: parcels, count: 4, unknown_costs: 1 }, { key: report }],
      },
    })
  })

  test('a run has a step for each component, at the nodes of its flow', async () => {
    expect(await read(`/billing/runs/${runId(1)}/`)).toMatchObject({
      finished_at: '2026-10-01T08:00:04.942Z',
      cost: '0.002240',
      cost_breakdown: [
        { label: 'gpt-4o-mini', quantity: 1000, cost: '0.000240' },
        { label: 'gpt-4o', quantity: 500, cost: '0.002000' },
      ],
      input: { input_value: 'Where is parcel 5?' },
      output: { message: { text: 'In Berlin.' } },
      error: null,
      steps: [
        {
          seq: 0,
          node_id: 'ChatInput-a1',
          node_name: 'Chat Input',
          node_type: 'ChatInput',
          status: 'succeeded',
          started_at: '2026-10-01T08:00:00.700Z',
          duration_ms: 12,
        },
        { node_id: 'LanguageModelComponent-b2', input: { api_key: '***' }, output: { text_output: 'In Berlin.' } },
        { node_id: 'ChatOutput-c3' },
      ],
    })
    const { steps }: { steps?: unknown } = Object(await read(`/billing/runs/${runId(5)}/`))
    // The node was removed from the flow.
    expect(steps).toMatchObject([{ node_name: 'Old Model' }])
    expect(Array.isArray(steps) && steps[0]).not.toHaveProperty('node_id')
  })

  test('a failed step has its error, and a run that is gone is 404', async () => {
    expect(await read(`/billing/runs/${runId(2)}/`)).toMatchObject({
      steps: [{ error: null }, { status: 'failed', error: { message: 'Rate limit reached for requests' } }],
    })
    const gone = '426656db-fc3c-4a3a-acf8-c60acf0995ff'
    const { status, answer } = recording(folder, 'error-404-trace')
    langflow.replace(`GET /api/v1/monitor/traces/${gone}`, { status, answer })
    expect((await console.ask(`GET /billing/runs/${gone}/`, { key })).status).toBe(404)
    expect((await console.ask('GET /billing/runs/nothing/', { key })).status).toBe(404)
  })

  test('without any trace, counts of runs are not known', async () => {
    const fresh = await open()
    langflow.replace('GET /api/v1/monitor/traces?page=1&size=200', { answer: { traces: [], total: 0 } })
    // The first visit does not wait for all runs.
    expect((await fresh.ask('GET /billing/runs/', { key })).json).toMatchObject({ count: 0 })
    const { json } = await fresh.ask('GET /flow/', { key })
    for (const row of rowsOf(json)) expect(row).not.toHaveProperty('run_count')
  })
})

describe('conversations', () => {
  test('the list has the sessions of all flows', async () => {
    const page = await read('/conversation/')
    expect(page).toMatchObject({
      count: 3,
      results: [
        { id: `${parcels}.session-4`, message_count: 1, last_message: { author: 'contact', text: 'Approve?' } },
        { id: `${parcels}.session-2` },
        {
          id: `${parcels}.session-1`,
          flow: { id: parcels, name: 'Parcel questions' },
          last_message: {
            at: '2026-10-01T08:00:04.000Z',
            direction: 'out',
            author: 'flow',
            author_name: 'AI',
            text: 'In Berlin.',
          },
          message_count: 2,
          can_reply: false,
          created_at: '2026-10-01T08:00:00.000Z',
          updated_at: '2026-10-01T08:00:04.000Z',
        },
      ],
    })
    for (const absent of ['status', 'priority', 'assignee', 'number', 'contact', 'total_cost'])
      expect(rowsOf(page)[0], absent).not.toHaveProperty(absent)
    expect(await read(`/conversation/?flow=${report}`)).toMatchObject({ count: 0 })
    const { fields }: { fields?: unknown } = Object(await read('/conversation/fields/'))
    expect(fields).toHaveLength(6)
  })

  test('a conversation has its messages, newest first', async () => {
    expect(await read(`/conversation/${parcels}.session-1/`)).toMatchObject({ message_count: 2, can_reply: false })
    expect(await read(`/conversation/${parcels}.session-1/message/`)).toMatchObject({
      count: 2,
      results: [
        { text: 'In Berlin.', direction: 'out', author: 'flow', author_name: 'AI' },
        { text: 'Where is parcel 5?', direction: 'in', author: 'contact', author_name: 'Ada' },
      ],
    })
  })

  test('messages of versions that know no order are put in order', async () => {
    const query = `flow_id=${parcels}&session_id=session-1&order_by=timestamp&order=DESC`
    const answer = [recording(folder, 'messages-session-1').answer].flat().toReversed()
    langflow.replace(`GET /api/v1/monitor/messages?${query}`, { answer })
    expect(await read(`/conversation/${parcels}.session-1/message/`)).toMatchObject({
      results: [{ text: 'In Berlin.' }, { text: 'Where is parcel 5?' }],
    })
  })

  test.each([`${parcels}.gone`, 'unknown.session', 'nothing'])('%s is 404', async (id) => {
    expect((await console.ask(`GET /conversation/${id}/`, { key })).status).toBe(404)
  })

  test('more messages than one page are read to the end', async () => {
    const fresh = await open()
    const [newest]: unknown[] = [recording(folder, 'messages-list').answer].flat()
    const one = { ...Object(newest), flow_id: parcels, session_id: 'long' }
    const page = (offset: number) =>
      `GET /api/v1/monitor/messages?order_by=timestamp&order=DESC&limit=1000&offset=${offset}`
    langflow.replace(page(0), { answer: Array.from({ length: 1000 }, () => one) })
    langflow.replace(page(1000), { answer: [one, one] })
    const { json } = await fresh.ask('GET /conversation/', { key })
    expect(json).toMatchObject({ count: 1, results: [{ message_count: 1002 }] })
  })
})

describe('tools', () => {
  test('global variables, without values, with the flows that use them', async () => {
    expect(await read('/tool/')).toMatchObject({
      count: 2,
      categories: { global: 2 },
      results: [
        { name: 'OPENAI_API_KEY', description: 'Credential', used_by_count: 1 },
        { name: 'SHOP', description: 'Variable', used_by_count: 0 },
      ],
    })
    expect(await read('/tool/variable.aa000000-0000-4000-8000-000000000001/usage/')).toMatchObject({
      flows: [{ id: parcels, name: 'Parcel questions', node_count: 3 }],
    })
  })

  test('a list that the key does not allow is left out, and is no refused key', async () => {
    const { status, answer } = recording(folder, 'error-403-rights')
    langflow.replace('GET /api/v1/variables/', { status, answer })
    expect(await read('/tool/')).toMatchObject({ count: 0 })
  })
})

describe('faults', () => {
  const list = 'GET /api/v1/projects/'

  test.each([
    ['403', { status: 403, answer: { detail: 'Forbidden' } }, 403, 'permission_denied'],
    ['429', { status: 429, headers: { 'retry-after': '7' }, answer: { detail: 'Slow down' } }, 429, 'throttled'],
    ['a stack trace', { status: 500, answer: '<html><pre>Error: at /srv/x.py:1</pre></html>' }, 502, 'upstream_broken'],
    ['a web page', { status: 200, answer: '<!doctype html><title>Langflow</title>' }, 502, 'upstream_broken'],
    ['a missing field', { status: 200, answer: [{ name: 'x' }] }, 502, 'upstream_broken'],
    [
      'a redirect',
      { status: 307, headers: { location: 'https://elsewhere.example/' }, answer: '' },
      502,
      'upstream_redirect',
    ],
  ])('%s', async (_, replacement, status, code) => {
    const fresh = await open()
    langflow.replace(list, replacement)
    const answer = await fresh.ask('GET /flow/', { key })
    expect(answer).toMatchObject({ status, json: { code } })
    expect(answer.text).not.toMatch(/srv\/x|<pre>/)
    if (status === 429) expect(answer.headers['retry-after']).toBe('7')
  })

  test('an error of its database does not reach the browser', async () => {
    const fresh = await open()
    const { status, answer } = recording(folder, 'error-500')
    langflow.replace(list, { status, answer })
    const { text, status: answered } = await fresh.ask('GET /flow/', { key })
    expect([answered, text.includes('10.0.0.7')]).toEqual([502, false])
  })

  test('an answer that breaks off', async () => {
    const fresh = await open()
    langflow.replace(list, (_, response) => void response.destroy())
    expect((await fresh.ask('GET /flow/', { key })).status).toBeGreaterThanOrEqual(500)
  })
})
