/** Creating, changing and deleting channels, on each database. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ChannelDetail, CreatedChannel, type ChannelStatus } from '#contract/channel.ts'
import {
  oldSecretUntil,
  unsealChannelSecrets,
  rotateSecret,
  signingSecrets,
  type ChannelSecrets,
} from '#server/store/channels/channel-secrets.ts'
import { findChannelByToken, observeChannel, setChannelState } from '#server/store/channels/channel-rows.ts'
import { channel } from '#server/store/tables/channel.ts'
import { historyOf } from '#test/service/support/channel-steps.ts'
import { eachDatabase, type TestResponse, type TestService } from '#test/service/support/harness.ts'
import { createWebhookFlow } from '#test/service/support/webhook-senders.ts'

const smtp = { host: 'mail.example.com', port: 465, secure: true, user: 'shop' }

const write = (service: TestService, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  service.request(method, path, { as: service.one.writeKey, body })

const connect = async (service: TestService, body: unknown) => {
  const answer = await write(service, 'POST', '/channel/', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.as(CreatedChannel)
}

const tokenOf = (address: string | null) => /([\w-]{32})\/?$/.exec(address ?? '')?.[1] ?? ''

test('keeps a rotated secret for a day, however often it is rotated again, and at most three secrets', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, hours))
  const first: ChannelSecrets = { live: [{ text: 'first', until: null }], credentials: {} }
  // Rotating a leaked secret twice must not extend its validity.
  const third = rotateSecret(rotateSecret(first, 'second', at(0)), 'third', at(20))
  expect(signingSecrets(third, at(23))).toEqual(['third', 'second', 'first'])
  expect(signingSecrets(third, at(25))).toEqual(['third', 'second'])
  // The reported expiry is that of the oldest secret.
  expect(oldSecretUntil(third, at(21))).toBe(at(24).toISOString())
  expect(oldSecretUntil(third, at(25))).toBe(at(44).toISOString())
  // The sender may still use the oldest secret, so an intermediate one is dropped.
  const fourth = rotateSecret(third, 'fourth', at(21))
  expect(signingSecrets(fourth, at(22))).toEqual(['fourth', 'third', 'first'])
  expect(oldSecretUntil(fourth, at(22))).toBe(at(24).toISOString())
})

eachDatabase('created channels', (service) => {
  test('shows the signing secret of a webhook once', async () => {
    const created = await connect(service, { type: 'webhook', name: 'Orders', config: { preset: 'standard' } })
    expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    // Without a flow its deliveries are refused, and its status is disconnected.
    const flowless = { status: 'disconnected', status_reason: expect.stringContaining('No flow is chosen') }
    expect(created).toMatchObject({ ...flowless, version: 1 })
    expect((await write(service, 'POST', `/channel/${created.id}/test/`)).body).toMatchObject(flowless)
    const flow = await createWebhookFlow(service, service.one.writeKey)
    const given = await write(service, 'PATCH', `/channel/${created.id}/`, { flow })
    expect(given.as(ChannelDetail)).toMatchObject({ status: 'connected', status_reason: null, flow_status: 'active' })
    await write(service, 'POST', `/flow/${flow}/pause/`)
    expect((await write(service, 'POST', `/channel/${created.id}/test/`)).body).toMatchObject({ flow_status: 'paused' })
    expect((await write(service, 'DELETE', `/flow/${flow}/`)).status).toBe(204)
    // A check that began before the flow was removed reports its result afterwards.
    await observeChannel(service.one.scope, created.id, { state: { status: 'connected', reason: null } }, new Date())
    expect((await write(service, 'GET', `/channel/${created.id}/`)).body).toMatchObject({ ...flowless, flow: null })
    expect(created.address).toBe(`${service.origin}/api/hook/${tokenOf(created.address)}/`)
    const read = await service.request('GET', `/channel/${created.id}/`, { as: service.one.viewer })
    expect(read.text).not.toContain(created.secret)
    expect(read.as(ChannelDetail).credentials).toEqual({
      signing_secret: { set: true, last4: created.secret?.slice(-4) },
    })
  })

  test('creates one channel for a repeated idempotency key, without showing the secret again', async () => {
    const once = () =>
      service.request('POST', '/channel/', {
        as: service.one.writeKey,
        body: { type: 'webhook', name: 'Twice', config: { preset: 'standard' } },
        headers: { 'idempotency-key': 'twice' },
      })
    const [first, second] = [(await once()).as(CreatedChannel), (await once()).as(CreatedChannel)]
    expect(second.id).toBe(first.id)
    expect(second.secret).toBeNull()
  })

  test('records all statuses of a channel with time and reason, and no other changes', async () => {
    const created = await connect(service, { type: 'webchat', name: 'Kept states', config: { origins: [] } })
    const path = `/channel/${created.id}/`
    await write(service, 'PATCH', path, { name: 'Renamed' })
    for (const verb of ['pause', 'pause', 'resume']) await write(service, 'POST', `${path}${verb}/`)
    const { states, more } = await historyOf(service, service.one.viewer, created.id)
    expect(more).toBe(false)
    expect(states.map(({ status, reason }) => [status, reason])).toEqual([
      ['connected', null],
      ['paused', expect.stringContaining('manually')],
      ['connected', null],
    ])
    expect((await write(service, 'DELETE', path)).status).toBe(204)
    expect((await service.request('GET', `${path}history/`, { as: service.one.viewer })).status).toBe(404)
  })

  test('records status reports of a channel once and in order, if they are new', async () => {
    const { scope, viewer } = service.one
    const now = service.app.services.now()
    // Inserted directly, so that nothing supervises this channel.
    const id = 'chn_seen'
    await scope.insert(channel, [{ id, type: 'webhook', name: 'Seen', status: 'paused' }])
    const observe = (status: ChannelStatus, reason: string | null) =>
      observeChannel(scope, id, { state: { status, reason } }, now)
    const recordedStates = async () =>
      (await historyOf(service, viewer, id)).states.map(({ status, reason }) => [status, reason]).toReversed()
    // Reports do not change the status of a paused channel.
    await observe('error', 'Not while it rests.')
    expect(await recordedStates()).toEqual([])
    await setChannelState(scope, id, { status: 'connected', reason: null }, now)
    for (const reason of ['No answer.', 'No answer.', 'Another one.']) await observe('error', reason)
    // Three equal concurrent reports, after the clock was set back.
    const back = { state: { status: 'connected', reason: null } } as const
    const earlier = new Date(now.getTime() - 60_000)
    await Promise.all([1, 2, 3].map(() => observeChannel(scope, id, back, earlier)))
    expect(await recordedStates()).toEqual([
      ['connected', null],
      ['error', 'No answer.'],
      ['error', 'Another one.'],
      ['connected', null],
    ])
  })

  test('reports a channel without credentials as disconnected, and never returns credentials', async () => {
    const created = await connect(service, { type: 'telegram', name: 'Bot', config: {} })
    expect(created).toMatchObject({ status: 'disconnected', secret: null, provider: 'Telegram' })
    expect(created.status_reason).toContain('bot token')
    const secret = '123456:canary-bot-token-9876'
    const answer = await write(service, 'PATCH', `/channel/${created.id}/`, { credentials: { bot_token: secret } })
    expect(answer.text).not.toContain('canary')
    expect(answer.as(ChannelDetail).credentials).toEqual({ bot_token: { set: true, last4: '9876' } })
    expect(answer.as(ChannelDetail).status).not.toBe('disconnected')
    const [row] = await service.one.scope.select(channel, { secrets: channel.secrets }, eq(channel.id, created.id))
    expect(row?.secrets?.toString('latin1')).not.toContain('canary')
  })

  test('refuses fields that do not match the type, by name', async () => {
    const errorOf = async (body: unknown) => (await write(service, 'POST', '/channel/', body)).body
    expect(await errorOf({ type: 'email', name: 'Mail', config: { address: 'x', smtp } })).toMatchObject({
      errors: { 'config.address': [expect.any(String)] },
    })
    expect(await errorOf({ type: 'slack', name: 'S', config: {}, credentials: { password: 'x' } })).toMatchObject({
      errors: { 'credentials.password': ['This type has bot_token and signing_secret.'] },
    })
    expect(await errorOf({ type: 'webchat', name: 'S', config: { origins: [] }, flow: 'flw_none' })).toMatchObject({
      errors: { flow: [expect.any(String)] },
    })
    expect(await errorOf({ type: 'sms', name: 'S', config: {} })).toMatchObject({ code: 'invalid' })
  })

  test('binds a credential to the host that it was entered for', async () => {
    const patch = (id: string, body: object) => write(service, 'PATCH', `/channel/${id}/`, body)
    const refusal = (name: string) => ({
      errors: { [`credentials.${name}`]: ['Enter the credential again. It was stored for another address.'] },
    })
    const usual = { telegram: 'https://api.telegram.org', slack: 'https://slack.com/api' }
    for (const type of ['telegram', 'slack'] as const) {
      const created = await connect(service, { type, name: type, config: {}, credentials: { bot_token: '99:canary' } })
      const to = (api_base: string, credentials?: object) => patch(created.id, { config: { api_base }, credentials })
      for (const base of [
        'https://evil.example',
        usual[type].replace('https:', 'http:'),
        `${new URL(usual[type]).origin}:8443`,
      ])
        expect([(await to(base)).status, (await to(base)).body], base).toMatchObject([400, refusal('bot_token')])
      expect((await to(usual[type])).status).toBe(200)
      expect((await to('https://own.example', { bot_token: '99:canary' })).status).toBe(200)
      expect((await to('https://own.example/v2')).status).toBe(200)
      expect((await patch(created.id, { config: {} })).body).toMatchObject(refusal('bot_token'))
    }
    const mail = (server: object, imap: object | null = null) => ({
      config: {
        address: 'a@example.com',
        smtp: { ...smtp, ...server },
        ...(imap ? { imap: { ...smtp, ...imap } } : {}),
      },
    })
    const created = await connect(service, {
      type: 'email',
      name: 'Mail',
      ...mail({}, {}),
      credentials: { smtp_password: 'canary', imap_password: 'canary' },
    })
    const refused: [object, string][] = [
      [mail({ host: 'evil.example' }, {}), 'smtp_password'],
      [mail({ port: 466 }, {}), 'smtp_password'],
      [mail({}, { host: 'evil.example' }), 'imap_password'],
      [{ ...mail({ port: 466 }, { port: 1 }), credentials: { smtp_password: 'canary' } }, 'imap_password'],
    ]
    for (const [body, name] of refused) expect((await patch(created.id, body)).body).toMatchObject(refusal(name))
    expect((await patch(created.id, mail({ host: 'MAIL.example.com', user: 'other' }, { folder: 'In' }))).status).toBe(
      200,
    )
    // Removing a server and adding another one does not help either.
    expect((await patch(created.id, mail({}))).status).toBe(200)
    expect((await patch(created.id, mail({}, { host: 'evil.example' }))).body).toMatchObject(refusal('imap_password'))
  })

  test('creates another webhook secret when the API base of a bot changes', async () => {
    const created = await connect(service, {
      type: 'telegram',
      name: 'Moving',
      config: {},
      credentials: { bot_token: '99:canary' },
    })
    const signing = async () => {
      const { database, secrets } = service.app.services
      const row = await findChannelByToken(database.db, /([\w-]{32})\/events\/$/.exec(created.address ?? '')?.[1] ?? '')
      return unsealChannelSecrets(secrets, service.one.id, created.id, row?.sealed ?? null).live.map(({ text }) => text)
    }
    const before = await signing()
    const body = { config: { api_base: 'https://own.example' }, credentials: { bot_token: '98:canary' } }
    expect((await write(service, 'PATCH', `/channel/${created.id}/`, body)).status).toBe(200)
    const after = await signing()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  })

  test('refuses a change with an outdated version', async () => {
    const created = await connect(service, {
      type: 'email',
      name: 'Mail',
      config: { address: 'shop@example.com', smtp: { ...smtp, user: '' } },
    })
    expect(created).toMatchObject({ identifier: 'shop@example.com', provider: 'mail.example.com', address: null })
    const change = (name: string) => write(service, 'PATCH', `/channel/${created.id}/`, { name, version: 1 })
    expect((await change('Post')).as(ChannelDetail)).toMatchObject({ name: 'Post', version: 2 })
    expect((await change('Late')).body).toMatchObject({ code: 'version_conflict', current: { name: 'Post' } })
  })

  test('pauses and resumes a channel', async () => {
    const created = await connect(service, { type: 'webchat', name: 'Site', config: { origins: [] } })
    expect(created.address).toBe(`${service.origin}/webchat/${tokenOf(created.address)}`)
    const paused = await write(service, 'POST', `/channel/${created.id}/pause/`)
    expect(paused.as(ChannelDetail)).toMatchObject({
      status: 'paused',
      status_reason: expect.stringContaining('manually'),
    })
    const resumed = await write(service, 'POST', `/channel/${created.id}/resume/`)
    expect(resumed.as(ChannelDetail)).toMatchObject({ status: 'connected', status_reason: null })
  })

  test('keeps the previous signing secret valid for a day after a rotation', async () => {
    const created = await connect(service, { type: 'webhook', name: 'Turn', config: { preset: 'standard' } })
    const turned = (await write(service, 'POST', `/channel/${created.id}/rotate-secret/`)).as(CreatedChannel)
    const { database, secrets } = service.app.services
    const row = await findChannelByToken(database.db, tokenOf(created.address))
    const open = unsealChannelSecrets(secrets, service.one.id, created.id, row?.sealed ?? null)
    // The expiry is also in later responses, as a deadline for changing the sender.
    const read = (await write(service, 'GET', `/channel/${created.id}/`)).as(ChannelDetail)
    expect(read.old_secret_expires_at).toBe(open.live[1]?.until)
    expect(created.old_secret_expires_at).toBeUndefined()
    expect(oldSecretUntil(open, new Date(Date.now() + 25 * 3_600_000))).toBeNull()
    const soon = new Date(Date.now() + 23 * 3_600_000)
    expect(signingSecrets(open, soon)).toEqual([turned.secret, created.secret])
    expect(signingSecrets(open, new Date(Date.now() + 25 * 3_600_000))).toEqual([turned.secret])
    const chat = await connect(service, { type: 'webchat', name: 'None', config: { origins: [] } })
    expect((await write(service, 'POST', `/channel/${chat.id}/rotate-secret/`)).body).toMatchObject({
      code: 'not_ready',
    })
  })

  test('hides a channel from another account, and refuses changes of a viewer', async () => {
    const created = await connect(service, { type: 'webchat', name: 'Mine', config: { origins: [] } })
    const other = (method: string, path = '', body?: unknown) =>
      service.request(method, `/channel/${created.id}/${path}`, { as: service.two.writeKey, body })
    expect((await other('GET')).status).toBe(404)
    expect((await other('PATCH', '', { name: 'x' })).status).toBe(404)
    expect((await other('POST', 'pause/')).status).toBe(404)
    expect((await other('DELETE')).status).toBe(404)
    const viewer = await service.request('DELETE', `/channel/${created.id}/`, { as: service.one.viewer })
    expect(viewer.status).toBe(403)
    expect((await write(service, 'DELETE', `/channel/${created.id}/`)).status).toBe(204)
    expect((await write(service, 'GET', `/channel/${created.id}/`)).status).toBe(404)
    expect(await findChannelByToken(service.app.services.database.db, tokenOf(created.address))).toBeNull()
  })
})
