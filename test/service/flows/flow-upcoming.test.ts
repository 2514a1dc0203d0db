/** Next times of schedules: order, limit, paused flows, what runs usually take, and isolation, on each database. */
import { beforeAll, expect, test } from 'vitest'
import { UpcomingRuns } from '#contract/runs/upcoming-runs.ts'
import { runDay } from '#server/store/tables/run.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { makeFlow } from '#test/service/support/runs.ts'

const day = 86_400_000
/** The test decides when schedules are read. */
const never = 1_000_000_000

eachDatabase('upcoming runs', { differs: 'SQL', engine: { watchMs: never } }, (service) => {
  let account: TestAccount
  beforeAll(async () => {
    account = await service.makeAccount('schedules')
  })
  const check = async (at: number) => service.app.services.engine?.checkIncidents(new Date(at))
  const upcoming = async (query = '', as = account.viewer) =>
    (await service.request('GET', `/flow/upcoming/?${query}`, { as })).as(UpcomingRuns)
  const scheduled = (name: string, ...crons: string[]) =>
    makeFlow(service, account.owner, {
      name,
      nodes: crons.map((cron, index) => ({
        id: `at${index}`,
        type: 'trigger',
        config: { kind: 'schedule', schedule: { cron, zone: 'Asia/Kathmandu' } },
      })),
      edges: [],
    })
  /** "30 14 * * *": minutes from now, on the clocks of the schedule. */
  const cronIn = (minutes: number) => {
    const at = new Date(Date.now() + (5 * 60 + 45 + minutes) * 60_000)
    return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  }

  test('lists the next time of each trigger of active flows, soonest first, with what it usually takes', async () => {
    const now = Date.now()
    expect((await upcoming()).runs).toEqual([])
    const late = await scheduled('Late', cronIn(300))
    const soon = await scheduled('Soon', cronIn(400), cronIn(30))
    await scheduled('Next year', '0 0 1 1 *')
    const paused = await scheduled('Paused', cronIn(60))
    await check(now)
    await service.request('POST', `/flow/${paused}/pause/`, { as: account.owner })
    await account.scope.insert(
      runDay,
      ['succeeded', 'failed'].map((status) => ({
        day: new Date(now - day).toISOString().slice(0, 10),
        flowId: late,
        status,
        trigger: 'schedule',
        runs: 4,
        cost: 800_000n,
        durationMs: 2000n,
      })),
    )
    const found = await upcoming()
    expect(found.runs.map(({ flow, node_id: node }) => [flow.name, node])).toEqual([
      ['Soon', 'at1'],
      ['Late', 'at0'],
      ['Soon', 'at0'],
    ])
    expect(found.runs.map(({ usual }) => usual)).toEqual([null, { duration_ms: 500, cost: '0.200000' }, null])
    expect(found.count).toBe(3)
    expect(Date.parse(found.to) - Date.parse(found.from)).toBe(day)
    const inMinutes = (Date.parse(found.runs[0]?.at ?? '') - now) / 60_000
    expect(Math.abs(inMinutes - 30)).toBeLessThan(2)
    const first = await upcoming('limit=1')
    expect([first.count, first.runs.map(({ flow }) => flow.id)]).toEqual([3, [soon]])
  })

  test('a time that has passed gives way to the next one', async () => {
    await service.app.services.database.pool.query(
      `update schedule_watch set due_at = now() - interval '20 seconds' where flow_id in (select id from flow where name = 'Late')`,
    )
    const late = (await upcoming()).runs.find(({ flow }) => flow.name === 'Late')
    expect(Date.parse(late?.at ?? '')).toBeGreaterThan(Date.now())
  })

  test('shows nothing of another account, and nothing to strangers', async () => {
    expect((await upcoming('', service.two.owner)).runs).toEqual([])
    expect((await service.request('GET', '/flow/upcoming/', {})).status).toBe(401)
    expect((await service.request('GET', '/flow/upcoming/?limit=0', { as: account.owner })).status).toBe(400)
  })
})
