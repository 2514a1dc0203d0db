/** Balance, runs and their sums: exact to the micro, and equal from daily sums and from the runs themselves. */
import { beforeAll, expect, test } from 'vitest'
import { Balance, Run, RunDetail, runFields, RunSummary } from '#contract/billing.ts'
import { page } from '#contract/kernel/page.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { hourStart } from '#lib/time/hour-start.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'
import { readAllRows } from '#test/service/support/read-all-pages.ts'

const sum = (rows: readonly { cost: string }[]) =>
  formatMicros(rows.reduce((total, row) => total + (parseMicros(row.cost) ?? 0n), 0n))
const bad = new Set(['failed', 'timed_out'])
const unfinished = new Set(['queued', 'running', 'waiting'])

eachDatabase('billing', { differs: 'SQL' }, (service) => {
  let caller: TestCaller
  let seeded: Seeded
  let all: Run[]
  const read = (path: string) => service.request('GET', path, { as: caller })
  const list = async (query: string) => (await read(`/billing/runs/?limit=100&${query}`)).as(page(Run))
  const summary = async (query: string) => (await read(`/billing/runs/summary/?${query}`)).as(RunSummary)

  beforeAll(async () => {
    caller = service.one.viewer
    seeded = await seed(service.one.scope, {
      conversations: 30,
      runs: 95,
      prefix: 'a',
      person: { id: 'x', name: 'x' },
      now: new Date(),
    })
    all = (await list('')).results
  })

  test('returns the sum of all bookings as balance, and the cost of the runs as spend', async () => {
    const balance = (await read('/billing/balance/')).as(Balance)
    const spent = parseMicros(sum(all)) ?? 0n
    const granted = parseMicros(balance.granted) ?? 0n
    expect(balance.balance).toBe(formatMicros(granted - spent))
    const today = new Date().toISOString().slice(0, 10)
    const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const from = (day: string) => sum(all.filter((run) => run.started_at.slice(0, 10) >= day))
    expect(balance.spend).toEqual({
      today: from(today),
      month_to_date: from(`${today.slice(0, 8)}01`),
      last_30_days: from(since(29)),
    })
    const week = sum(all.filter(({ started_at: at }) => at.slice(0, 10) >= since(7) && at.slice(0, 10) < today))
    expect(balance.avg_daily_spend_7d).toBe(formatMicros((parseMicros(week) ?? 0n) / 7n))
    expect(balance.status).toBe('depleted')
    expect(balance.estimated_depletion_at).toBeNull()
    const fresh = (await service.request('GET', '/billing/balance/', { as: service.two.viewer })).as(Balance)
    expect(fresh).toMatchObject({
      balance: '10.000000',
      available: '10.000000',
      status: 'ok',
      estimated_depletion_at: null,
    })
  })

  test('filters runs by every field like a naive evaluation of the rows', async () => {
    const noon = new Date(Date.now() - 5 * 86_400_000).toISOString()
    const cases: [string, (run: Run) => boolean][] = [
      [`flow=${seeded.flows[1]}`, (run) => run.flow.id === seeded.flows[1]],
      ['status=failed,timed_out', (run) => ['failed', 'timed_out'].includes(run.status)],
      ['status__not=succeeded', (run) => run.status !== 'succeeded'],
      ['trigger=webhook', (run) => run.trigger === 'webhook'],
      [`channel=${seeded.channels[2]},none`, (run) => run.channel === null || run.channel.id === seeded.channels[2]],
      ['channel__not=none', (run) => run.channel !== null],
      [`conversation=${seeded.conversations[3]}`, (run) => run.conversation?.id === seeded.conversations[3]],
      ['conversation__isnull=true', (run) => run.conversation === null],
      ['is_test=false', (run) => !run.is_test],
      [`started_at__gte=${noon}`, (run) => run.started_at >= noon],
      [`started_at__lt=${noon}&cost__gte=1.5`, (run) => run.started_at < noon && Number(run.cost) >= 1.5],
      [`started_at=${noon.slice(0, 10)}`, (run) => run.started_at.slice(0, 10) === noon.slice(0, 10)],
      ['cost__lte=1', (run) => Number(run.cost) <= 1],
      ['duration_ms__gte=500', (run) => (run.duration_ms ?? -1) >= 500],
      ['duration_ms__isnull=true', (run) => run.duration_ms === null],
      ['error_code=timeout', (run) => run.error?.code === 'timeout'],
      ['error_code__not=timeout', (run) => run.error?.code !== 'timeout'],
      ['q=100%25_', (run) => run.error !== null],
      ['kind=call', () => true],
      ['kind__not=call,model', () => false],
      ['kind=agent', () => false],
      ['q=flow 2', (run) => run.flow.name === 'Flow 2'],
    ]
    for (const [query, passes] of cases) {
      const expectedRuns = all.filter(passes)
      const found = await list(query)
      expect(
        found.results.map((run) => run.id),
        query,
      ).toEqual(expectedRuns.map((run) => run.id))
      const total = (await summary(query)).totals
      expect(total, query).toEqual({
        count: expectedRuns.length,
        ended: expectedRuns.filter((run) => !unfinished.has(run.status)).length,
        failed: expectedRuns.filter((run) => bad.has(run.status)).length,
        cost: sum(expectedRuns),
        duration_ms: expectedRuns.reduce((ms, run) => ms + (run.duration_ms ?? 0), 0),
      })
    }
  })

  test('returns every ordering page by page', async () => {
    const orderings = runFields.fields.filter((field) => field.orderable).flatMap(({ name }) => [name, `-${name}`])
    for (const ordering of [...orderings, '-duration_ms,cost']) {
      const whole = (await list(`ordering=${ordering}`)).results.map((run) => run.id)
      const steps = await readAllRows(service, caller, `/billing/runs/?limit=9&ordering=${ordering}`)
      expect(
        steps.map((row) => row.id),
        ordering,
      ).toEqual(whole)
      expect(new Set(whole).size).toBe(95)
    }
  })

  test('returns groups that add up to the totals, in the requested zone', async () => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
      const { totals, groups } = await summary(`group_by=day,hour,flow,channel,status&tz=${zone}`)
      for (const [name, group] of Object.entries(groups)) {
        expect(
          group.reduce((count, row) => count + row.count, 0),
          name,
        ).toBe(totals.count)
        expect(sum(group), name).toBe(totals.cost)
      }
      const days = new Map<string, number>()
      for (const run of all) {
        const day = dayIn(Date.parse(run.started_at), zone)
        days.set(day, (days.get(day) ?? 0) + 1)
      }
      expect(groups.day?.map((row) => [row.key, row.count])).toEqual([...days].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const hours = new Map<string, number>()
      for (const run of all) {
        const hour = new Date(hourStart(Date.parse(run.started_at), zone)).toISOString()
        hours.set(hour, (hours.get(hour) ?? 0) + 1)
      }
      expect(groups.hour?.map((row) => [row.key, row.count])).toEqual(
        [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      expect(groups.flow?.map((row) => row.label).toSorted()).toEqual(['Flow 0', 'Flow 1', 'Flow 2', 'Flow 3'])
      expect(groups.channel?.some((row) => row.key === 'none')).toBe(true)
    }
    const { groups, totals } = await summary('group_by=kind')
    expect(groups.kind?.find((row) => row.key === 'model')).toMatchObject({ cost: totals.cost, count: 95 })
    // Daily sums and runs give the same totals; the second filter is not supported by daily sums.
    const [byDays, byRuns] = [
      await summary('group_by=flow,status,channel'),
      await summary('group_by=flow,status,channel&cost__gte=-1'),
    ]
    expect(byRuns).toEqual(byDays)
  })

  test('compares with a previous period of the same length', async () => {
    const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
    const { previous, totals } = await summary(`started_at__gte=${from}`)
    const start = Date.parse(from)
    const length = Date.parse(new Date().toISOString().slice(0, 10)) + 86_400_000 - start
    const before = all.filter(
      (run) => Date.parse(run.started_at) < start && Date.parse(run.started_at) >= start - length,
    )
    expect(previous).toMatchObject({
      from: new Date(start - length).toISOString(),
      to: new Date(start).toISOString(),
      count: before.length,
      cost: sum(before),
    })
    expect(totals.count).toBe(all.filter((run) => Date.parse(run.started_at) >= start).length)
    const window = await summary('started_at__gte=2026-11-10T10:00:00Z&started_at__lt=2026-11-10T16:00:00Z')
    expect(window.previous).toMatchObject({ from: '2026-11-10T04:00:00.000Z', to: '2026-11-10T10:00:00.000Z' })
    expect((await summary('status=failed')).previous).toBeNull()
  })

  test('returns a run with its steps in order, and the balance after it', async () => {
    const first = (await read(`/billing/runs/${seeded.runs[0]}/`)).as(RunDetail)
    expect(first.steps.map((step) => [step.seq, step.cost])).toEqual([
      [0, '0.001404'],
      [1, '0.001404'],
      [2, '0.001404'],
    ])
    const granted = parseMicros((await read('/billing/balance/')).as(Balance).granted) ?? 0n
    const ended = all.filter((run) => run.finished_at !== null)
    for (const run of ended.slice(0, 8)) {
      const until = all.filter((other) => other.started_at < run.started_at || other.id === run.id)
      const ties = all.filter((other) => other.started_at === run.started_at)
      const detail = (await read(`/billing/runs/${run.id}/`)).as(RunDetail)
      // The grant was booked just now, after the past runs, so it counts only for runs of today.
      const withGrant = run.started_at.slice(0, 10) >= new Date().toISOString().slice(0, 10) ? [0n, granted] : [0n]
      if (ties.length === 1)
        expect(withGrant.map((grant) => formatMicros(grant - (parseMicros(sum(until)) ?? 0n)))).toContain(
          detail.balance_after,
        )
    }
    const open = all.find((run) => run.finished_at === null)
    expect((await read(`/billing/runs/${open?.id}/`)).as(RunDetail).balance_after).toBeNull()
  })

  test('compares with a previous period of as many local days, also across a clock change', async () => {
    const seedAccount = async (name: string, now: string) => {
      const { scope, viewer: as } = await service.makeAccount(name)
      // Runs reach 500 hours back, across the clock change.
      const size = { conversations: 30, runs: 300, prefix: name, person: { id: 'x', name: 'x' } }
      await seed(scope, { ...size, now: new Date(now) })
      const rows = await readAllRows(service, as, '/billing/runs/?limit=100')
      return { as, rows: rows.map((row) => Run.parse(row)) }
    }
    const spring = await seedAccount('spring', '2026-04-08T12:00:00Z')
    const autumn = await seedAccount('autumn', '2026-10-30T12:00:00Z')
    for (const [zone, day, { as, rows }] of [
      ['Europe/Berlin', '2026-10-25', autumn],
      ['Europe/Berlin', '2026-10-26', autumn],
      ['Europe/Berlin', '2026-03-29', spring],
      ['Europe/Berlin', '2026-03-30', spring],
      ['Australia/Lord_Howe', '2026-04-05', spring],
      ['Asia/Kathmandu', '2026-10-25', autumn],
    ] as const) {
      const from = addDays(day, -2)
      const answer = await service.request(
        'GET',
        `/billing/runs/summary/?tz=${zone}&group_by=day,channel,kind&started_at__gte=${from}&started_at__lte=${day}`,
        { as },
      )
      const { totals, previous, groups } = answer.as(RunSummary)
      const within = (first: string, last: string) =>
        rows.filter((run) => {
          const seen = dayIn(Date.parse(run.started_at), zone)
          return seen >= first && seen <= last
        })
      const [now, before] = [within(from, day), within(addDays(from, -3), addDays(from, -1))]
      expect([zone, day, totals.count, totals.cost]).toEqual([zone, day, now.length, sum(now)])
      expect([zone, day, previous?.count, previous?.cost]).toEqual([zone, day, before.length, sum(before)])
      for (const group of Object.values(groups)) expect(sum(group)).toBe(totals.cost)
    }
  })
})
