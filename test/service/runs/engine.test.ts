/** Runs of flows: branches, loops, failures, retries, limits, waits, subflows, cancelling and repeating. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RunDetail } from '#contract/billing.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { startCounts, probe } from '#test/service/support/probe-node.ts'
import {
  makeFlow,
  readRun,
  waitForRunEnd,
  waitForRunStatus,
  startRun,
  until,
  type TestNode,
  type EdgeNotation,
} from '#test/service/support/runs.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const node = (id: string, config: JsonRecord = {}): TestNode => ({ id, type: 'probe', config })
const CreatedObject = z.object({ id: z.string() })
const stepsOf = (run: RunDetail) => run.steps.map(({ node_id: id, status }) => `${id} ${status}`)

eachDatabase('engine', { differs: 'queue', engine: { moreRunners: [probe] } }, (service) => {
  const run = async (
    flow: { nodes: TestNode[]; edges: EdgeNotation[]; settings?: JsonRecord },
    body: JsonRecord = {},
  ) => {
    const { owner } = service.one
    const id = await makeFlow(service, owner, flow)
    const started = await startRun(service, owner, id, body)
    return { flow: id, id: started.id, end: () => waitForRunEnd(service, owner, started.id) }
  }
  const cancel = (id: string) => service.request('POST', `/billing/runs/${id}/cancel/`, { as: service.one.owner })
  const retry = async (id: string, body: JsonRecord) =>
    service.request('POST', `/billing/runs/${id}/retry/`, { as: service.one.owner, body })

  test('runs a linear flow to its end', async () => {
    const flow = {
      nodes: [begin, { id: 'pause', type: 'wait', config: { seconds: 0 } }, node('end')],
      edges: ['begin → pause', 'pause → end'],
    }
    const { end } = await run(flow, { input: { order: 7 } })
    const ended = await end()
    expect(ended).toMatchObject({ status: 'succeeded', output: { order: 7 }, input: { order: 7 }, error: null })
    expect(stepsOf(ended)).toEqual(['begin succeeded', 'pause succeeded', 'end succeeded'])
  })

  test('runs branches in parallel and joins them; runs no other branches, and skips disabled nodes', async () => {
    const { end } = await run(
      {
        nodes: [
          begin,
          {
            id: 'which',
            type: 'condition',
            config: { language: 'cel', cases: [{ id: 'yes', label: 'Yes', expression: 'input.go' }] },
          },
          node('left', { output: 1 }),
          node('right', { output: 2 }),
          { ...node('off', { fails: 9 }), disabled: true },
          node('never'),
          node('meet'),
        ],
        edges: [
          'begin → which',
          'which.yes → left',
          'which.yes → right',
          'which.else → never',
          'left → off',
          'off → meet',
          'right → meet',
        ],
      },
      { input: { go: true } },
    )
    const ended = await end()
    expect(ended.status, JSON.stringify(ended)).toBe('succeeded')
    expect(ended.output).toEqual({ off: 1, right: 2 })
    expect(ended.steps.map(({ node_id: id }) => id).toSorted()).toEqual(['begin', 'left', 'meet', 'right', 'which'])
  })

  test('ends an endless loop', async () => {
    const { end } = await run({
      nodes: [begin, { id: 'a', type: 'wait', config: { seconds: 0 } }],
      edges: ['begin → a', 'a → a'],
    })
    expect(await end()).toMatchObject({ status: 'failed', error: { code: 'loop_limit', node_id: 'a' } })
  })

  test('retries a step, and books the cost of each attempt once', async () => {
    const { end, id } = await run({
      nodes: [begin, node('a', { fails: 2, micros: 5, retry: { times: 2, wait_ms: 10 } })],
      edges: ['begin → a'],
    })
    const ended = await end()
    expect(stepsOf(ended)).toEqual(['begin succeeded', 'a failed', 'a failed', 'a succeeded'])
    expect(ended.cost).toBe('0.000015')
    expect(ended.cost_breakdown).toEqual([
      { kind: 'api', label: 'Probe', quantity: 3, unit: 'call', cost: '0.000015', tool: null },
    ])
    expect(ended.balance_after).toBe('9.999985')
    const { rows } = await service.app.services.database.pool.query<{ key: string }>(
      'select key from ledger where run_id = $1 order by seq',
      [id],
    )
    expect(rows.map(({ key }) => key)).toEqual([1, 2, 3].map((attempt) => `run:${id}:a#1:${attempt}:api`))
  })

  test('ends the run on a failure, unless the node has an error output with an edge', async () => {
    const failing = await run({ nodes: [begin, node('a', { fails: 9 }), node('b')], edges: ['begin → a', 'a → b'] })
    const failed = await failing.end()
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'broken', node_id: 'a' } })
    expect(stepsOf(failed)).toEqual(['begin succeeded', 'a failed'])
    const handled = await run({
      nodes: [begin, node('a', { fails: 9 }), node('b')],
      edges: ['begin → a', 'a.error → b'],
    })
    const ended = await handled.end()
    expect(ended).toMatchObject({
      status: 'succeeded',
      output: { error: { code: 'broken', message: 'It is broken.' } },
    })
  })

  test('applies the timeouts of a step and of a run', async () => {
    const slow = await run({ nodes: [begin, node('a', { ms: 60_000, timeout_ms: 50 })], edges: ['begin → a'] })
    const late = await slow.end()
    expect(late).toMatchObject({ status: 'failed', error: { code: 'timeout', node_id: 'a' } })
    expect(late.steps[1]?.status).toBe('timed_out')
    const long = await run({
      nodes: [begin, node('a', { ms: 60_000 })],
      edges: ['begin → a'],
      settings: { timeout_s: 0.3 },
    })
    expect(await long.end()).toMatchObject({ status: 'timed_out', error: { code: 'timed_out' } })
  })

  test('fails a step whose output is too large', async () => {
    const { end } = await run({ nodes: [begin, node('a', { size: 300_000 })], edges: ['begin → a'] })
    expect(await end()).toMatchObject({ status: 'failed', error: { code: 'too_large', node_id: 'a' } })
  })

  test('cancels a running run and books its cost; refuses to cancel an ended run', async () => {
    const { owner } = service.one
    const { id, end } = await run({
      nodes: [begin, node('a', { ms: 60_000, micros: 7 }), node('b')],
      edges: ['begin → a', 'a → b'],
    })
    await until(
      () => readRun(service, owner, id),
      ({ steps }) => steps.length === 2,
      'the step is running',
    )
    expect((await cancel(id)).status).toBe(200)
    const ended = await end()
    expect(ended).toMatchObject({ status: 'cancelled', cost: '0.000007' })
    expect(stepsOf(ended)).toEqual(['begin succeeded', 'a cancelled'])
    expect(ended.steps[1]?.cost).toBe('0.000007')
    expect((await cancel(id)).status).toBe(409)
    expect((await cancel('run_none')).status).toBe(404)
  })

  test('cancels a waiting run immediately', async () => {
    const { owner } = service.one
    const { id } = await run({
      nodes: [begin, { id: 'w', type: 'wait', config: { seconds: 600 } }],
      edges: ['begin → w'],
    })
    await waitForRunStatus(service, owner, id, 'waiting')
    const answer = await cancel(id)
    expect(answer.body).toMatchObject({
      status: 'cancelled',
      steps: [{ status: 'succeeded' }, { status: 'cancelled' }],
    })
  })

  test('retries a failed run from the failed step, without the cost of successful steps', async () => {
    const { owner } = service.one
    const { id, end } = await run({
      nodes: [
        begin,
        node('a', { micros: 3, output: { n: 1 } }),
        node('else', { fails: 1, retryable: false }),
        node('b', { fails: 1, retryable: false }),
      ],
      edges: ['begin → a', 'a → else', 'else.error → b'],
    })
    expect((await end()).status).toBe('failed')
    const again = await retry(id, { from: 'failed' })
    expect(again.status, again.text).toBe(201)
    const { id: second } = again.as(CreatedObject)
    startCounts.set(`${second}/b#1`, 1)
    const ended = await waitForRunEnd(service, owner, second)
    expect(ended).toMatchObject({ retry_of: id, attempt: 2, trigger: 'retry' })
    expect(ended.steps[1]).toMatchObject({ node_id: 'a', is_reused: true, cost: '0.000000' })
    expect(startCounts.get(`${second}/a#1`)).toBeUndefined()
    // A failed step whose error output was used is not repeated either.
    expect(startCounts.get(`${second}/else#1`)).toBeUndefined()
    const other = await retry(id, { from: 'start', input: { x: 2 } })
    expect(other.body).toMatchObject({ input: { x: 2 }, attempt: 2, steps: [] })
    expect((await retry(id, { from: 'failed', input: {} })).status).toBe(400)
    await waitForRunEnd(service, owner, other.as(CreatedObject).id)
  })

  test('ends a wait by time, by an event, or by its timeout', async () => {
    const { owner, id: account } = service.one
    const { engine } = service.app.services
    const waiting = (config: JsonRecord) => ({
      nodes: [begin, { id: 'w', type: 'wait', config }, node('came'), node('late', { output: 'late' })],
      edges: ['begin → w', 'w → came', 'w.timeout → late'],
    })
    const seconds = await run(waiting({ seconds: 3 }))
    const timed = await run(waiting({ event: 'reply', timeout_s: 3 }))
    const soon = await run(waiting({ event: 'reply', timeout_s: 0.1 }))
    const reply = await run(waiting({ event: 'reply' }))
    await waitForRunStatus(service, owner, reply.id, 'waiting')
    expect(await engine?.deliver(account, { runId: reply.id }, 'webhook', 1)).toBe(false)
    expect(await engine?.deliver(account, { runId: reply.id }, 'reply', { text: 'Yes' })).toBe(true)
    expect(await engine?.deliver(account, { runId: reply.id }, 'reply', { text: 'No' })).toBe(false)
    expect((await reply.end()).output).toEqual({ text: 'Yes' })
    expect((await soon.end()).output).toBe('late')
    expect((await timed.end()).output).toBe('late')
    const { steps } = await seconds.end()
    expect(steps.map(({ node_id: id }) => id)).toEqual(['begin', 'w', 'came'])
    // The duration of a wait step is the waiting time.
    expect(steps[1]?.duration_ms).toBeGreaterThanOrEqual(3000)
  })

  test('starts another flow, and returns its output or error', async () => {
    const { owner } = service.one
    await makeFlow(service, owner, {
      name: 'Good',
      nodes: [begin, node('a', { output: { sum: 3 }, micros: 4 })],
      edges: ['begin → a'],
    })
    await makeFlow(service, owner, { name: 'Bad', nodes: [begin, node('a', { fails: 9 })], edges: ['begin → a'] })
    const sub = (flow: string): TestNode => ({ id: 'sub', type: 'subflow', config: { flow, wait: true } })
    const good = await run({ nodes: [begin, sub('Good'), node('after')], edges: ['begin → sub', 'sub → after'] })
    const ended = await good.end()
    expect(ended, JSON.stringify(ended)).toMatchObject({ status: 'succeeded', output: { sum: 3 }, cost: '0.000000' })
    const bad = await run({ nodes: [begin, sub('Bad'), node('after')], edges: ['begin → sub', 'sub.error → after'] })
    expect((await bad.end()).output).toMatchObject({ error: { code: 'broken' } })
    const going = await makeFlow(service, owner, { name: 'Going', nodes: [begin], edges: [] })
    const left = await makeFlow(service, owner, { nodes: [begin, sub('Going')], edges: ['begin → sub'] })
    expect((await service.request('DELETE', `/flow/${going}/`, { as: owner })).status).toBe(204)
    const none = await startRun(service, owner, left)
    expect(await waitForRunEnd(service, owner, none.id)).toMatchObject({
      status: 'failed',
      error: { code: 'not_found', node_id: 'sub' },
    })
    const self = await makeFlow(service, owner, { name: 'Self', nodes: [begin, sub('Self')], edges: ['begin → sub'] })
    const circle = await waitForRunEnd(service, owner, (await startRun(service, owner, self)).id)
    expect(circle).toMatchObject({ status: 'failed', error: { code: 'not_ready' } })
  })

  test('refuses unsupported node types before the start, and a draft unless it is a test run', async () => {
    const { owner } = service.one
    const strange = await makeFlow(
      service,
      owner,
      { nodes: [begin, { id: 'x', type: 'strange' }], edges: ['begin → x'] },
      false,
    )
    const refused = await service.request('POST', `/flow/${strange}/run/`, { as: owner, body: { is_test: true } })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'not_ready', validation: [{ code: 'unknown_type', node_id: 'x' }] })
    const draft = await makeFlow(service, owner, { nodes: [begin], edges: [] }, false)
    expect((await service.request('POST', `/flow/${draft}/run/`, { as: owner, body: {} })).status).toBe(409)
    expect((await service.request('POST', `/flow/${draft}/run/`, { as: owner, body: { is_test: true } })).status).toBe(
      201,
    )
    expect(
      (await service.request('POST', `/flow/${draft}/run/`, { as: service.two.owner, body: { is_test: true } })).status,
    ).toBe(404)
    expect(
      (await service.request('POST', `/flow/${draft}/run/`, { as: service.one.viewer, body: { is_test: true } }))
        .status,
    ).toBe(403)
  })

  test('stores no secret in the records of a run', async () => {
    const { owner } = service.one
    const value = 'canary-of-the-engine-42'
    const body = { name: 'Pass', key: 'pass', category: 'global', config: { value, type: 'string', secret: true } }
    expect((await service.request('POST', '/tool/', { as: owner, body })).status).toBe(201)
    const secret = 'the word is {{ secrets.pass }}'
    const good = await run({ nodes: [begin, node('a', { secret })], edges: ['begin → a'] })
    const ended = await good.end()
    expect(ended.output).toBe('the word is ••••')
    expect(ended.steps[1]?.input).toEqual({ said: 'the word is ••••' })
    const bad = await run({ nodes: [begin, node('a', { secret, fails: 9 })], edges: ['begin → a'] })
    expect((await bad.end()).error?.message).toBe('It is broken by the word is ••••.')
    const { rows } = await service.app.services.database.pool.query<{ all: string }>(
      `select coalesce(string_agg(t.text, ' '), '') as all from (select run::text as text from run union all select run_step::text from run_step) t`,
    )
    expect(rows[0]?.all).toContain('the word is')
    expect(rows[0]?.all).not.toContain(value)
  })
})
