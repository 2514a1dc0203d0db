/** Runs of n8n with their steps and costs, by answers recorded from n8n 2.30.0. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { builtInPrices } from '#server/base/prices.ts'
import { flows, n8nConsole, n8nKey, recordedAnswer, recordedN8n } from './n8n-product.ts'
import { stopAll, type TestConsole } from './support.ts'

afterAll(stopAll)
const n8n = await recordedN8n()
const console = await n8nConsole(n8n)
beforeEach(() => n8n.restore())

const ask = (request: string, { at = console, body }: { at?: TestConsole; body?: unknown } = {}) =>
  at.ask(request, { key: n8nKey, ...(body === undefined ? {} : { body }) })

const Ids = z.object({ count: z.int(), results: z.array(z.looseObject({ id: z.string() })) })
const idsIn = async (request: string, at = console): Promise<[number, ...string[]]> => {
  const { count, results } = Ids.parse((await ask(request, { at })).json)
  return [count, ...results.map(({ id }) => id)]
}

const Recorded = z.looseObject({ data: z.record(z.string(), z.unknown()) })
const target = 'GET /api/v1/executions/6?includeData=true'

test('every execution is a run with its facts, the newest first', async () => {
  const { json } = await ask('GET /billing/runs/')
  const { results } = Ids.parse(json)
  expect(json).toMatchObject({ count: 7, next: null, previous: null })
  expect(results.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  expect(results).toMatchObject([
    { status: 'running', flow: { id: flows.courier }, finished_at: null, duration_ms: null },
    { status: 'succeeded', flow: { id: flows.mails, name: 'Answer mails' }, duration_ms: 9965, error: null },
    // n8n gives a time of its end to an execution that waits.
    { status: 'waiting', flow: { id: flows.courier }, finished_at: null, duration_ms: null },
    {
      status: 'failed',
      flow: { id: flows.orders },
      started_at: '2026-11-28T09:29:12.578Z',
      finished_at: '2026-11-28T09:29:12.694Z',
      duration_ms: 116,
      error: { message: 'The amount is negative [line 1]', node_id: 'o2' },
    },
    { status: 'succeeded', trigger: 'webhook', duration_ms: 177, parent_run: null, retry_of: null, is_test: false },
    { status: 'succeeded', trigger: 'subflow', flow: { id: flows.tax, name: 'Tax of an order' } },
    { status: 'succeeded', trigger: 'webhook', duration_ms: 954 },
  ])
  // n8n's list does not say which run started it, or through which channel a run came.
  expect(results[5]).not.toHaveProperty('parent_run')
  expect(results[0]).not.toHaveProperty('channel')
  expect(results[6]).not.toHaveProperty('cost')
})

test('filters and order are exact, also by facts that were not read yet', async () => {
  expect(await idsIn('GET /billing/runs/?status=failed')).toEqual([1, '4'])
  expect(await idsIn(`GET /billing/runs/?flow=${flows.orders}&ordering=duration_ms`)).toEqual([3, '4', '3', '1'])
  expect(await idsIn('GET /billing/runs/?started_at__gte=2026-11-28T09:29:12Z&status=succeeded')).toEqual([1, '6'])
  expect(await idsIn('GET /billing/runs/?trigger=subflow')).toEqual([1, '2'])
  expect(await idsIn('GET /billing/runs/?cost__gt=0', await n8nConsole(n8n))).toEqual([1, '6'])
  expect(await idsIn('GET /billing/runs/?error_code=error', await n8nConsole(n8n))).toEqual([1, '4'])
  expect(await idsIn('GET /billing/runs/?q=negative', await n8nConsole(n8n))).toEqual([1, '4'])
  expect((await idsIn('GET /billing/runs/?ordering=-cost&limit=1', await n8nConsole(n8n)))[1]).toBe('6')
})

test.each(['model=gpt-4o', 'reason=limit', 'is_retried=true', 'tool=none'])(
  'a filter that n8n cannot answer is refused: %s',
  async (filter) => {
    const { status, json } = await ask(`GET /billing/runs/?${filter}`)
    expect([status, json]).toMatchObject([400, { code: 'unknown_filter' }])
  },
)

test('a run has its steps with times, outputs and handles, without secrets', async () => {
  const { json, text } = await ask('GET /billing/runs/1/')
  expect(json).toMatchObject({
    id: '1',
    status: 'succeeded',
    error: null,
    parent_run: null,
    steps: [
      { seq: 0, node_name: 'Webhook', status: 'succeeded', started_at: '2026-11-28T09:29:09.277Z', duration_ms: 2 },
      { seq: 1, node_id: 'o2', node_type: 'n8n-nodes-base.code', output: { amount: 250, token: '***' } },
      { seq: 2, node_id: 'o3', handle: 'true', duration_ms: 46 },
      { seq: 3, node_id: 'o4', input: { amount: 250, token: '***' }, output: { tax: 47.5 } },
      { seq: 4, node_id: 'o6' },
    ],
  })
  expect(text).not.toContain('shhh')
  expect((await ask('GET /billing/runs/3/')).json).toMatchObject({
    steps: [{}, {}, { handle: 'false' }, { node_id: 'o5' }],
  })
  // Which run started it, n8n says in the data alone.
  expect((await ask('GET /billing/runs/2/')).json).toMatchObject({ trigger: 'subflow', parent_run: '1' })
})

test('a failed run has its error at its step, which has no output', async () => {
  const { json, text } = await ask('GET /billing/runs/4/')
  const message = 'The amount is negative [line 1]'
  expect(json).toMatchObject({
    status: 'failed',
    error: { message, node_id: 'o2' },
    output: null,
    steps: [
      { status: 'succeeded' },
      { node_id: 'o2', status: 'failed', error: { message }, input: expect.anything(), output: null, handle: null },
    ],
  })
  expect(text).not.toContain('node_modules')
})

test('the cost of a run is its recorded tokens times the prices, to the micro', async () => {
  const { json } = await ask('GET /billing/runs/6/')
  // 2506 × 0.15 + 22 × 0.60 = 389.1, and 2506 × 2.50 + 22 × 10 = 6485 micros.
  const cost = {
    cost: '0.006875',
    currency: 'EUR',
    cost_breakdown: [
      { kind: 'model', label: 'gpt-4o-mini', quantity: 2528, unit: 'tokens', cost: '0.000390' },
      { kind: 'model', label: 'gpt-4o', quantity: 2528, unit: 'tokens', cost: '0.006485' },
    ],
    usage: { model_calls: 4, input_tokens: 5012, output_tokens: 44 },
  }
  expect(json).toMatchObject(cost)
  expect((await ask(`GET /billing/runs/?flow=${flows.mails}`)).json).toMatchObject({ results: [cost] })
  expect((await ask(`GET /flow/${flows.mails}/`)).json).toMatchObject({
    cost_last_30_days: '0.006875',
    currency: 'EUR',
  })
  const models = { 'gpt-4o-mini': { input: 1_000_000n, output: 7_000_000n }, 'gpt-4o': { input: 0n, output: 3n } }
  const other = await n8nConsole(n8n, { prices: { ...builtInPrices, models }, currency: 'USD' })
  // 2506 + 154, and 22 × 3 / 1,000,000 rounded up.
  expect((await ask('GET /billing/runs/6/', { at: other })).json).toMatchObject({ cost: '0.002661', currency: 'USD' })
})

test('a run whose cost is not wholly known has none', async () => {
  const onlySmall = { ...builtInPrices, models: { 'gpt-4o-mini': { input: 1n, output: 1n } } }
  const unpriced = await n8nConsole(n8n, { prices: onlySmall })
  expect((await ask('GET /billing/runs/6/', { at: unpriced })).json).not.toHaveProperty('cost')
  // A model that did not report its tokens: n8n has an estimate.
  const text = JSON.stringify(recordedAnswer('execution-6')).replace('"tokenUsage"', '"tokenUsageEstimate"')
  n8n.replace(target, { answer: JSON.parse(text) })
  const estimated = await n8nConsole(n8n)
  const detail = await ask('GET /billing/runs/6/', { at: estimated })
  expect(detail.status).toBe(200)
  expect(detail.json).not.toHaveProperty('cost')
})

test.each(['-1', '1.5', '"many"', '1e300'])('%s tokens are no count', async (count) => {
  const text = JSON.stringify(recordedAnswer('execution-6')).replaceAll(
    /"(promptTokens|completionTokens)":\d+/g,
    `"$1":${count}`,
  )
  n8n.replace(target, (_, response) => response.end(text))
  const detail = await ask('GET /billing/runs/6/', { at: await n8nConsole(n8n) })
  expect(detail.status).toBe(200)
  expect(detail.json).not.toHaveProperty('cost')
})

test('sums of costs that were not read have no cost', async () => {
  const fresh = await n8nConsole(n8n)
  const { json } = await ask(`GET /flow/?search=mails`, { at: fresh })
  expect(Ids.parse(json).results[0]).toMatchObject({ run_count: 1 })
  expect(Ids.parse(json).results[0]).not.toHaveProperty('cost_last_30_days')
  // n8n deleted the data between the list and the question for it.
  n8n.use('error-404-execution')
  n8n.replace(target, { status: 404, answer: { message: 'Not Found' } })
  const { totals } = z
    .looseObject({ totals: z.looseObject({ count: z.int() }) })
    .parse((await ask('GET /billing/runs/summary/?group_by=model', { at: await n8nConsole(n8n) })).json)
  expect(totals).toMatchObject({ count: 7, ended: 5, failed: 1 })
  expect(totals).not.toHaveProperty('cost')
})

test('a summary has exact totals, groups and the previous period', async () => {
  const { json } = await ask('GET /billing/runs/summary/?group_by=flow,status,model,kind,channel,day')
  expect(json).toMatchObject({
    currency: 'EUR',
    totals: { count: 7, ended: 5, failed: 1, cost: '0.006875', duration_ms: 11_317 },
    previous: null,
    groups: {
      day: [{ key: '2026-11-28', count: 7 }],
      model: [
        { key: 'gpt-4o', cost: '0.006485' },
        { key: 'gpt-4o-mini', cost: '0.000390' },
      ],
      kind: [{ key: 'model', label: 'Models', cost: '0.006875' }],
      channel: [],
    },
  })
  const { groups } = z.looseObject({ groups: z.looseObject({ flow: z.array(z.unknown()) }) }).parse(json)
  expect(groups.flow).toContainEqual(
    expect.objectContaining({ key: flows.orders, label: 'Orders from the shop', count: 3, failed: 1 }),
  )
  const day = await ask('GET /billing/runs/summary/?started_at__gte=2026-11-29&started_at__lt=2026-11-30&tz=UTC')
  expect(day.json).toMatchObject({ totals: { count: 0 }, previous: { count: 7, cost: '0.006875' } })
})

test('an execution without data has no steps, and all else', async () => {
  n8n.replace(target, { answer: recordedAnswer('execution-6-nodata') })
  const { status, json } = await ask('GET /billing/runs/6/')
  expect([status, json]).toMatchObject([
    200,
    { id: '6', status: 'succeeded', duration_ms: 9965, steps: [], error: null },
  ])
  expect(json).not.toHaveProperty('cost')
})

test('half characters, NUL and long integers in the data of a run do not hide it', async () => {
  const { data } = Recorded.parse(recordedAnswer('execution-3'))
  const text = JSON.stringify({ ...Recorded.parse(recordedAnswer('execution-3')), data }).replace(
    '"amount":20',
    String.raw`"amount":1152921504606847000,"half":"\ud83d","nul":"\u0000","__proto__":{"polluted":1}`,
  )
  n8n.replace('GET /api/v1/executions/3?includeData=true', (_, response) => response.end(text))
  const { status, json } = await ask('GET /billing/runs/3/')
  expect(status).toBe(200)
  expect(json).toMatchObject({ steps: [{ output: { body: { nul: '\0', half: '\ud83d' } } }, {}, {}, {}] })
})

test('names of members of every object are words like others', async () => {
  const list = z
    .looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
    .parse(recordedAnswer('executions-list'))
  const [first, ...others] = list.data
  const strange = { ...first, id: 'constructor', mode: 'constructor', status: 'toString', workflowId: '__proto__' }
  n8n.replace('GET /api/v1/executions?limit=250', { answer: { ...list, data: [strange, ...others] } })
  const at = await n8nConsole(n8n)
  const { json } = await ask('GET /billing/runs/?ordering=-started_at', { at })
  const { results } = Ids.parse(json)
  expect(results[1]).toMatchObject({ id: 'constructor', status: 'succeeded', flow: { id: '__proto__' } })
  expect(results[1]).not.toHaveProperty('trigger')
  expect((await ask('GET /billing/runs/summary/?group_by=flow,status', { at })).json).toMatchObject({
    totals: { count: 7 },
  })
  expect((await ask('GET /billing/runs/?flow=__proto__', { at })).json).toMatchObject({ count: 1 })
})

test('a retry is a new run, and one that succeeded cannot be retried', async () => {
  n8n.use('after-retry-execution')
  n8n.use('after-retry-execution-nodata')
  const { status, json } = await ask('POST /billing/runs/4/retry/', { body: { from: 'failed' } })
  expect([status, json]).toMatchObject([
    201,
    { id: '8', retry_of: '4', trigger: 'retry', status: 'failed', started_at: '2026-11-28T09:32:26.606Z' },
  ])
  expect(n8n.bodies('POST /api/v1/executions/4/retry')).toEqual([{ loadWorkflow: true }])
  expect((await idsIn('GET /billing/runs/?trigger=retry')).slice(1)).toEqual(['8'])
  n8n.use('error-409-retry-success')
  const refused = await ask('POST /billing/runs/1/retry/', { body: {} })
  expect([refused.status, refused.json]).toMatchObject([409, { code: 'not_ready' }])
  expect((await ask('POST /billing/runs/4/retry/', { body: { from: 'start' } })).status).toBe(400)
})

test('a waiting run can be stopped, and one that has ended cannot', async () => {
  n8n.replace('POST /api/v1/executions/5/stop', (_, response) => {
    n8n.use('after-stop-execution')
    n8n.use('after-stop-execution-nodata')
    response.end(JSON.stringify(recordedAnswer('execution-stop')))
  })
  const stopped = await ask('POST /billing/runs/5/cancel/')
  expect([stopped.status, stopped.json]).toMatchObject([200, { id: '5', status: 'cancelled' }])
  n8n.use('error-stop-ended')
  const ended = await ask('POST /billing/runs/1/cancel/')
  expect([ended.status, ended.json]).toMatchObject([409, { code: 'not_ready' }])
  expect(n8n.asked).not.toContain('POST /api/v1/executions/1/stop')
})
