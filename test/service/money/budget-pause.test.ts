/** Budgets that pause flows, on each database: stops, starts, raised amounts, new periods, races and crashes. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { expect, test } from 'vitest'
import { Activity } from '#contract/activity.ts'
import { Run, RunDetail } from '#contract/billing.ts'
import { Budget } from '#contract/budget.ts'
import { FlowDetail } from '#contract/flow.ts'
import { page } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { makeBudgetEnforcement } from '#server/engine/upkeep/budget-enforcement.ts'
import { activatePaused, flowsPausedByBudget, pauseFlows, pausingBudgets } from '#server/store/engine/engine-budget.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { probe, startCounts } from '#test/service/support/probe-node.ts'
import { makeFlow, startRun, until, waitForRunEnd, type TestNode } from '#test/service/support/runs.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const yearly: TestNode = {
  id: 'yearly',
  type: 'trigger',
  config: { kind: 'schedule', schedule: { cron: '0 0 1 1 *', zone: 'UTC' } },
}
const node = (id: string, config: JsonRecord = {}): TestNode => ({ id, type: 'probe', config })
/** 40 days are always in a later month. */
const nextMonth = () => new Date(Date.now() + 40 * 86_400_000)

eachDatabase('budgets that pause flows', { differs: 'queue', engine: { moreRunners: [probe] } }, (service) => {
  const pool = () => service.app.services.database.pool
  const send = (method: string, path: string, as: TestAccount, body?: unknown) =>
    service.request(method, path, { as: as.owner, ...(body === undefined ? {} : { body }) })
  const setBudget = async (as: TestAccount, body: JsonRecord) =>
    (await send('POST', '/billing/budget/', as, { period: 'monthly', action: 'pause', ...body })).as(Budget)
  const flowOf = async (as: TestAccount, id: string) => (await send('GET', `/flow/${id}/`, as)).as(FlowDetail)
  const waitForStatus = (as: TestAccount, id: string, status: string) =>
    until(
      () => flowOf(as, id),
      (flow) => flow.status === status,
      `flow ${id} is ${status}`,
    )
  const pauses = async (as: TestAccount) =>
    (await send('GET', '/activity/?action=budget.pause', as)).as(page(Activity)).results
  /** Two steps that cost 0.60 each. */
  const makeCostlyFlow = (as: TestAccount, name = 'Costly') =>
    makeFlow(service, as.owner, {
      name,
      nodes: [begin, yearly, node('a', { micros: 600_000 }), node('b', { micros: 600_000 })],
      edges: ['begin → a', 'a → b'],
    })
  const enforcement = (now: () => Date = () => new Date()) => {
    const { events, engine } = service.app.services
    const updateSchedules = async (account: string, flow: string) => engine?.updateSchedules(account, flow)
    return makeBudgetEnforcement({ pool: pool(), now, events, updateSchedules })
  }
  const schedulesOf = async (flow: string) =>
    (await DBOS.listSchedules()).filter(({ scheduleName }) => scheduleName.includes(`/${flow}/`)).length

  test('stops a run before its next step that costs, pauses the flow, and a retry continues once it is raised', async () => {
    const as = await service.makeAccount('stopped')
    const flow = await makeCostlyFlow(as)
    const other = await makeCostlyFlow(as, 'Other')
    const budget = await setBudget(as, { flow, amount: '0.5' })
    expect(budget.action).toBe('pause')
    const { id } = await startRun(service, as.owner, flow)
    const stopped = await waitForRunEnd(service, as.owner, id)
    expect(stopped).toMatchObject({
      status: 'blocked',
      cost: '0.600000',
      error: { code: 'budget_reached', node_id: 'b' },
    })
    expect(stopped.error?.message).toMatch(/^Paused by its budget of €0\.50 until 1 \w+( \d{4})?\. Retry the run once/)
    expect(startCounts.get(`${id}/b#1`)).toBeUndefined()
    expect((await waitForStatus(as, flow, 'paused')).paused_by).toEqual({
      budget: budget.id,
      amount: '0.500000',
      is_for_all: false,
      until: budget.state.to,
    })
    await until(
      () => schedulesOf(flow),
      (count) => count === 0,
      'the schedule is removed',
    )
    for (const body of [{}, { is_test: true }]) {
      const refused = await send('POST', `/flow/${flow}/run/`, as, body)
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'not_ready' }])
      expect(refused.text).toContain('Paused by its budget of €0.50 until')
    }
    expect((await send('POST', `/flow/${flow}/activate/`, as)).text).toContain('Raise the budget')
    expect((await flowOf(as, other)).status).toBe('active')
    expect(await pauses(as)).toMatchObject([{ actor: null, object: { noun: 'budget', name: 'Costly' } }])

    expect((await send('PATCH', `/billing/budget/${budget.id}/`, as, { amount: '5' })).status).toBe(200)
    expect((await waitForStatus(as, flow, 'active')).paused_by).toBeUndefined()
    await until(
      () => schedulesOf(flow),
      (count) => count === 1,
      'the schedule is registered',
    )
    const retried = (await send('POST', `/billing/runs/${id}/retry/`, as, { from: 'failed' })).as(RunDetail)
    expect(await waitForRunEnd(service, as.owner, retried.id)).toMatchObject({ status: 'succeeded', cost: '0.600000' })
    expect(startCounts.get(`${retried.id}/a#1`)).toBeUndefined()
  })

  test('records automatic starts of a flow that it paused as blocked runs, which can be retried', async () => {
    const as = await service.makeAccount('automatic')
    const flow = await makeCostlyFlow(as)
    await startRun(service, as.owner, flow).then(({ id }) => waitForRunEnd(service, as.owner, id))
    const budget = await setBudget(as, { flow, amount: '1' })
    await waitForStatus(as, flow, 'paused')
    const start = (trigger: 'subflow' | 'schedule') =>
      service.app.services.engine?.start({
        account: as.id,
        flowId: flow,
        trigger,
        triggerNodeId: null,
        input: {},
        sourceKey: null,
        isTest: false,
      })
    await start('subflow')
    // A schedule recurs: a start by one that a killed process has left is not recorded.
    await expect(start('schedule')).rejects.toMatchObject({ code: 'not_ready' })
    const runs = (await send('GET', `/billing/runs/?flow=${flow}&status=blocked`, as)).as(page(Run)).results
    expect(runs).toMatchObject([{ trigger: 'subflow', cost: '0.000000', error: { code: 'budget_reached' } }])
    await send('PATCH', `/billing/budget/${budget.id}/`, as, { action: 'warn' })
    await waitForStatus(as, flow, 'active')
    expect((await send('POST', `/billing/runs/${runs[0]?.id}/retry/`, as, { from: 'start' })).status).toBe(201)
  })

  test('of all flows pauses the active ones, and resumes only those that it paused', async () => {
    const as = await service.makeAccount('all')
    const [costly, idle, byHand] = [
      await makeCostlyFlow(as),
      await makeCostlyFlow(as, 'Idle'),
      await makeCostlyFlow(as, 'By hand'),
    ]
    await send('POST', `/flow/${byHand}/pause/`, as)
    await startRun(service, as.owner, costly).then(({ id }) => waitForRunEnd(service, as.owner, id))
    const warning = await setBudget(as, { amount: '0.1', action: 'warn' })
    expect(warning.state.status).toBe('over')
    expect((await flowOf(as, costly)).status).toBe('active')
    const budget = await setBudget(as, { amount: '1' })
    for (const id of [costly, idle]) await waitForStatus(as, id, 'paused')
    expect((await send('POST', `/flow/${idle}/run/`, as, {})).text).toContain('the budget of €1.00 for all flows')
    expect((await flowOf(as, byHand)).paused_by).toBeUndefined()
    // A person's choice is not undone.
    await send('POST', `/flow/${idle}/archive/`, as)
    await send('DELETE', `/billing/budget/${budget.id}/`, as)
    await waitForStatus(as, costly, 'active')
    expect((await flowOf(as, idle)).status).toBe('archived')
    expect((await flowOf(as, byHand)).status).toBe('paused')
  })

  test('pauses once per period across processes, resumes in the next period, and pauses again once raised and reached', async () => {
    const as = await service.makeAccount('race')
    const flow = await makeCostlyFlow(as)
    await startRun(service, as.owner, flow).then(({ id }) => waitForRunEnd(service, as.owner, id))
    const budget = await setBudget(as, { flow, amount: '5' })
    // Below the API, so that no process has seen the change yet.
    await pool().query('update budget set amount = 1000000 where account_id = $1', [as.id])
    await Promise.all(Array.from({ length: 6 }, () => enforcement().enforce(as.id)))
    expect((await flowOf(as, flow)).status).toBe('paused')
    expect(await pauses(as)).toHaveLength(1)

    await Promise.all(Array.from({ length: 6 }, () => enforcement(nextMonth).enforce(as.id)))
    expect(await flowOf(as, flow)).toMatchObject({ status: 'active' })
    expect(await schedulesOf(flow)).toBe(1)
    expect(await pauses(as)).toHaveLength(1)

    await send('PATCH', `/billing/budget/${budget.id}/`, as, { amount: '2' })
    await startRun(service, as.owner, flow).then(({ id }) => waitForRunEnd(service, as.owner, id))
    await waitForStatus(as, flow, 'paused')
    expect(await pauses(as)).toHaveLength(2)
  })

  test('completes what a killed process left: nothing of an interrupted pause, the schedules of an interrupted resume', async () => {
    const as = await service.makeAccount('killed')
    const flow = await makeCostlyFlow(as)
    await startRun(service, as.owner, flow).then(({ id }) => waitForRunEnd(service, as.owner, id))
    await setBudget(as, { flow, amount: '5' })
    await pool().query('update budget set amount = 1000000 where account_id = $1', [as.id])
    const interrupted = inTransaction(pool(), async (client) => {
      const [state] = await pausingBudgets(client, as.id, { flow, now: new Date() })
      if (state) await pauseFlows(client, as.id, state, new Date())
      throw new Error('killed')
    })
    await expect(interrupted).rejects.toThrow('killed')
    expect((await flowOf(as, flow)).status).toBe('active')
    await enforcement().enforce(as.id)
    expect((await flowOf(as, flow)).status).toBe('paused')
    expect(await pauses(as)).toHaveLength(1)

    await pool().query('update budget set amount = 9000000 where account_id = $1', [as.id])
    for (const paused of await flowsPausedByBudget(pool(), as.id)) await activatePaused(pool(), as.id, paused)
    expect(await flowOf(as, flow)).toMatchObject({ status: 'active' })
    await enforcement().enforce(as.id)
    expect(await schedulesOf(flow)).toBe(1)
    expect(await flowsPausedByBudget(pool(), as.id)).toEqual([])
  })
})
