/** Telegram and Slack against servers that speak their protocols, on each database. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { ChannelDetail } from '#contract/channel.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { unsealChannelSecrets } from '#server/store/channels/channel-secrets.ts'
import { runCleanup } from '#server/boot/housekeeping.ts'
import { findChannel } from '#server/store/channels/channel-rows.ts'
import { channelDeregistrations } from '#server/store/tables/channel.ts'
import { closeAll } from '#test/support/local-server.ts'
import {
  connect,
  events,
  provider,
  reply,
  said,
  talks,
  telegramUpdate,
  tested,
  until,
  type Answering,
} from '#test/service/support/channel-steps.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const slackSecret = 'slack-signing-secret'
const signed = (body: string, ago = 0) => {
  const time = String(Math.floor(Date.now() / 1000) - ago)
  const signature = createHmac('sha256', slackSecret).update(`v0:${time}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
}

eachDatabase('telegram and slack', { settings: { PUBLIC_URL: 'https://flows.example.com' } }, (service) => {
  afterEach(closeAll)

  const bot = (base: string, config: object = {}) =>
    connect(service, {
      type: 'telegram',
      name: 'Bot',
      config: { api_base: base, ...config },
      credentials: { bot_token: '99:canary' },
    })

  test('Telegram: registers the webhook URL, and records updates in one conversation', async () => {
    const api = await provider(({ path }) => ({
      body: { ok: true, result: path.endsWith('getMe') ? { id: 99, username: 'shop_bot' } : { message_id: 500 } },
    }))
    const made = await bot(api.base)
    expect(await tested(service, made.id)).toMatchObject({ status: 'connected', identifier: '@shop_bot' })
    const hook = api.asked.find(({ path }) => path === '/bot99:canary/setWebhook')?.body ?? {}
    expect(hook).toMatchObject({
      url: `https://flows.example.com/api/hook/${made.address?.split('/').at(-3)}/events/`,
    })
    const secret = { 'x-telegram-bot-api-secret-token': textOf(hook['secret_token']) }
    const send = (update: object, headers: Record<string, string> = secret) =>
      events(service, made.address, JSON.stringify(update), headers)
    expect((await send(telegramUpdate(1, 'no'), {})).status).toBe(401)
    expect((await events(service, made.address, '{"nonsense"', secret)).status).toBe(400)
    for (const update of [telegramUpdate(1, 'Hi'), telegramUpdate(1, 'Hi'), telegramUpdate(2, 'Are you there?')])
      expect((await send(update)).status).toBe(200)
    const [talk, ...others] = await talks(service, made.id)
    expect(others).toEqual([])
    expect(talk).toMatchObject({ message_count: 2, unread_count: 2, contact: { name: 'Ann Lee' } })
    const sent = await reply(service, made.id, talk?.id ?? '', 'run/answer#0', 'x'.repeat(5_000))
    expect(sent).toMatchObject({ ok: true, type: 'telegram' })
    const pieces = api.asked.filter(({ path }) => path.endsWith('sendMessage')).map(({ body }) => body)
    expect(pieces.map((piece) => [piece['chat_id'], textOf(piece['text']).length])).toEqual([
      ['77', 4_096],
      ['77', 904],
    ])
    expect((await talks(service, made.id))[0]).toMatchObject({ waiting_since: null, message_count: 3 })
  })

  test('Telegram: deregisters a bot that is removed or replaced, and no other', async () => {
    let hook: unknown = ''
    const answers: Answering = ({ path, body }) => {
      if (path.endsWith('setWebhook')) hook = body['url']
      const results = { getMe: { id: 9, username: 'b' }, getWebhookInfo: { url: hook } }
      const [, result = true] = Object.entries(results).find(([name]) => path.endsWith(name)) ?? []
      return { body: { ok: true, result } }
    }
    const api = await provider(answers)
    const asked = (method: string) => api.asked.filter(({ path }) => path.endsWith(method)).map(({ path }) => path)
    const told = (path: string) => until(async () => asked('deleteWebhook').at(-1) === path)
    const made = await bot(api.base)
    await tested(service, made.id)
    expect(hook).toBe(`https://flows.example.com${new URL(made.address ?? '').pathname}`)
    const as = service.one.writeKey
    const edit = async (body: object) =>
      expect((await service.request('PATCH', `/channel/${made.id}/`, { as, body })).status).toBe(200)
    // The same bot with another name is not deregistered.
    await edit({ credentials: { bot_token: '99:canary' } })
    await edit({ name: 'Bot of the shop' })
    await tested(service, made.id)
    await edit({ credentials: { bot_token: '77:canary' } })
    await told('/bot99:canary/deleteWebhook')
    // A delayed check of the previous edit may repeat the call; no other bot is called.
    expect(new Set(asked('deleteWebhook'))).toEqual(new Set(['/bot99:canary/deleteWebhook']))
    await tested(service, made.id)
    const remove = async (id: string) =>
      expect((await service.request('DELETE', `/channel/${id}/`, { as })).status).toBe(204)
    await remove(made.id)
    await told('/bot77:canary/deleteWebhook')
    // The bot is registered elsewhere now: that registration is kept.
    const second = await bot(api.base)
    await tested(service, second.id)
    hook = 'https://another.example.com/hook/'
    const looks = asked('getWebhookInfo').length
    await remove(second.id)
    await until(async () => asked('getWebhookInfo').length > looks)
    // Without a response the channel is still deleted; the failed deregistration is logged and retried.
    const third = await bot(api.base)
    await tested(service, third.id)
    const warned = vi.spyOn(service.app.services.log, 'warn')
    api.answer = () => 'hang up'
    await remove(third.id)
    await until(async () => warned.mock.calls.some(([text]) => text.includes('deregistering a channel failed')))
    expect(JSON.stringify(warned.mock.calls)).not.toContain('canary')
    warned.mockRestore()
    expect((await service.request('GET', `/channel/${third.id}/`, { as })).status).toBe(404)
    expect(new Set(asked('deleteWebhook')).size).toBe(2)
    // Only the bot token is stored for the retry. Rows of unknown channel types are deleted.
    const { database, secrets } = service.app.services
    await database.db
      .execute(sql`insert into channel_leaving (account_id, id, channel_id, type, name, config, token, since)
        values (${service.one.id}, 'lvg_fax', 'chn_fax', 'fax', 'Fax', '{}', '', now())`)
    const kept = () => database.db.select().from(channelDeregistrations)
    const left = (await kept()).find(({ channelId }) => channelId === third.id)
    expect(unsealChannelSecrets(secrets, service.one.id, third.id, left?.secrets ?? null)).toEqual({
      live: [],
      credentials: { bot_token: '99:canary' },
    })
    const tries = asked('getWebhookInfo').length
    await runCleanup(service.app.services)
    expect([asked('getWebhookInfo').length - tries, new Set(asked('deleteWebhook')).size]).toEqual([1, 2])
    api.answer = answers
    await runCleanup(service.app.services)
    expect(asked('deleteWebhook').at(-1)).toBe('/bot99:canary/deleteWebhook')
    expect(await kept()).toEqual([])
    const calls = api.asked.length
    await runCleanup(service.app.services)
    expect(api.asked.length).toBe(calls)
  })

  test('sends a failed reply on retry, and nothing twice', async () => {
    const api = await provider(({ path }) => ({
      body: { ok: true, result: path.endsWith('getMe') ? { id: 9, username: 'b' } : {} },
    }))
    const made = await bot(api.base)
    const row = await findChannel(service.one.scope, made.id)
    const { secrets } = service.app.services
    const [token] = unsealChannelSecrets(secrets, service.one.id, made.id, row?.sealed ?? null).live
    const header = { 'x-telegram-bot-api-secret-token': token?.text ?? '' }
    await events(service, made.address, JSON.stringify(telegramUpdate(7, 'Hi')), header)
    const [talk] = await talks(service, made.id)
    const sends = () => api.asked.filter(({ path }) => path.endsWith('sendMessage')).length
    api.answer = () => 'hang up'
    expect(await reply(service, made.id, talk?.id ?? '', 'k')).toMatchObject({ ok: false, retryable: true })
    expect((await said(service, talk?.id ?? '')).at(-1)).toMatchObject({ direction: 'out', delivery: 'failed' })
    const before = sends()
    api.answer = () => ({ body: { ok: true, result: { message_id: 1 } } })
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await reply(service, made.id, talk?.id ?? '', 'k')).toMatchObject({ ok: true })
    expect(sends() - before).toBe(1)
    const all = await said(service, talk?.id ?? '')
    expect(all.map(({ direction, delivery }) => [direction, delivery])).toEqual([
      ['in', null],
      ['out', 'sent'],
    ])
  })

  test('reports errors in the status, without the token', async () => {
    const api = await provider(() => ({ status: 401, body: { ok: false, description: 'Unauthorized' } }))
    const made = await bot(api.base)
    const state = async (answer: Answering) => {
      api.answer = answer
      const detail = await tested(service, made.id)
      expect(JSON.stringify(detail)).not.toContain('canary')
      return [detail.status, detail.last_error?.code]
    }
    expect(await state(api.answer)).toEqual(['reauth_required', 'unauthorized'])
    expect(await state(() => ({ body: 'what?' }))).toEqual(['error', 'bad_answer'])
    expect(await state(() => ({ body: { ok: true } }))).toEqual(['connected', 'bad_answer'])
    expect(await state(() => 'hang up')).toEqual(['error', 'unreachable'])
    expect(await state(() => ({ status: 502, body: { ok: false } }))).toEqual(['error', 'provider_error'])
  })

  test('waits and retries when a provider asks for a short delay, and fails after a long one', async () => {
    let refusals = 1
    const api = await provider(({ path }) => {
      const isRefused = path.endsWith('sendMessage') && (refusals -= 1) >= 0
      return isRefused
        ? { status: 429, body: { ok: false, parameters: { retry_after: 0 } } }
        : { body: { ok: true, result: { message_id: 3 } } }
    })
    const made = await bot(api.base, { chat: '42' })
    await tested(service, made.id)
    expect(await reply(service, made.id, null, 'alert')).toMatchObject({ ok: true, messageId: '42:3' })
    expect(api.asked.filter(({ path }) => path.endsWith('sendMessage'))).toHaveLength(2)
    api.answer = () => ({ status: 429, body: { ok: false, parameters: { retry_after: 600 } } })
    expect(await reply(service, made.id, null, 'later')).toMatchObject({
      ok: false,
      code: 'rate_limited',
      retryable: true,
    })
    expect((await tested(service, made.id)).status).toBe('connected')
  })

  const workspace = (base: string) =>
    connect(service, {
      type: 'slack',
      name: 'Team',
      config: { api_base: base, channel: 'C1' },
      credentials: { bot_token: 'xoxb-canary', signing_secret: slackSecret },
    })

  test('Slack: answers the challenge, accepts signed events, and replies in the thread', async () => {
    const api = await provider(({ path }) => ({
      body: path === '/auth.test' ? { ok: true, user: 'helper', team: 'Acme' } : { ok: true, ts: '200.1' },
    }))
    const made = await workspace(api.base)
    expect(await tested(service, made.id)).toMatchObject({ status: 'connected', identifier: 'helper in Acme' })
    const send = (value: object, ago = 0) => {
      const body = JSON.stringify(value)
      return events(service, made.address, body, signed(body, ago))
    }
    const challenge = await send({ type: 'url_verification', challenge: 'c-1' })
    expect([challenge.status, await challenge.json()]).toEqual([200, { challenge: 'c-1' }])
    const event = { type: 'message', user: 'U1', text: 'Help', channel: 'C9', ts: '100.5', channel_type: 'channel' }
    const callback = (more: object, id: string) => ({
      type: 'event_callback',
      event_id: id,
      event: { ...event, ...more },
    })
    expect((await send(callback({}, 'E0'), 301)).status).toBe(401)
    expect((await events(service, made.address, '{}', { ...signed('{ }') })).status).toBe(401)
    for (const value of [callback({}, 'E1'), callback({}, 'E1'), callback({ type: 'app_mention' }, 'E2')])
      expect((await send(value)).status).toBe(200)
    await send(callback({ ts: '100.9', thread_ts: '100.5', text: 'More' }, 'E3'))
    await send(callback({ ts: '101.0', bot_id: 'B1', text: 'I am a bot' }, 'E4'))
    await send(callback({ ts: '101.1', subtype: 'channel_join', text: 'joined' }, 'E5'))
    const [talk, ...others] = await talks(service, made.id)
    expect(others).toEqual([])
    expect(talk?.message_count).toBe(2)
    expect(await reply(service, made.id, talk?.id ?? '', 'run/s#0')).toMatchObject({ ok: true })
    const posted = api.asked.at(-1)
    expect(posted).toMatchObject({
      path: '/chat.postMessage',
      body: {
        channel: 'C9',
        thread_ts: '100.5',
        text: 'Hello',
        client_msg_id: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    })
    expect(recordOf(posted?.body)['client_msg_id']).not.toBe('')
    expect(posted?.headers['authorization']).toBe('Bearer xoxb-canary')
  })

  test('Slack: recognizes refusals with status 200 by credentials, channel or rate limit', async () => {
    const api = await provider(() => ({ body: { ok: true, user: 'u', team: 't' } }))
    const made = await workspace(api.base)
    await tested(service, made.id)
    const outcome = async (answer: Answering, key: string) => {
      api.answer = answer
      const sent = await reply(service, made.id, null, key)
      const detail = await service.request('GET', `/channel/${made.id}/`, { as: service.one.viewer })
      return [sent.ok ? 'ok' : sent.code, detail.as(ChannelDetail).status]
    }
    expect(await outcome(() => ({ body: { ok: false, error: 'is_archived' } }), 'a')).toEqual(['refused', 'connected'])
    const later = { status: 429, headers: { 'retry-after': '600' }, body: { ok: false, error: 'ratelimited' } }
    expect(await outcome(() => later, 'b')).toEqual(['rate_limited', 'connected'])
    expect(await outcome(() => ({ body: { ok: false, error: 'token_revoked' } }), 'c')).toEqual([
      'unauthorized',
      'reauth_required',
    ])
    expect(await outcome(() => ({ body: { ok: true, ts: '1.1' } }), 'd')).toEqual(['ok', 'connected'])
  })

  test('sends nothing through a disconnected, paused or deleted channel, and reports why', async () => {
    const made = await connect(service, { type: 'slack', name: 'Empty', config: {} })
    expect((await tested(service, made.id)).status).toBe('disconnected')
    expect(await reply(service, made.id, null, 'x')).toMatchObject({ ok: false, code: 'channel_disconnected' })
    expect(await reply(service, 'chn_none', null, 'x')).toMatchObject({ ok: false, code: 'no_channel' })
    await service.request('POST', `/channel/${made.id}/pause/`, { as: service.one.writeKey })
    expect(await reply(service, made.id, null, 'x')).toMatchObject({ ok: false, code: 'channel_paused' })
  })
})
