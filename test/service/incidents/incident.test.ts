/** Incidents: when they open, get worse and are over, on each database. */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { Activity } from '#contract/activity.ts'
import { Run } from '#contract/billing.ts'
import { Incident } from '#contract/incident.ts'
import { page } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { makeFlow } from '#test/service/support/runs.ts'
import { channel } from '#server/store/tables/channel.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { ledgerDay } from '#server/store/tables/ledger.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The tests set the time of each round. */
const never = 1_000_000_000

eachDatabase('incidents', { differs: 'SQL', engine: { watchMs: never } }, (service) => {
  let account: TestAccount
  beforeAll(() => {
    account = service.one
  })
  const check = async (at: number) => service.app.services.engine?.checkIncidents(new Date(at))
  const list = async (query = '', as = account.owner) =>
    (await service.request('GET', `/incident/?${query}`, { as })).as(page(Incident)).results
  const about = async (id: string, query = 'status=open') =>
    (await list(query)).filter(({ subject }) => subject?.id === id)
  const trigger = { id: 'in', type: 'trigger', config: { kind: 'manual' } }
  const flow = (name: string) => makeFlow(service, account.owner, { name, nodes: [trigger], edges: [] })

  /** Runs that ended at a time, `everyMs` apart before it. */
  const addRuns = async (flowId: string, status: string, count: number, until: number, everyMs = 1000) => {
    const failed = {
      errorCode: 'timeout',
      errorMessage: 'The shop did not respond within 8 s. Nothing was changed.',
      errorNodeId: 'n1',
    }
    await account.scope.insert(
      run,
      Array.from({ length: count }, (_, index) => {
        const at = new Date(until - index * everyMs)
        const facts = { id: newId('run'), flowId, flowName: 'F', flowVersion: 1, status, trigger: 'manual' }
        return { ...facts, startedAt: at, finishedAt: at, ...(status === 'failed' ? failed : {}) }
      }),
    )
  }
  const usual = (flowId: string, status: string, runs: number, until: number) =>
    account.scope.insert(
      runDay,
      Array.from({ length: 10 }, (_, index) => {
        const at = new Date(until - (index + 3) * day).toISOString().slice(0, 10)
        return { day: at, flowId, status, trigger: 'manual', runs }
      }),
    )
  const addChannel = async (facts: Partial<typeof channel.$inferInsert>) => {
    const id = newId('chn')
    const required = { type: 'webhook', name: 'Hook', status: 'connected' }
    await account.scope.insert(channel, [{ id, ...required, ...facts }])
    return id
  }
  const change = (id: string, facts: string) =>
    service.app.services.database.pool.query(`update channel set ${facts} where id = $1`, [id])

  test('a thousand failures of one cause are one incident, which is over by itself', async () => {
    const now = Date.now()
    const id = await flow('Refund')
    await usual(id, 'succeeded', 99, now)
    await usual(id, 'failed', 1, now)
    await addRuns(id, 'failed', 2, now)
    await check(now)
    expect(await about(id)).toEqual([])
    await addRuns(id, 'failed', 998, now)
    await addRuns(id, 'succeeded', 600, now - 500)
    for (let round = 0; round < 3; round += 1) await check(now + round * 1000)
    const [incident, ...others] = await about(id)
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      kind: 'flow_failing',
      severity: 'broken',
      subject: { noun: 'flow', id, name: 'Refund' },
      message:
        '1,000 of 1,600 runs failed in the last hour, 62.5% (usually 1%). All for one reason: The shop did not respond within 8 s.',
      figures: { count: 1000, total: 1600, share: 62.5, usual_share: 1, reason_count: 1000, node: 'n1' },
    })
    // The link leads to as many runs as the incident counts.
    const link = new URL(incident?.path ?? '', 'http://console.example').searchParams
    link.delete('form')
    const shown = await service.request('GET', `/billing/runs/?limit=1&${link}`, { as: account.owner })
    expect(shown.as(page(Run)).count).toBe(1000)
    expect(incident?.figures.trend?.values.at(-1)).toBe(1000)
    // Seven successes in a row are a coincidence at this share, eight are not.
    await addRuns(id, 'succeeded', 7, now + minute)
    await check(now + minute)
    expect(await about(id)).toHaveLength(1)
    await addRuns(id, 'succeeded', 1, now + minute)
    await check(now + minute + 1)
    expect(await about(id)).toEqual([])
    expect(await about(id, 'status=over')).toMatchObject([{ id: incident?.id, status: 'over' }])
    // Failures before the end do not count again, but new ones do.
    await addRuns(id, 'failed', 2, now + 2 * minute)
    await check(now + 2 * minute)
    expect(await about(id)).toEqual([])
    await addRuns(id, 'failed', 300, now + 3 * minute, 100)
    await check(now + 3 * minute)
    expect(await about(id)).toHaveLength(1)
    const activity = await service.request('GET', '/activity/?action=incident', { as: account.owner })
    expect(
      activity.as(page(Activity)).results.map(({ action, actor, object }) => [action, actor, object?.name]),
    ).toEqual([
      ['incident.opened', null, 'Refund'],
      ['incident.over', null, 'Refund'],
      ['incident.opened', null, 'Refund'],
    ])
  })

  test('a failing flow is over once its failures are marked as solved, and fails again with the next ones', async () => {
    const now = Date.now() - minute
    const id = await flow('Solved')
    await addRuns(id, 'failed', 20, now)
    await check(now)
    expect(await about(id)).toHaveLength(1)
    const key = (await account.scope.select(run, { reason: run.reason }, eq(run.flowId, id)))[0]?.reason
    await service.request('POST', '/billing/runs/reasons/solve/', { as: account.owner, body: { reasons: [key] } })
    await check(now + 1)
    expect(await about(id)).toEqual([])
    await addRuns(id, 'failed', 20, now + 3 * minute, 10)
    await check(now + 3 * minute)
    expect(await about(id)).toMatchObject([{ figures: { count: 20 } }])
  })

  test('a channel is down, gets worse by a named step, and works again', async () => {
    const now = Date.now()
    const id = await addChannel({
      status: 'error',
      statusReason: 'The mail server rejected the password',
      pendingCount: 5,
    })
    await check(now)
    const [incident] = await about(id)
    expect(incident).toMatchObject({
      kind: 'channel_down',
      severity: 'broken',
      message: 'The mail server rejected the password. 5 messages are queued and will be sent automatically.',
      path: `/channels?channel=${id}`,
    })
    expect(incident?.figures.trend).toBeNull()
    await change(id, 'pending_count = 60')
    await check(now + 16 * minute)
    const [worse] = await about(id)
    expect(worse).toMatchObject({ id: incident?.id, figures: { count: 60 } })
    expect([incident?.reported_at, worse?.reported_at]).toEqual(
      [now, now + 16 * minute].map((at) => new Date(at).toISOString()),
    )
    await change(id, `status = 'connected', status_reason = null`)
    await check(now + 17 * minute)
    expect(await about(id)).toEqual([])
    const { rows } = await service.app.services.database.pool.query('select level from incident where id = $1', [
      incident?.id,
    ])
    expect(rows).toEqual([{ level: 2 }])
  })

  test('access that ends soon needs attention, and is listed after what is broken', async () => {
    const now = Date.now()
    const soon = await addChannel({ status: 'reauth_required', statusReason: 'Access expires in 3 days.' })
    const broken = await addChannel({ status: 'reauth_required', statusReason: 'x', lastError: { code: 'y' } })
    await check(now)
    const all = (await list('status=open')).map(({ subject }) => subject?.id)
    expect(all.indexOf(soon)).toBeGreaterThan(all.indexOf(broken))
    expect(await about(soon)).toMatchObject([{ severity: 'attention', message: 'Access expires in 3 days.' }])
    await service.app.services.database.pool.query('delete from channel where id = any($1)', [[soon, broken]])
    await check(now + 1)
    expect([...(await about(soon)), ...(await about(broken))]).toEqual([])
  })

  test('a channel at which nothing arrives any more is silent', async () => {
    const now = Date.now()
    const lastEventAt = new Date(now - 2.5 * day)
    const id = await addChannel({ lastEventAt })
    const days = Array.from({ length: 20 }, (_, index) =>
      new Date(lastEventAt.getTime() - index * day).toISOString().slice(0, 10),
    )
    await account.scope.insert(
      runDay,
      days.map((one) => ({ day: one, flowId: 'f', channelId: id, status: 'succeeded', trigger: 'webhook', runs: 40 })),
    )
    await check(now)
    expect(await about(id)).toMatchObject([
      { kind: 'channel_silent', message: expect.stringContaining('Nothing received for 2 days, usually 40 a day.') },
    ])
    await change(id, 'last_event_at = now()')
    await check(now + 1)
    expect(await about(id)).toEqual([])
  })

  test('a schedule that did not start is told, and is over after the next start', async () => {
    const schedule = { cron: '0 6 * * *', zone: 'Europe/Berlin' }
    const id = await makeFlow(service, account.owner, {
      name: 'Nightly',
      nodes: [{ id: 'at', type: 'trigger', config: { kind: 'schedule', schedule } }],
      edges: [],
    })
    const now = Date.now()
    await check(now)
    const due =
      (
        await service.app.services.database.pool.query<{ at: Date }>(
          'select due_at as at from schedule_watch where flow_id = $1',
          [id],
        )
      ).rows[0]?.at.getTime() ?? 0
    expect(due).toBeGreaterThan(now)
    await check(due + 59_000)
    expect(await about(id)).toEqual([])
    await check(due + 61_000)
    expect(await about(id)).toMatchObject([
      {
        kind: 'schedule_missed',
        severity: 'attention',
        figures: { trigger: 'at', since: new Date(due).toISOString() },
        message: expect.stringMatching(
          /^Was due on .+06:00 \(Europe\/Berlin\) and did not start\. The next run is on /,
        ),
      },
    ])
    // A clock that is set back neither ends nor repeats it.
    await check(now)
    expect(await about(id)).toHaveLength(1)
    const next = due + day
    const source = { sourceKey: `schedule:${id}:at:${new Date(next).toISOString()}` }
    await account.scope.insert(run, [
      {
        id: newId('run'),
        flowId: id,
        flowName: 'F',
        flowVersion: 1,
        status: 'succeeded',
        trigger: 'schedule',
        startedAt: new Date(next),
        finishedAt: new Date(next),
        ...source,
      },
    ])
    await check(next + 61_000)
    expect(await about(id)).toEqual([])
    // A paused flow is not due.
    await check(next + day + 61_000)
    expect(await about(id)).toHaveLength(1)
    await service.request('POST', `/flow/${id}/pause/`, { as: account.owner })
    await check(next + day + 62_000)
    expect(await about(id)).toEqual([])
  })

  test('a balance that is used up, and a budget that is reached, are told', async () => {
    const other = await service.makeAccount('money')
    const now = Date.now()
    const mine = async () => list('status=open', other.owner)
    await check(now + 2 * minute)
    expect(await mine()).toEqual([])
    const budget = await service.request('POST', '/billing/budget/', {
      as: other.owner,
      body: { period: 'daily', amount: '1.00' },
    })
    expect(budget.status).toBe(201)
    const today = new Date(now).toISOString().slice(0, 10)
    await other.scope.insert(runDay, [
      { day: today, flowId: 'f', status: 'succeeded', trigger: 'manual', runs: 1, cost: 900_000n },
    ])
    await other.scope.insert(run, [
      {
        id: newId('run'),
        flowId: 'f',
        flowName: 'F',
        flowVersion: 1,
        status: 'succeeded',
        trigger: 'manual',
        startedAt: new Date(now),
        finishedAt: new Date(now),
        cost: 900_000n,
      },
    ])
    const earlier = new Date(now - 20 * day).toISOString().slice(0, 10)
    await other.scope.insert(runDay, [
      { day: earlier, flowId: 'f', status: 'succeeded', trigger: 'manual', runs: 1, cost: 6_000_000n },
    ])
    await other.scope.insert(ledgerDay, [{ day: today, kind: 'run', micros: -10_000_000n }])
    // The clock of the budget is that of the round.
    await check(now + 4 * minute)
    const found = await mine()
    expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['balance', 'broken'],
      ['budget', 'attention'],
    ])
    expect(found[0]?.message).toBe('The balance is used up. Flows do not start until you top up.')
    expect(found[1]?.message).toMatch(/^€0\.90 of €1\.00 spent today, 90%\. /)
    const spent = [...Array.from({ length: 13 }, () => 0), 0.9]
    expect(found[1]?.figures.trend).toEqual({ unit: 'day', values: spent, usual: 0.2, currency: 'EUR' })
    expect((await list('status=open')).filter(({ kind }) => kind === 'balance')).toEqual([])
  })

  test('shows nothing of another account, and nothing to strangers', async () => {
    const id = await addChannel({ status: 'error', statusReason: 'Broken' })
    await check(Date.now())
    const [mine] = await about(id)
    expect((await list('', service.two.owner)).filter(({ subject }) => subject?.id === id)).toEqual([])
    const read = (as: typeof account.owner | undefined) =>
      service.request('GET', `/incident/${mine?.id}/`, as === undefined ? {} : { as })
    expect((await read(account.viewer)).status).toBe(200)
    expect((await read(service.two.owner)).status).toBe(404)
    expect((await read(undefined)).status).toBe(401)
  })

  test('the sample has incidents, as of its creation, without activity', { timeout: 400_000 }, async () => {
    const other = await service.makeAccount('sample')
    expect((await service.request('POST', '/sample/', { as: other.owner, body: {} })).status).toBeLessThan(300)
    for (const at of [Date.now(), Date.now() + 10 * day]) {
      await check(at)
      const found = await list('status=open&limit=100', other.owner)
      expect(found.every(({ sample }) => sample)).toBe(true)
      const kinds = found.map(({ kind, subject }) => `${kind} ${subject?.name}`)
      expect(kinds).toContain('channel_down billing@shop.example')
      expect(kinds).toContain('channel_down WhatsApp +49 30 …81')
      expect(kinds).toContain('channel_silent Warehouse events')
      expect(found.length).toBeLessThan(12)
    }
    const activity = await service.request('GET', '/activity/?action=incident', { as: other.owner })
    expect(activity.as(page(Activity)).results).toEqual([])
    expect((await service.request('DELETE', '/sample/', { as: other.owner })).status).toBeLessThan(300)
    expect(await list('', other.owner)).toEqual([])
  })
})
