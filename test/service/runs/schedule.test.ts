/** Scheduled flows, on each database. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { expect, test } from 'vitest'
import { Run } from '#contract/billing.ts'
import { page } from '#contract/kernel/page.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { makeFlow, waitForRunEnd, until } from '#test/service/support/runs.ts'

/** Every second. */
const everySecond = '* * * * * *'
/** Once a year, so that only the tests trigger it. */
const yearly = '0 0 1 1 *'

eachDatabase('schedules', { differs: 'queue', engine: true }, (service) => {
  const owner = () => service.one.owner
  const scheduled = (cron: string, count = 1) =>
    makeFlow(service, owner(), {
      nodes: Array.from({ length: count }, (_, index) => ({
        id: `at${index}`,
        type: 'trigger',
        config: { kind: 'schedule', schedule: { cron, zone: 'Europe/Berlin' } },
      })),
      edges: [],
    })
  const runsOf = async (flow: string) =>
    (await service.request('GET', `/billing/runs/?flow=${flow}&limit=100`, { as: owner() })).as(page(Run)).results
  const act = (flow: string, what: 'pause' | 'activate' | 'archive') =>
    service.request('POST', `/flow/${flow}/${what}/`, { as: owner() })
  const schedulesOf = async (flow: string) =>
    (await DBOS.listSchedules()).filter(({ scheduleName }) => scheduleName.includes(`/${flow}/`))
  const ticks = (flow: string, count: number) =>
    until(
      () => runsOf(flow),
      (runs) => runs.length >= count,
      `${count} runs of ${flow}`,
    )

  test('starts two triggers of the same second, each once per time', async () => {
    const flow = await scheduled(everySecond, 2)
    // At least two full seconds with both triggers, beside partial ones at the start and the end.
    await ticks(flow, 6)
    await act(flow, 'pause')
    const starts = await Promise.all(
      (await runsOf(flow)).map(async ({ id }) => {
        const run = await waitForRunEnd(service, owner(), id)
        expect(run).toMatchObject({ trigger: 'schedule', is_test: false, status: 'succeeded' })
        return [textOf(recordOf(run.input ?? null)['scheduled_at']), run.steps[0]?.node_id].join(' ')
      }),
    )
    expect(new Set(starts).size).toBe(starts.length)
    const times = new Map<string, number>()
    for (const [time = ''] of starts.map((start) => start.split(' '))) times.set(time, (times.get(time) ?? 0) + 1)
    expect([...times.values()].filter((count) => count === 2).length).toBeGreaterThan(1)
  })

  test('removes the schedule of a paused, archived or deleted flow, and restores it on activation', async () => {
    const flow = await scheduled(everySecond)
    expect(await schedulesOf(flow)).toMatchObject([
      { schedule: everySecond, cronTimezone: 'Europe/Berlin', status: 'ACTIVE' },
    ])
    await ticks(flow, 1)
    expect((await act(flow, 'pause')).status).toBe(200)
    expect(await schedulesOf(flow)).toEqual([])
    const before = await runsOf(flow)
    const other = await scheduled(everySecond)
    await ticks(other, 2)
    expect(await runsOf(flow)).toHaveLength(before.length)
    await act(flow, 'activate')
    expect(await schedulesOf(flow)).toHaveLength(1)
    await ticks(flow, before.length + 1)
    await act(flow, 'archive')
    expect(await schedulesOf(flow)).toEqual([])
    await service.request('DELETE', `/flow/${other}/`, { as: owner() })
    expect(await schedulesOf(other)).toEqual([])
  })

  test('starts no runs for missed times, and no second run for a repeated time', async () => {
    const flow = await scheduled(yearly)
    const name = (await schedulesOf(flow))[0]?.scheduleName ?? ''
    // After the machine was asleep, or its clock was set forward, the scheduler processes all missed times like
    // this.
    const missed = await DBOS.backfillSchedule(name, new Date('2020-06-01'), new Date('2026-01-02'))
    expect(missed.length).toBeGreaterThan(4)
    for (const handle of missed) await handle.getResult()
    expect(await runsOf(flow)).toEqual([])
    const now = await DBOS.triggerSchedule(name)
    await now.getResult()
    await ticks(flow, 1)
    // As if the process had died in the middle, and another process repeated the start.
    const again = await DBOS.forkWorkflow(now.workflowID, 0)
    await again.getResult()
    expect(await runsOf(flow)).toHaveLength(1)
  })

  test('starts no run at a time at which the flow cannot run', async () => {
    const flow = await scheduled(yearly)
    const name = (await schedulesOf(flow))[0]?.scheduleName ?? ''
    await service.app.services.database.pool.query(`update flow set status = 'paused' where id = $1`, [flow])
    const handle = await DBOS.triggerSchedule(name)
    await handle.getResult()
    expect(await runsOf(flow)).toEqual([])
  })
})
