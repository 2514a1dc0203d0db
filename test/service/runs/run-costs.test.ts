/** Costs of runs: steps, ledger, sums and balance agree; no run without credit; limited queue. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Balance, RunSummary } from '#contract/billing.ts'
import { FlowDetail, FlowSummary } from '#contract/flow.ts'
import { page } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { probe } from '#test/service/support/probe-node.ts'
import {
  makeFlow,
  waitForRunEnd,
  waitForRunStatus,
  startRun,
  until,
  type TestNode,
} from '#test/service/support/runs.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const node = (id: string, config: JsonRecord = {}): TestNode => ({ id, type: 'probe', config })

eachDatabase('costs of runs', { differs: 'queue', engine: { moreRunners: [probe], maxQueued: 20 } }, (service) => {
  const balanceOf = async ({ owner }: TestAccount) =>
    (await service.request('GET', '/billing/balance/', { as: owner })).as(Balance)
  const figures = async ({ id }: TestAccount) => {
    const { rows } = await service.app.services.database.pool.query<Record<string, string>>(
      `select (select coalesce(sum(cost), 0) from run_step where account_id = $1)::text as steps,
           (select coalesce(sum(cost), 0) from run where account_id = $1)::text as runs,
           (select coalesce(sum(cost), 0) from run_day where account_id = $1)::text as days,
           (select coalesce(sum(recent_cost), 0) from flow where account_id = $1)::text as ordered,
           (select coalesce(-sum(micros), 0) from ledger where account_id = $1 and kind = 'run')::text as ledger,
           (select coalesce(-sum(micros), 0) from ledger_day where account_id = $1 and kind = 'run')::text as ledger_days`,
      [id],
    )
    return new Set(Object.values(rows[0] ?? {}))
  }

  test('returns equal costs of steps, runs, ledger and sums, immediately, and soon in the counts of flows', async () => {
    const { one } = service
    const flow = await makeFlow(service, one.owner, {
      nodes: [
        begin,
        node('a', { micros: 1001 }),
        node('b', { micros: 17, fails: 1, retry: { times: 1, wait_ms: 5 } }),
        node('c', { micros: 3 }),
      ],
      edges: ['begin → a', 'begin → b', 'a → c', 'b → c'],
    })
    // From now on costs are added to the sums by which flows are ordered.
    expect((await service.request('GET', '/flow/?ordering=-cost_last_30_days', { as: one.owner })).status).toBe(200)
    const runs = await Promise.all(Array.from({ length: 6 }, () => startRun(service, one.owner, flow)))
    const summary = async () =>
      (await service.request('GET', '/billing/runs/summary/?group_by=flow,status,day', { as: one.owner })).as(
        RunSummary,
      )
    expect((await summary()).totals.count).toBe(6)
    for (const { id } of runs) expect((await waitForRunEnd(service, one.owner, id)).cost).toBe('0.001038')
    const { totals, groups } = await summary()
    expect(totals).toMatchObject({ count: 6, ended: 6, failed: 0, cost: '0.006228' })
    expect(groups.status).toMatchObject([{ key: 'succeeded', count: 6, cost: '0.006228' }])
    expect(await balanceOf(one)).toMatchObject({
      balance: '9.993772',
      reserved: '0.000000',
      available: '9.993772',
      spend: { today: '0.006228' },
    })
    const read = async () => (await service.request('GET', `/flow/${flow}/`, { as: one.owner })).as(FlowDetail)
    const counted = await until(read, ({ run_count: count }) => count === 6, 'the flow has counted its runs')
    expect(counted).toMatchObject({ last_run_status: 'succeeded', cost_last_30_days: '0.006228' })
    expect(await figures(one)).toEqual(new Set(['6228']))
    expect((await summary()).totals).toMatchObject({ count: 6, cost: '0.006228' })
  })

  test('counts the ended and failed runs of flows, tests included, for order and display', async () => {
    const account = await service.makeAccount('failures')
    const fails = { nodes: [begin, node('a', { fails: 9 })], edges: ['begin → a'] }
    const bad = await makeFlow(service, account.owner, { name: 'Bad', ...fails })
    const good = await makeFlow(service, account.owner, { name: 'Good', nodes: [begin], edges: [] })
    const list = async () =>
      (await service.request('GET', '/flow/?ordering=-failed_last_30_days', { as: account.owner })).as(
        page(FlowSummary),
      ).results
    // From now on failures are added to the sums by which flows are ordered.
    expect((await list()).map(({ failed_last_30_days: failed }) => failed)).toEqual([0, 0])
    for (const flow of [good, bad, bad]) await startRun(service, account.owner, flow)
    await startRun(service, account.owner, bad, { is_test: true })
    const counted = await until(list, ([first]) => first?.run_count === 3, 'the runs are counted')
    expect(counted).toMatchObject([
      { id: bad, runs_last_30_days: 3, failed_last_30_days: 3 },
      { id: good, runs_last_30_days: 1, failed_last_30_days: 0 },
    ])
    const ordered = () =>
      service.app.services.database.pool.query<{ failures: number }>(
        'select recent_failures as failures from flow where account_id = $1 order by name',
        [account.id],
      )
    expect((await ordered()).rows).toEqual([{ failures: 3 }, { failures: 0 }])
    // Computed again, as on another day.
    await service.app.services.database.pool.query(`update account set flow_cost_since = null where id = $1`, [
      account.id,
    ])
    await service.app.services.database.pool.query('update flow set recent_failures = 7 where account_id = $1', [
      account.id,
    ])
    expect((await list())[0]).toMatchObject({ id: bad })
    expect((await ordered()).rows).toEqual([{ failures: 3 }, { failures: 0 }])
    const read = await service.request('GET', `/flow/${bad}/`, { as: account.owner })
    expect(read.as(FlowDetail)).toMatchObject({ runs_last_30_days: 3, failed_last_30_days: 3 })
  })

  test('blocks a run when the credit is used up, and starts none without credit', async () => {
    const { two } = service
    const { engine } = service.app.services
    const flow = await makeFlow(service, two.owner, {
      nodes: [begin, node('a', { micros: 10_000_000 }), node('b', { micros: 1 })],
      edges: ['begin → a', 'a → b'],
    })
    const { id } = await startRun(service, two.owner, flow)
    expect(await waitForRunEnd(service, two.owner, id)).toMatchObject({
      status: 'blocked',
      cost: '10.000000',
      error: { code: 'insufficient_balance', node_id: 'b' },
    })
    expect((await service.request('POST', `/flow/${flow}/run/`, { as: two.owner, body: {} })).status).toBe(402)
    const request = {
      account: two.id,
      flowId: flow,
      trigger: 'subflow' as const,
      triggerNodeId: null,
      input: {},
      sourceKey: 'twice',
      isTest: false,
    }
    const first = await engine?.start(request)
    expect(await engine?.start(request)).toMatchObject({ runId: first?.runId, isNew: false })
    expect(await waitForRunEnd(service, two.owner, first?.runId ?? '')).toMatchObject({ status: 'blocked', steps: [] })
    expect(await balanceOf(two)).toMatchObject({ status: 'blocked', available: '0.000000' })
  })

  test('reserves money for a waiting run, and limits the queue', async () => {
    const { owner, id } = await service.makeAccount('three')
    const pool = service.app.services.database.pool
    const flow = await makeFlow(service, owner, {
      nodes: [begin, { id: 'w', type: 'wait', config: { seconds: 600 } }],
      edges: ['begin → w'],
    })
    const started = await startRun(service, owner, flow)
    await waitForRunStatus(service, owner, started.id, 'waiting')
    const balance = (await service.request('GET', '/billing/balance/', { as: owner })).as(Balance)
    expect(balance).toMatchObject({ reserved: '0.010000', available: '9.990000' })
    // Reserved money is not available to other runs, although it is not spent yet.
    const reserve = (micros: number) => pool.query(`update run set reserved = $2 where id = $1`, [started.id, micros])
    await reserve(10_000_000)
    expect((await service.request('POST', `/flow/${flow}/run/`, { as: owner, body: {} })).status).toBe(402)
    await reserve(10_000)
    // As if another process had accepted many runs at the same time.
    await pool.query(
      `insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at)
         select $1, 'run_full_' || n, $2, 'Full', 1, 'queued', 'manual', now() from generate_series(1, 60) n`,
      [id, flow],
    )
    const refused = await service.request('POST', `/flow/${flow}/run/`, { as: owner, body: {} })
    expect(refused.status).toBe(429)
    expect(z.object({ code: z.literal('throttled') }).parse(refused.body).code).toBe('throttled')
    expect(refused.headers.get('retry-after')).toBe('5')
  })
})
