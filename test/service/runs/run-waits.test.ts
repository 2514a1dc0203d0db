/** Runs that wait for a time, an event, or a free process. */
import { expect, test } from 'vitest'
import { Balance } from '#contract/billing.ts'
import { commitStep, type CommitStep } from '#server/store/engine/engine-commit.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import {
  makeFlow,
  readRun,
  waitForRunEnd,
  waitForRunStatus,
  startRun,
  type TestNode,
} from '#test/service/support/runs.ts'

const begin = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const untilFlow = {
  nodes: [begin, { id: 'sleep', type: 'wait', config: { until: '{{ input.at }}' } }],
  edges: ['begin → sleep'],
}

/** Whether the run is cancelled at the moment at which it starts to wait. */
let isCancelledWhileSleeping = false

const commit: CommitStep = async (db, step) => {
  const written = await commitStep(db, step)
  if (isCancelledWhileSleeping && step.ended.some(({ status }) => status === 'waiting'))
    await db.query('update run set is_cancelling = true where account_id = $1 and id = $2', [step.account, step.run])
  return written
}

eachDatabase('runs that wait for a time', { differs: 'queue', engine: { commit } }, (service) => {
  test('continue at that time, immediately if it has passed, and fail if it is invalid', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, untilFlow)
    const run = async (at: string) => {
      const { id } = await startRun(service, owner, flow, { input: { at } })
      return waitForRunEnd(service, owner, id)
    }
    const soon = new Date(Date.now() + 2_500)
    const ended = await run(soon.toISOString())
    expect(ended.status).toBe('succeeded')
    expect(Date.parse(ended.finished_at ?? '')).toBeGreaterThanOrEqual(soon.getTime())
    expect((await run('2020-01-01T00:00:00Z')).status).toBe('succeeded')
    expect(await run('next Tuesday')).toMatchObject({
      status: 'failed',
      error: { node_id: 'sleep', message: expect.stringContaining('not a time') },
    })
    const far = new Date(Date.now() + 400 * 86_400_000).toISOString()
    expect(await run(far)).toMatchObject({ error: { message: expect.stringContaining('a year') } })
    // Times that JavaScript dates support, but databases do not, count as past.
    for (const past of ['-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00Z'])
      expect((await run(past)).status).toBe('succeeded')
  })

  test('fail with an invalid timeout', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, {
      nodes: [begin, { id: 'ask', type: 'wait', config: { event: 'webhook', timeout_s: '{{ input.s }}' } }],
      edges: ['begin → ask'],
    })
    for (const s of ['1e308', '-1', '99999999999']) {
      const { id } = await startRun(service, owner, flow, { input: { s } })
      expect(await waitForRunEnd(service, owner, id), s).toMatchObject({
        status: 'failed',
        error: { node_id: 'ask', code: 'bad_time' },
      })
    }
  })

  test('end the waits of other branches when one branch fails', async () => {
    const { owner } = service.one
    const nodes: TestNode[] = [
      begin,
      { id: 'first', type: 'wait', config: { event: 'webhook' } },
      { id: 'bad', type: 'wait', config: { until: 'never' } },
      { id: 'last', type: 'wait', config: { event: 'webhook', timeout_s: '3600' } },
    ]
    // One branch is already waiting, another one is about to wait.
    const edges = ['begin → first', 'begin → bad', 'begin → last']
    const flow = await makeFlow(service, owner, { nodes, edges })
    const { id } = await startRun(service, owner, flow)
    const { status, steps } = await waitForRunEnd(service, owner, id)
    const statuses = Object.fromEntries(steps.map((step) => [step.node_id, step.status]))
    const all = { begin: 'succeeded', first: 'cancelled', bad: 'failed', last: 'cancelled' }
    expect([status, statuses]).toEqual(['failed', all])
  })

  test('count the time before a wait towards the timeout', async () => {
    const { owner, id: account } = service.one
    const { engine, database } = service.app.services
    const flow = await makeFlow(service, owner, {
      nodes: [
        begin,
        { id: 'hold', type: 'wait', config: { event: 'webhook' } },
        { id: 'rest', type: 'wait', config: { seconds: 1 } },
      ],
      edges: ['begin → hold', 'hold → rest'],
      settings: { timeout_s: 3600 },
    })
    const { id } = await startRun(service, owner, flow)
    await waitForRunStatus(service, owner, id, 'waiting')
    // As if the run had been active for an hour.
    await database.pool.query(
      `update run set deadline_at = deadline_at - interval '1 hour' where account_id = $1 and id = $2`,
      [account, id],
    )
    expect(await engine?.deliver(account, { runId: id }, 'webhook', 1)).toBe(true)
    expect(await waitForRunEnd(service, owner, id)).toMatchObject({ status: 'timed_out', error: { code: 'timed_out' } })
  })

  test('end when they are cancelled at the moment at which they start to wait', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, untilFlow)
    isCancelledWhileSleeping = true
    const { id } = await startRun(service, owner, flow, {
      input: { at: new Date(Date.now() + 3_600_000).toISOString() },
    })
    expect(await waitForRunEnd(service, owner, id)).toMatchObject({
      status: 'cancelled',
      steps: [{ status: 'succeeded' }, { status: 'cancelled' }],
    })
    isCancelledWhileSleeping = false
  })

  test('fail when their flow is deleted, before the wait is over', async () => {
    const { owner } = service.one
    const wait = { id: 'sleep', type: 'wait', config: { seconds: 3600 } }
    const flow = await makeFlow(service, owner, { nodes: [begin, wait], edges: ['begin → sleep'] })
    const { id } = await startRun(service, owner, flow)
    await waitForRunStatus(service, owner, id, 'waiting')
    await service.request('DELETE', `/flow/${flow}/`, { as: owner })
    expect(await waitForRunStatus(service, owner, id, 'failed')).toMatchObject({
      error: { code: 'flow_gone' },
      finished_at: expect.any(String),
      steps: [{ status: 'succeeded' }, { status: 'cancelled' }],
    })
  })
})

eachDatabase('queued runs', { differs: 'queue', engine: { executesRuns: false } }, (service) => {
  test('are cancelled in the queue, and release their reserved money', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, { nodes: [begin], edges: [] })
    const { id } = await startRun(service, owner, flow)
    expect((await readRun(service, owner, id)).status).toBe('queued')
    const cancelled = await service.request('POST', `/billing/runs/${id}/cancel/`, { as: owner })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await waitForRunStatus(service, owner, id, 'cancelled')).toMatchObject({
      status: 'cancelled',
      cost: '0.000000',
    })
    const balance = await service.request('GET', '/billing/balance/', { as: owner })
    expect(Number(balance.as(Balance).reserved)).toBe(0)
    expect((await service.request('POST', `/billing/runs/${id}/cancel/`, { as: owner })).status).toBe(409)
  })
})
