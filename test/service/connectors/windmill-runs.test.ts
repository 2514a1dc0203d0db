/** Runs, channels and tools of the console in front of Windmill, by answers written from its API documents. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { stopAll } from './support.ts'
import { at, jobId, key, orders, windmillWithConsoles } from './windmill-product.ts'

afterAll(stopAll)

const { windmill, open, console, read, write } = await windmillWithConsoles()

beforeEach(() => windmill.restore())

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
