/** Bulk retries and cancellations: plan, results, once per run, trial, stop, limits, roles and accounts. */
import { beforeEach, expect, test } from 'vitest'
import { Activity } from '#contract/activity.ts'
import { Run } from '#contract/billing.ts'
import { page } from '#contract/kernel/page.ts'
import { RunBulk, RunBulkPlan, RunBulkResult } from '#contract/run-work.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { textOf } from '#lib/json/json.ts'
import { runCleanup } from '#server/boot/housekeeping.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import {
  makeFlow,
  readRun,
  startRun,
  until,
  waitForRunEnd,
  waitForRunStatus,
  type TestNode,
} from '#test/service/support/runs.ts'

/** Messages of failures, by the input `order` of the run; '*' = all runs. */
const failures = new Map<string, string>()

/** Orders whose runs fail with a permanent error. */
const permanent = new Set<string>()

/** Fails while `failures` has the order of the run. */
const flaky: NodeRunner = {
  type: 'flaky',
  timeoutMs: 10_000,
  run: async ({ values, input }) => {
    const { order } = JSON.parse(JSON.stringify(values.input))
    const message = failures.get(textOf(order)) ?? failures.get('*')
    const code = permanent.has(textOf(order)) ? 'code_error' : 'broken'
    return message === undefined
      ? { is: 'done', handles: ['out'], output: input, costs: [] }
      : { is: 'failed', code, message, retryable: false }
  },
}

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const call: TestNode = { id: 'call', type: 'flaky' }
const pause: TestNode = { id: 'pause', type: 'wait', config: { seconds: 3600 } }

eachDatabase(
  'bulk actions of runs',
  { differs: 'queue', engine: { moreRunners: [flaky], maxQueued: 30 } },
  (service) => {
    beforeEach(() => {
      failures.clear()
      permanent.clear()
      failures.set('*', 'It is broken.')
    })

    const send = (method: string, path: string, body?: unknown, as: TestCaller = service.one.owner) =>
      service.request(method, `/billing/runs/bulk/${path}`, { as, ...(body === undefined ? {} : { body }) })
    const plan = async (body: JsonRecord, as?: TestCaller) => {
      const response = await send('POST', 'plan/', { action: 'retry', ...body }, as)
      expect(response.status, response.text).toBe(200)
      return response.as(RunBulkPlan)
    }
    const startBulk = async (body: JsonRecord) => {
      const response = await send('POST', '', { action: 'retry', ...body })
      expect(response.status, response.text).toBe(202)
      return response.as(RunBulk)
    }
    const read = async (id: string) => (await send('GET', `${id}/`)).as(RunBulk)
    const waitForEnd = (id: string) =>
      until(
        () => read(id),
        ({ finished_at: at, in_progress: open }) => at !== null && open === 0,
        `bulk action ${id} has ended`,
      )
    const resultsOf = async (id: string) =>
      (await send('GET', `${id}/results/?limit=100`)).as(page(RunBulkResult)).results

    /** A flow with failed runs, whose orders are 0, 1, 2 … */
    const failedRuns = async (
      count: number,
      more: { nodes: TestNode[]; edges: string[] } = { nodes: [], edges: [] },
    ) => {
      const { owner } = service.one
      const nodes = [begin, { id: 'first', type: 'wait', config: { seconds: 0 } }, call, ...more.nodes]
      const flow = await makeFlow(service, owner, { nodes, edges: ['begin → first', 'first → call', ...more.edges] })
      const ids: string[] = []
      for (let index = 0; index < count; index += 1)
        ids.push((await startRun(service, owner, flow, { input: { order: String(index) } })).id)
      for (const id of ids) expect((await waitForRunEnd(service, owner, id)).status).toBe('failed')
      return { flow, ids }
    }
    const ofFlow = (flow: string) => ({ and: [{ field: 'flow', values: [flow] }] })
    const retriesOf = async (runs: readonly string[]) => {
      const { rows } = await service.app.services.database.pool.query<{ run: string; id: string }>(
        'select retry_of as run, id from run where retry_of = any($1)',
        [runs],
      )
      return rows
    }

    test('plans a retry: what it includes and leaves out, where it starts, its cost and its effects', async () => {
      const more: { nodes: TestNode[]; edges: string[] } = {
        nodes: [
          { id: 'tell', type: 'message', config: { text: 'Done', channel: 'reply' } },
          { id: 'post', type: 'api', config: { method: 'POST', url: 'http://127.0.0.1:9/' } },
          { id: 'get', type: 'api', config: { url: 'http://127.0.0.1:9/' } },
        ],
        edges: ['call → tell', 'tell → post', 'post → get'],
      }
      const { flow, ids } = await failedRuns(3, more)
      const [first = ''] = ids
      failures.clear()
      const { owner, viewer } = service.one
      expect((await service.request('POST', `/billing/runs/${first}/retry/`, { as: owner, body: {} })).status).toBe(201)
      const planned = await plan({ filter: ofFlow(flow) }, viewer)
      expect(planned).toMatchObject({
        matched: 4,
        count: 2,
        starts: [{ flow: { id: flow, name: 'A flow' }, node: { id: 'call', name: 'call' }, count: 2 }],
        cost: null,
        messages: 2,
        requests: 2,
      })
      expect(planned.skipped).toContainEqual({ reason: 'Already retried.', count: 1 })
      const fromStart = await plan({ ids, from: 'start' })
      expect(fromStart.starts).toMatchObject([{ node: null, count: 2 }])
      expect(await plan({ action: 'cancel', ids })).toMatchObject({
        count: 0,
        skipped: [{ reason: 'Already ended.', count: 3 }],
        starts: [],
      })
      expect(await retriesOf(ids)).toHaveLength(1)
    })

    test('leaves out the runs that would fail again, if asked to, and says how many of the runs are simulated', async () => {
      permanent.add('1')
      const { flow, ids } = await failedRuns(3)
      failures.clear()
      expect(await plan({ ids })).toMatchObject({ count: 3, permanent: 1, simulated: 0, skipped: [] })
      const planned = await plan({ ids, skip_permanent: true })
      expect(planned).toMatchObject({
        count: 2,
        permanent: 1,
        skipped: [{ reason: 'Would fail again.', count: 1 }],
        starts: [{ count: 2 }],
      })
      const { id } = await startBulk({ filter: ofFlow(flow), skip_permanent: true, expected_count: 2 })
      expect(await waitForEnd(id)).toMatchObject({ done: 2, skipped: 1, succeeded: 2 })
      expect((await retriesOf(ids)).map(({ run }) => run)).not.toContain(ids[1])
      // The flow becomes one of the sample: its runs are marked, and their retries are simulated.
      await service.app.services.database.pool.query('update flow set sample = true where id = $1', [flow])
      expect(await plan({ ids, from: 'start' })).toMatchObject({
        count: 1,
        simulated: 1,
        cost: '0.000000',
        requests: 0,
      })
      const { owner } = service.one
      const start = await service.request('GET', `/flow/${flow}/run/plan/`, { as: owner })
      expect(start.body).toMatchObject({ is_simulated: true, cost: '0.000000' })
      const list = await service.request('GET', `/billing/runs/?flow=${flow}`, { as: owner })
      expect(list.as(page(Run)).results.map(({ sample }) => sample)).toEqual([true, true, true, true, true])
    })

    test('retries each run once, lists the results, and marks the runs', async () => {
      const { flow, ids } = await failedRuns(3)
      failures.clear()
      failures.set('1', 'It is still broken.')
      const { id, total } = await startBulk({ filter: ofFlow(flow), expected_count: 3 })
      expect(total).toBe(3)
      expect(await waitForEnd(id)).toMatchObject({
        status: 'done',
        waiting: 0,
        done: 3,
        skipped: 0,
        succeeded: 2,
        failed: 1,
        in_progress: 0,
        created_by: { id: service.one.owner.id },
      })
      const results = await resultsOf(id)
      expect(results.map(({ run, status, detail, retry }) => [run, status, detail, retry?.status])).toEqual([
        [ids[0], 'done', null, 'succeeded'],
        [ids[1], 'done', null, 'failed'],
        [ids[2], 'done', null, 'succeeded'],
      ])
      expect(await retriesOf(ids)).toHaveLength(3)
      for (const { run, retry } of results)
        expect(await readRun(service, service.one.owner, run)).toMatchObject({ retried_as: retry?.id })
      const retried = await readRun(service, service.one.owner, results[0]?.retry?.id ?? '')
      expect(retried).toMatchObject({ trigger: 'retry', retry_of: ids[0], attempt: 2 })
      // From the failed step on: the others are reused.
      expect(retried.steps.map(({ node_id: step, is_reused: isReused }) => [step, isReused])).toEqual([
        ['begin', true],
        ['first', true],
        ['call', false],
      ])
      const list = (await send('GET', '')).as(page(RunBulk))
      expect(list.results[0]).toMatchObject({ id, succeeded: 2, failed: 1 })
      const activity = await service.request('GET', '/activity/?action=run.startBulk', { as: service.one.owner })
      expect(activity.as(page(Activity)).results[0]?.object).toMatchObject({ id, name: '3 runs' })
    })

    test('retries a run once if two people ask at the same time, by bulk action or button', async () => {
      const { flow, ids } = await failedRuns(12)
      failures.clear()
      const [button = ''] = ids
      const startAsCounted = async (): Promise<RunBulk> => {
        const body = { action: 'retry', filter: ofFlow(flow), expected_count: 12 }
        const response = await send('POST', '', body)
        // If the button was faster, one run fewer is left.
        return response.status === 409 ? startBulk({ ...body, expected_count: 11 }) : response.as(RunBulk)
      }
      const [one, other, single] = await Promise.all([
        startAsCounted(),
        send('POST', '', { action: 'retry', ids, expected_count: 12 }, service.one.operator),
        service.request('POST', `/billing/runs/${button}/retry/`, { as: service.one.operator, body: {} }),
      ])
      const bulks = [one.id, ...(other.status === 202 ? [other.as(RunBulk).id] : [])]
      const done = await Promise.all(bulks.map(waitForEnd))
      expect(done.reduce((sum, bulk) => sum + bulk.done, single.status === 201 ? 1 : 0)).toBe(12)
      const retries = await retriesOf(ids)
      expect(retries.map(({ run }) => run).toSorted()).toEqual(ids.toSorted())
      const left = (await Promise.all(bulks.map(resultsOf))).flat().filter(({ status }) => status === 'skipped')
      expect(new Set(left.map(({ detail }) => detail))).toEqual(new Set(['Already retried.']))
      const again = await service.request('POST', `/billing/runs/${button}/retry/`, { as: service.one.owner, body: {} })
      expect(again).toMatchObject({ status: 409, body: { code: 'not_ready' } })
    })

    test('retries the others only after the success of the trial', async () => {
      const { flow, ids } = await failedRuns(5)
      failures.clear()
      failures.set('4', 'It is still broken.')
      const good = await startBulk({ filter: ofFlow(flow), expected_count: 5, trial: 2 })
      expect(good.status).toBe('trial')
      expect(await waitForEnd(good.id)).toMatchObject({ status: 'done', done: 5, succeeded: 4, failed: 1 })
      expect(await retriesOf(ids)).toHaveLength(5)
    })

    test('holds the others if the trial fails', async () => {
      const { flow, ids } = await failedRuns(4)
      failures.clear()
      failures.set('1', 'It is still broken.')
      const { id } = await startBulk({ filter: ofFlow(flow), expected_count: 4, trial: 2 })
      expect(await waitForEnd(id)).toMatchObject({ status: 'held', done: 2, skipped: 2, waiting: 0 })
      const [left] = await resultsOf(id)
      expect(left).toMatchObject({ status: 'skipped', detail: 'Left alone, because the trial failed.', retry: null })
      expect(await retriesOf(ids)).toHaveLength(2)
      // They can be retried later.
      expect(await plan({ ids })).toMatchObject({ count: 2 })
    })

    test('stops: runs without a result are left alone', async () => {
      const { flow, ids } = await failedRuns(4, { nodes: [pause], edges: ['call → pause'] })
      failures.clear()
      const { id } = await startBulk({ filter: ofFlow(flow), expected_count: 4, trial: 1 })
      await until(
        () => read(id),
        ({ done }) => done === 1,
        'the trial has started',
      )
      const stopped = await send('POST', `${id}/stop/`)
      expect(stopped.status, stopped.text).toBe(200)
      expect(stopped.as(RunBulk)).toMatchObject({ status: 'stopped', waiting: 0, done: 1, skipped: 3 })
      expect((await send('POST', `${id}/stop/`)).status).toBe(409)
      expect(await retriesOf(ids)).toHaveLength(1)
    })

    test('cancels many runs', async () => {
      const { owner } = service.one
      const flow = await makeFlow(service, owner, { nodes: [begin, pause], edges: ['begin → pause'] })
      const ids: string[] = []
      for (let index = 0; index < 3; index += 1) ids.push((await startRun(service, owner, flow)).id)
      for (const id of ids) await waitForRunStatus(service, owner, id, 'waiting')
      const { id } = await startBulk({ action: 'cancel', filter: ofFlow(flow), expected_count: 3 })
      expect(await waitForEnd(id)).toMatchObject({ action: 'cancel', status: 'done', done: 3, skipped: 0 })
      for (const one of ids) expect((await readRun(service, owner, one)).status).toBe('cancelled')
      // A retry continues at the step that was cancelled.
      expect(await plan({ ids })).toMatchObject({ count: 3, starts: [{ node: { id: 'pause' }, count: 3 }] })
    })

    test('waits while the queue of the account is full', async () => {
      const { flow, ids } = await failedRuns(60)
      failures.clear()
      const { id } = await startBulk({ filter: ofFlow(flow), expected_count: 60 })
      expect(await waitForEnd(id)).toMatchObject({ status: 'done', done: 60, skipped: 0, succeeded: 60 })
      expect(await retriesOf(ids)).toHaveLength(60)
    })

    test('says in words that there is no credit, and starts nothing without any', async () => {
      const { flow, ids } = await failedRuns(3, { nodes: [pause], edges: ['call → pause'] })
      failures.clear()
      const { pool } = service.app.services.database
      const account = service.one.id
      const credit = async (sum: string) =>
        pool.query('update account set credit_limit = $2 where id = $1', [account, sum])
      const { rows } = await pool.query<{ micros: string }>(
        'select coalesce(sum(micros), 0)::text as micros from ledger_day where account_id = $1',
        [account],
      )
      const open = await pool.query<{ micros: string }>(
        'select coalesce(sum(reserved), 0)::text as micros from run where account_id = $1 and finished_at is null',
        [account],
      )
      const available = BigInt(rows[0]?.micros ?? '0') - BigInt(open.rows[0]?.micros ?? '0')
      // Enough for the reserves of two runs, which then wait for an hour.
      await credit(String(-available + 15_000n))
      const { id } = await startBulk({ filter: ofFlow(flow), expected_count: 3 })
      const ended = await until(
        () => read(id),
        ({ finished_at: at }) => at !== null,
        'the bulk action has ended',
      )
      expect(ended).toMatchObject({ status: 'done', done: 2, skipped: 1 })
      expect((await resultsOf(id))[0]).toMatchObject({ detail: 'No credit is left. Add credit, then retry the run.' })
      const none = await send('POST', '', { action: 'retry', ids, expected_count: 1 })
      expect(none).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } })
      await credit('0')
      const left = await startBulk({ ids, expected_count: 1 })
      expect(
        await until(
          () => read(left.id),
          ({ done }) => done === 1,
          'the last run is retried',
        ),
      ).toMatchObject({
        skipped: 2,
      })
    })

    test('leaves a run out that is retried with the run that started it', async () => {
      const { owner } = service.one
      const child = await makeFlow(service, owner, { name: 'Child', nodes: [begin, call], edges: ['begin → call'] })
      const parent = await makeFlow(service, owner, {
        name: 'Parent',
        nodes: [begin, { id: 'sub', type: 'subflow', config: { flow: child } }],
        edges: ['begin → sub'],
      })
      const { id } = await startRun(service, owner, parent)
      expect((await waitForRunEnd(service, owner, id)).status).toBe('failed')
      const planned = await plan({ filter: { or: [{ field: 'flow', values: [parent, child] }] } })
      expect(planned).toMatchObject({
        matched: 2,
        count: 1,
        skipped: [{ reason: 'Retried with the run that started it.', count: 1 }],
      })
    })

    test('refuses another number of runs, unknown ids, a filter with an error, and runs of another account', async () => {
      const { flow, ids } = await failedRuns(2)
      const other = await send('POST', '', { action: 'retry', filter: ofFlow(flow), expected_count: 1 })
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict', count: 2 } })
      const unknown = await send('POST', 'plan/', { action: 'retry', ids: [ids[0], 'run_none'] })
      expect(unknown).toMatchObject({ status: 400, body: { errors: { 'ids.1': ['No run has this id.'] } } })
      const stranger = await send('POST', '', { action: 'retry', ids, expected_count: 2 }, service.two.owner)
      expect(stranger).toMatchObject({ status: 400, body: { errors: { 'ids.0': ['No run has this id.'] } } })
      expect(await plan({ filter: ofFlow(flow) }, service.two.owner)).toMatchObject({ matched: 0, count: 0 })
      const wrong = await send('POST', 'plan/', { action: 'retry', filter: { and: [{ field: 'x', values: ['y'] }] } })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'unknown_filter' } })
      const both = await send('POST', 'plan/', { action: 'retry', ids, filter: ofFlow(flow) })
      expect(both.status).toBe(400)
      const { id } = await startBulk({ ids, expected_count: 2 })
      for (const [method, path] of [
        ['GET', `${id}/`],
        ['GET', `${id}/results/`],
        ['POST', `${id}/stop/`],
      ] as const)
        expect((await send(method, path, undefined, service.two.owner)).status).toBe(404)
      await waitForEnd(id)
    })

    test('lets viewers plan and read, but not start or stop', async () => {
      const { ids } = await failedRuns(1)
      const { viewer } = service.one
      expect(await plan({ ids }, viewer)).toMatchObject({ count: 1 })
      expect((await send('POST', '', { action: 'retry', ids, expected_count: 1 }, viewer)).status).toBe(403)
      const { id } = await startBulk({ ids, expected_count: 1 })
      expect((await send('GET', `${id}/`, undefined, viewer)).status).toBe(200)
      expect((await send('POST', `${id}/stop/`, undefined, viewer)).status).toBe(403)
      await waitForEnd(id)
    })

    test('keeps ended bulk actions for 30 days', async () => {
      const { ids } = await failedRuns(1)
      const { id } = await startBulk({ ids, expected_count: 1 })
      await waitForEnd(id)
      const { pool } = service.app.services.database
      await pool.query(`update run_bulk set finished_at = finished_at - interval '31 days' where id = $1`, [id])
      await runCleanup(service.app.services)
      expect((await send('GET', `${id}/`)).status).toBe(404)
    })
  },
)
