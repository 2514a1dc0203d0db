/** Before a start: what it may cost and send; and a start that another one makes unnecessary, on each database. */
import { expect, test } from 'vitest'
import { RunPlan } from '#contract/runs/run-plan.ts'
import { runDay } from '#server/store/tables/run.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { makeFlow } from '#test/service/support/runs.ts'

eachDatabase('plan of a start', { differs: 'SQL', engine: { executesRuns: false } }, (service) => {
  const owner = () => service.one.owner
  const trigger = (id: string) => ({
    id,
    type: 'trigger',
    config: { kind: 'schedule', schedule: { cron: '0 0 1 1 *' } },
  })

  test('tells the mean cost, and the effects of the steps behind the trigger', async () => {
    const other = await makeFlow(service, owner(), { nodes: [trigger('daily')], edges: [] })
    const flow = await makeFlow(service, owner(), {
      nodes: [
        trigger('daily'),
        trigger('weekly'),
        { id: 'call', type: 'api', config: { method: 'POST', url: 'https://shop.example/orders' } },
        { id: 'read', type: 'api', config: { method: 'GET', url: 'https://shop.example/orders' } },
        { id: 'free', type: 'transform', config: { language: 'jsonata', expression: '1' } },
        { id: 'other', type: 'subflow', config: { flow: other } },
        trigger('yearly'),
      ],
      edges: ['daily → call', 'weekly → read', 'yearly → free', 'free → other'],
    })
    const plan = async (query = '') =>
      (await service.request('GET', `/flow/${flow}/run/plan/?${query}`, { as: service.one.viewer })).as(RunPlan)
    const known = { currency: 'EUR', is_simulated: false }
    expect(await plan()).toEqual({ ...known, cost: null, messages: 0, requests: 1, flows: 1 })
    expect(await plan('trigger=yearly')).toEqual({ ...known, cost: '0.000000', messages: 0, requests: 0, flows: 1 })
    expect((await plan('trigger=weekly')).requests).toBe(0)
    await service.one.scope.insert(runDay, [
      {
        day: new Date().toISOString().slice(0, 10),
        flowId: flow,
        status: 'succeeded',
        trigger: 'manual',
        runs: 4,
        cost: 1_000_000n,
      },
    ])
    expect((await plan('trigger=daily')).cost).toBe('0.250000')
    const of = async (as: typeof service.one.owner, id: string) =>
      (await service.request('GET', `/flow/${id}/run/plan/`, { as })).status
    expect([await of(service.two.owner, flow), await of(owner(), 'flw_none')]).toEqual([404, 404])
  })

  test('of two people who start a flow that its schedule did not, only the first does', async () => {
    const flow = await makeFlow(service, owner(), { nodes: [trigger('daily')], edges: [] })
    const start = (more: object) =>
      service.request('POST', `/flow/${flow}/run/`, { as: owner(), body: { trigger: 'daily', ...more } })
    const since = new Date(Date.now() - 60_000).toISOString()
    const tests = await start({ is_test: true })
    expect(tests.status, tests.text).toBe(201)
    const both = await Promise.all([1, 2].map(() => start({ unless_started_since: since })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      detail: 'This flow was started in the meantime, so it was not started again.',
    })
    // Without the condition, and after a later missed time, it starts.
    expect((await start({})).status).toBe(201)
    expect((await start({ unless_started_since: new Date(Date.now() + 1000).toISOString() })).status).toBe(201)
    expect((await start({ unless_started_since: 'yesterday' })).status).toBe(400)
  })
})
