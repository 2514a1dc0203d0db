/** Alerts: addresses, and the messages that they get about incidents, on each database. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Alert, CreatedAlert } from '#contract/alert.ts'
import { page } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import { channel } from '#server/store/tables/channel.ts'
import { closeAll, serve } from '#test/support/local-server.ts'
import { eachDatabase, type TestAccount } from '#test/service/support/harness.ts'
import { until } from '#test/service/support/runs.ts'

const minute = 60_000
const never = 1_000_000_000
const Payload = z.looseObject({
  id: z.string(),
  type: z.string(),
  url: z.string().nullable(),
  incident: z.looseObject({ id: z.string(), message: z.string() }).optional(),
})
type Payload = z.infer<typeof Payload>

/** A receiver of webhooks; `status` is its response. */
async function receiver() {
  const got: Payload[] = []
  const state = { status: 204 }
  const port = await serve((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      got.push(Payload.parse(JSON.parse(text)))
      response.writeHead(state.status).end()
    })
  })
  return { got, state, url: `http://127.0.0.1:${port}/hook?token=very-secret-token` }
}

const settings = { PUBLIC_URL: 'https://flows.example.com' }
eachDatabase('alerts', { differs: 'queue', settings, engine: { watchMs: never, alertRetryMs: [0, 0] } }, (service) => {
  let account: TestAccount
  beforeAll(() => {
    account = service.one
  })
  afterEach(async () => {
    await closeAll()
    await service.app.services.database.pool.query('delete from alert')
  })
  const check = async (at: number) => service.app.services.engine?.checkIncidents(new Date(at))
  const add = async (body: object) => {
    const response = await service.request('POST', '/alert/', {
      as: account.operator,
      body: { name: 'Ops', kind: 'webhook', ...body },
    })
    expect(response.status, response.text).toBe(201)
    return response.as(CreatedAlert)
  }
  const read = async (id: string) => (await service.request('GET', `/alert/${id}/`, { as: account.viewer })).as(Alert)
  const breakChannel = async (name: string) => {
    const id = newId('chn')
    await account.scope.insert(channel, [
      { id, type: 'webhook', name, status: 'error', statusReason: `${name} is broken.` },
    ])
    return id
  }
  const repairChannel = (id: string) =>
    service.app.services.database.pool.query(`update channel set status = 'connected' where id = $1`, [id])
  const types = (got: readonly Payload[]) => got.map(({ type }) => type)
  const arrived = (got: readonly Payload[], count: number) =>
    until(
      async () => got.length,
      (length) => length >= count,
      `${count} messages`,
    )
  /** Time for a message that must not be sent. */
  const quietly = () => new Promise((done) => void setTimeout(done, 2_500))
  const messages = async () =>
    (
      await service.app.services.database.pool.query<{ phase: string; status: string; failures: number }>(
        `select m.phase, m.status, m.failures from alert_message m join incident i on i.id = m.incident_id
         where i.account_id = $1 order by m.changed_at`,
        [account.id],
      )
    ).rows

  test('an incident is told once when it opens and once when it is over, with a link', async () => {
    const now = Date.now()
    const { got, url } = await receiver()
    const { id } = await add({ address: url })
    const channelId = await breakChannel('Shop')
    for (let round = 0; round < 3; round += 1) await check(now + round)
    await arrived(got, 1)
    await repairChannel(channelId)
    for (let round = 3; round < 6; round += 1) await check(now + round)
    await arrived(got, 2)
    await quietly()
    expect(types(got)).toEqual(['incident.opened', 'incident.over'])
    expect(got[0]).toMatchObject({
      id: `alert:${got[0]?.incident?.id}:opened:${id}`,
      url: `https://flows.example.com/channels?channel=${channelId}`,
      incident: { kind: 'channel_down', status: 'open', message: 'Shop is broken.' },
    })
    expect(await read(id)).toMatchObject({ last_delivery: { status: 'sent', detail: null } })
  })

  test('what gets ten times as many is told as worse, but not within a burst', async () => {
    const now = Date.now()
    const { got, url } = await receiver()
    await add({ address: url })
    const id = await breakChannel('Queue')
    await check(now)
    const pending = (count: number) =>
      service.app.services.database.pool.query('update channel set pending_count = $2 where id = $1', [id, count])
    await pending(5_000)
    await check(now + 14 * minute)
    await arrived(got, 1)
    await quietly()
    expect(types(got)).toEqual(['incident.opened'])
    await check(now + 15 * minute)
    await check(now + 40 * minute)
    await arrived(got, 2)
    expect(types(got)).toEqual(['incident.opened', 'incident.worse'])
    await repairChannel(id)
    await check(now + 41 * minute)
    await arrived(got, 3)
  })

  test('quiet hours hold a message until they end, and drop it if the incident is over by then', async () => {
    const now = Date.now()
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
    const quiet = { from: clock(now - 60 * minute), until: clock(now + 60 * minute), tz: 'UTC' }
    const { got, url } = await receiver()
    await add({ address: url, quiet_hours: quiet })
    const first = await breakChannel('First')
    const second = await breakChannel('Second')
    await check(now)
    await repairChannel(first)
    await check(now + 30 * minute)
    await quietly()
    expect(got).toEqual([])
    expect((await messages()).map(({ status }) => status).toSorted()).toEqual(['dropped', 'waiting'])
    await check(now + 61 * minute)
    await arrived(got, 1)
    await quietly()
    expect(got.map(({ type, incident }) => [type, incident?.message])).toEqual([
      ['incident.opened', 'Second is broken.'],
    ])
    await repairChannel(second)
    await check(now + 62 * minute)
    await arrived(got, 2)
  })

  test('a message that is refused for now is repeated with its id; one that fails at last says why', async () => {
    const now = Date.now()
    const flaky = await receiver()
    const gone = await receiver()
    flaky.state.status = 503
    gone.state.status = 410
    const [one, two] = [await add({ address: flaky.url }), await add({ address: gone.url })]
    const id = await breakChannel('Flaky')
    await check(now)
    await arrived(flaky.got, 1)
    await until(
      () => read(two.id),
      ({ last_delivery: last }) => last?.status === 'failed',
      'a failed message',
    )
    expect((await read(two.id)).last_delivery?.detail).toBe('The address returned 410.')
    await until(
      () => read(one.id),
      ({ last_delivery: last }) => last?.status === 'retrying',
      'a message that is repeated',
    )
    flaky.state.status = 200
    await check(Date.now() + 1000)
    await arrived(flaky.got, 2)
    expect(new Set(flaky.got.map((message) => message.id)).size).toBe(1)
    await until(
      () => read(one.id),
      ({ last_delivery: last }) => last?.status === 'sent',
      'a sent message',
    )
    expect(gone.got).toHaveLength(1)
    // The address that was not told that it opened is not told that it is over.
    await repairChannel(id)
    await check(Date.now() + 2000)
    await arrived(flaky.got, 3)
    await quietly()
    expect(gone.got).toHaveLength(1)
  })

  test('a message fails after its last repetition', async () => {
    const { got, state, url } = await receiver()
    state.status = 500
    const { id } = await add({ address: url })
    const channelId = await breakChannel('Down')
    await check(Date.now())
    for (const attempt of [1, 2, 3]) {
      await arrived(got, attempt)
      const expected = attempt === 3 ? 'failed' : 'waiting'
      await until(
        messages,
        (all) => all.some(({ status, failures }) => status === expected && failures === attempt),
        expected,
      )
      await check(Date.now() + 1000)
    }
    await quietly()
    expect(got).toHaveLength(3)
    expect((await read(id)).last_delivery).toMatchObject({ status: 'failed', detail: 'The address returned 500.' })
    await repairChannel(channelId)
    await check(Date.now() + 2000)
  })

  test('sends nothing to alerts that are switched off or about other kinds, nor about the sample', async () => {
    const now = Date.now()
    const { got, url } = await receiver()
    await add({ address: url, is_enabled: false })
    await add({ address: url, incident_kinds: ['budget', 'balance'] })
    const id = await breakChannel('Other')
    await check(now)
    await add({ address: url })
    const sampleId = newId('chn')
    await account.scope.insert(channel, [
      { id: sampleId, type: 'email', name: 'S', status: 'error', sample: true, lastEventAt: new Date() },
    ])
    await check(now + 1)
    await repairChannel(id)
    await check(now + 2)
    await quietly()
    expect(got).toEqual([])
  })

  test('shows a URL and a signing secret once or never', async () => {
    const { url } = await receiver()
    const made = await add({ address: url })
    expect(made.secret).toMatch(/^whsec_/)
    expect(made.address).toBe(new URL(url).origin)
    expect(made.credentials).toEqual({
      url: { set: true, last4: 'oken' },
      signing_secret: { set: true, last4: expect.any(String) },
    })
    const answers = [
      await service.request('GET', `/alert/${made.id}/`, { as: account.owner }),
      await service.request('GET', '/alert/', { as: account.owner }),
      await service.request('PATCH', `/alert/${made.id}/`, { as: account.owner, body: { name: 'Other' } }),
    ]
    for (const { text, status } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain('very-secret')
      expect(text).not.toContain(made.secret ?? '-')
    }
    const { rows } = await service.app.services.database.pool.query('select a::text as text from alert a')
    expect(JSON.stringify(rows)).not.toContain('very-secret')
  })

  test('a test message says whether it arrived', async () => {
    const { got, state, url } = await receiver()
    const { id } = await add({ address: url })
    const attempt = async () =>
      (await service.request('POST', `/alert/${id}/test/`, { as: account.operator })).as(Alert)
    expect((await attempt()).last_delivery).toMatchObject({ status: 'sent' })
    expect(got).toMatchObject([{ type: 'test', url: 'https://flows.example.com/settings/alerts' }])
    state.status = 500
    expect((await attempt()).last_delivery).toMatchObject({ status: 'failed', detail: 'The address returned 500.' })
    const inside = await add({ address: 'http://10.0.0.1/' })
    const answer = await service.request('POST', `/alert/${inside.id}/test/`, { as: account.operator })
    expect(answer.as(Alert).last_delivery?.detail).toContain('10.0.0.1 is not a public address.')
  })

  test('only operators and owners change alerts, and only of their account', async () => {
    const { url } = await receiver()
    const { id } = await add({ address: url })
    const send = (as: typeof account.owner, method: string, path: string, body?: object) =>
      service.request(method, path, { as, ...(body === undefined ? {} : { body }) })
    const draft = { name: 'A', kind: 'webhook', address: url }
    expect((await send(account.viewer, 'POST', '/alert/', draft)).status).toBe(403)
    expect((await send(account.viewer, 'POST', `/alert/${id}/test/`)).status).toBe(403)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', 'test/'],
    ] as const)
      expect(
        (await send(service.two.owner, method, `/alert/${id}/${path}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404)
    expect((await send(service.two.owner, 'GET', '/alert/')).as(page(Alert)).results).toEqual([])
    for (const [body, field] of [
      [{ ...draft, kind: 'email', address: 'ops@shop.example' }, 'kind'],
      [{ ...draft, address: 'ftp://x.example' }, 'address'],
      [{ ...draft, address: 'https://user:password@x.example' }, 'address'],
      [
        { ...draft, kind: 'slack', signing_secret: 'x'.repeat(20), address: 'https://hooks.slack.com/x' },
        'signing_secret',
      ],
      [{ ...draft, quiet_hours: { from: '25:00', until: '07:00', tz: 'UTC' } }, 'quiet_hours.from'],
    ] as const) {
      const answer = await send(account.owner, 'POST', '/alert/', body)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.as(z.object({ errors: z.record(z.string(), z.unknown()) })).errors)).toEqual([field])
    }
  })
})
