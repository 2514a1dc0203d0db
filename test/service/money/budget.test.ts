/** Budgets: spend equals the cost of the period's runs, to the micro; permissions and refusals. */
import { beforeAll, expect, test } from 'vitest'
import { Run } from '#contract/billing.ts'
import { Budget, budget as endpoints } from '#contract/budget.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { readEvents } from '#test/service/support/event-reader.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'
import { readAllRows } from '#test/service/support/read-all-pages.ts'

const sum = (rows: readonly Run[]) =>
  formatMicros(rows.reduce((total, { cost }) => total + (parseMicros(cost) ?? 0n), 0n))

eachDatabase('budgets', (service) => {
  let seeded: Seeded
  let runs: Run[]
  const send = (method: string, path: string, body?: unknown, as = service.one.operator) =>
    service.request(method, `/billing/budget/${path}`, { as, ...(body === undefined ? {} : { body }) })
  const create = async (body: unknown) => (await send('POST', '', body)).as(Budget)

  beforeAll(async () => {
    const size = { conversations: 30, runs: 400, prefix: 'a', person: { id: 'x', name: 'x' } }
    seeded = await seed(service.one.scope, { ...size, now: new Date() })
    runs = (await readAllRows(service, service.one.viewer, '/billing/runs/?limit=100')).map((row) => Run.parse(row))
  })

  test("returns the cost of the period's runs as spend, for all flows or one, in any zone", async () => {
    for (const tz of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'])
      for (const period of ['daily', 'monthly'] as const)
        for (const flow of [null, seeded.flows[1] ?? '']) {
          const { state, id, ...settings } = await create({ period, tz, flow, amount: '100' })
          const length = period === 'daily' ? 10 : 7
          const today = dayIn(Date.now(), tz).slice(0, length)
          const runsOfPeriod = runs.filter(
            (run) =>
              dayIn(Date.parse(run.started_at), tz).slice(0, length) === today &&
              (flow === null || run.flow.id === flow),
          )
          expect([tz, period, flow, state.spent]).toEqual([tz, period, flow, sum(runsOfPeriod)])
          const recentSpend =
            parseMicros(
              sum(
                runs.filter(
                  (run) =>
                    Date.parse(run.started_at) >= Date.now() - 7 * 86_400_000 &&
                    (flow === null || run.flow.id === flow),
                ),
              ),
            ) ?? 0n
          const share = (Date.parse(state.to) - Date.now()) / (7 * 86_400_000)
          const projected = Number(parseMicros(state.spent)) + Number(recentSpend) * share
          expect(Math.abs(Number(parseMicros(state.projected)) - projected)).toBeLessThan(
            Number(recentSpend) / 1000 + 2,
          )
          expect(settings).toMatchObject({ amount: '100.000000', thresholds: [80, 100], version: 1, currency: 'EUR' })
          expect((await send('DELETE', `${id}/`)).status).toBe(204)
        }
  })

  test('changes budgets by version, lists them by usage, sends events, and refuses changes of a viewer', async () => {
    const { viewer } = service.one
    const reader = await readEvents(`${service.origin}/api/event/`, viewer.headers)
    const small = await create({ period: 'monthly', amount: '0.000001', thresholds: [90, 10, 90] })
    const large = await create({ period: 'monthly', amount: '900000000' })
    const changes = () =>
      reader
        .changes()
        .filter(({ noun, id }) => noun === 'budget' && [small.id, large.id].includes(id))
        .map(({ id, change }) => [id, change])
    const created = [
      [small.id, 'created'],
      [large.id, 'created'],
    ]
    // Waits, because a change right after the creation would be reported as part of it.
    await expect.poll(changes).toEqual(created)
    expect(small).toMatchObject({ thresholds: [10, 90], state: { status: 'over', reached: 90 } })
    const list = (await send('GET', '', undefined, viewer)).as(endpoints.list.returns)
    expect(list.results.map(({ id }) => id)).toEqual([small.id, large.id])
    const edited = await send('PATCH', `${small.id}/`, { amount: '2.5', thresholds: [100], version: 1 })
    expect(edited.as(Budget)).toMatchObject({ amount: '2.500000', thresholds: [100], version: 2, period: 'monthly' })
    const late = await send('PATCH', `${small.id}/`, { amount: '3', version: 1 })
    expect([late.status, late.body]).toMatchObject([409, { code: 'version_conflict', current: { amount: '2.500000' } }])
    for (const [method, path, body] of [
      ['POST', '', { period: 'daily', amount: '1' }],
      ['PATCH', `${small.id}/`, { amount: '1' }],
      ['DELETE', `${small.id}/`, undefined],
    ] as const)
      expect((await send(method, path, body, viewer)).status).toBe(403)
    await expect.poll(changes).toEqual([...created, [small.id, 'changed']])
    reader.close()
    for (const { id } of [small, large]) await send('DELETE', `${id}/`)
    expect((await send('GET', `${small.id}/`)).status).toBe(404)
  })

  test('keeps the budget of a deleted flow, with the name of the flow', async () => {
    const flow = seeded.flows[3] ?? ''
    const { id } = await create({ period: 'monthly', amount: '1', flow })
    expect((await service.request('DELETE', `/flow/${flow}/`, { as: service.one.operator })).status).toBe(204)
    expect((await send('GET', `${id}/`)).as(Budget).flow).toEqual({ id: flow, name: 'Flow 3' })
    expect((await send('PATCH', `${id}/`, { amount: '2' })).as(Budget).flow?.name).toBe('Flow 3')
    await send('DELETE', `${id}/`)
  })

  test('refuses invalid amounts, percentages, periods and flows, by field', async () => {
    const good = { period: 'monthly', amount: '1' }
    for (const [change, place] of [
      [{ amount: '9'.repeat(30) }, 'amount'],
      [{ amount: `0.${'1'.repeat(30)}` }, 'amount'],
      [{ amount: '-1' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '0.000000' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ amount: '1,50' }, 'amount'],
      [{ amount: '1000000000.000001' }, 'amount'],
      [{ amount: 5 }, 'amount'],
      [{ period: 'yearly' }, 'period'],
      [{ tz: 'Mars/Base' }, 'tz'],
      [{ thresholds: [] }, 'thresholds'],
      [{ thresholds: [0] }, 'thresholds.0'],
      [{ thresholds: [80.5] }, 'thresholds.0'],
      [{ thresholds: [1, 2, 3, 4, 5, 6] }, 'thresholds'],
      [{ flow: 'flw_none' }, 'flow'],
      [{ currency: 'USD' }, 'currency'],
    ] as const) {
      const response = await send('POST', '', { ...good, ...change })
      expect([change, response.status, response.body]).toMatchObject([
        change,
        400,
        { code: 'invalid', errors: { [place]: [expect.any(String)] } },
      ])
    }
    const list = (await send('GET', '')).as(endpoints.list.returns)
    expect(list.count).toBe(0)
  })
})
