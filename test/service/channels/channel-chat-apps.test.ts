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
  postEvents,
  provider,
  reply,
  messagesOf,
  conversationsOf,
  telegramUpdate,
  testChannel,
  until,
  type ProviderResponder,
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
    const created = await bot(api.base)
    expect(await testChannel(service, created.id)).toMatchObject({ status: 'connected', identifier: '@shop_bot' })
    const webhook = api.requests.find(({ path }) => path === '/bot99:canary/setWebhook')?.body ?? {}
    expect(webhook).toMatchObject({
      url: `https://flows.example.com/api/hook/${created.address?.split('/').at(-3)}/events/`,
    })
    const secret = { 'x-telegram-bot-api-secret-token': textOf(webhook['secret_token']) }
    const send = (update: object, headers: Record<string, string> = secret) =>
      postEvents(service, created.address, JSON.stringify(update), headers)
    expect((await send(telegramUpdate(1, 'no'), {})).status).toBe(401)
    expect((await postEvents(service, created.address, '{"nonsense"', secret)).status).toBe(400)
    for (const update of [telegramUpdate(1, 'Hi'), telegramUpdate(1, 'Hi'), telegramUpdate(2, 'Are you there?')])
      expect((await send(update)).status).toBe(200)
    const [conversation, ...others] = await conversationsOf(service, created.id)
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ message_count: 2, unread_count: 2, contact: { name: 'Ann Lee' } })
    const sent = await reply(service, created.id, conversation?.id ?? '', 'run/answer#0', 'x'.repeat(5_000))
    expect(sent).toMatchObject({ ok: true, type: 'telegram' })
    const pieces = api.requests.filter(({ path }) => path.endsWith('sendMessage')).map(({ body }) => body)
    expect(pieces.map((piece) => [piece['chat_id'], textOf(piece['text']).length])).toEqual([
      ['77', 4_096],
      ['77', 904],
    ])
    expect((await conversationsOf(service, created.id))[0]).toMatchObject({ waiting_since: null, message_count: 3 })
  })

  test('Telegram: deregisters a bot that is removed or replaced, and no other', async () => {
    let webhookUrl: unknown = ''
    const respond: ProviderResponder = ({ path, body }) => {
      if (path.endsWith('setWebhook')) webhookUrl = body['url']
      const results = { getMe: { id: 9, username: 'b' }, getWebhookInfo: { url: webhookUrl } }
      const [, result = true] = Object.entries(results).find(([name]) => path.endsWith(name)) ?? []
      return { body: { ok: true, result } }
    }
    const api = await provider(respond)
    const requestsTo = (method: string) =>
      api.requests.filter(({ path }) => path.endsWith(method)).map(({ path }) => path)
    const waitForDeregistration = (path: string) => until(async () => requestsTo('deleteWebhook').at(-1) === path)
    const created = await bot(api.base)
    await testChannel(service, created.id)
    expect(webhookUrl).toBe(`https://flows.example.com${new URL(created.address ?? '').pathname}`)
    const as = service.one.writeKey
    const edit = async (body: object) =>
      expect((await service.request('PATCH', `/channel/${created.id}/`, { as, body })).status).toBe(200)
    // The same bot with another name is not deregistered.
    await edit({ credentials: { bot_token: '99:canary' } })
    await edit({ name: 'Bot of the shop' })
    await testChannel(service, created.id)
    await edit({ credentials: { bot_token: '77:canary' } })
    await waitForDeregistration('/bot99:canary/deleteWebhook')
    // A delayed check of the previous edit may repeat the call; no other bot is called.
    expect(new Set(requestsTo('deleteWebhook'))).toEqual(new Set(['/bot99:canary/deleteWebhook']))
    await testChannel(service, created.id)
    const remove = async (id: string) =>
      expect((await service.request('DELETE', `/channel/${id}/`, { as })).status).toBe(204)
    await remove(created.id)
    await waitForDeregistration('/bot77:canary/deleteWebhook')
    // The bot is registered elsewhere now: that registration is kept.
    const second = await bot(api.base)
    await testChannel(service, second.id)
    webhookUrl = 'https://another.example.com/hook/'
    const checkCount = requestsTo('getWebhookInfo').length
    await remove(second.id)
    await until(async () => requestsTo('getWebhookInfo').length > checkCount)
    // Without a response the channel is still deleted; the failed deregistration is logged and retried.
    const third = await bot(api.base)
    await testChannel(service, third.id)
    const warned = vi.spyOn(service.app.services.log, 'warn')
    api.respond = () => 'hang up'
    await remove(third.id)
    await until(async () => warned.mock.calls.some(([text]) => text.includes('deregistering a channel failed')))
    expect(JSON.stringify(warned.mock.calls)).not.toContain('canary')
    warned.mockRestore()
    expect((await service.request('GET', `/channel/${third.id}/`, { as })).status).toBe(404)
    expect(new Set(requestsTo('deleteWebhook')).size).toBe(2)
    // Only the bot token is stored for the retry. Rows of unknown channel types are deleted.
    const { database, secrets } = service.app.services
    await database.db
      .execute(sql`insert into channel_leaving (account_id, id, channel_id, type, name, config, token, since)
        values (${service.one.id}, 'lvg_fax', 'chn_fax', 'fax', 'Fax', '{}', '', now())`)
    const storedDeregistrations = () => database.db.select().from(channelDeregistrations)
    const left = (await storedDeregistrations()).find(({ channelId }) => channelId === third.id)
    expect(unsealChannelSecrets(secrets, service.one.id, third.id, left?.secrets ?? null)).toEqual({
      live: [],
      credentials: { bot_token: '99:canary' },
    })
    const tries = requestsTo('getWebhookInfo').length
    await runCleanup(service.app.services)
    expect([requestsTo('getWebhookInfo').length - tries, new Set(requestsTo('deleteWebhook')).size]).toEqual([1, 2])
    api.respond = respond
    await runCleanup(service.app.services)
    expect(requestsTo('deleteWebhook').at(-1)).toBe('/bot99:canary/deleteWebhook')
    expect(await storedDeregistrations()).toEqual([])
    const calls = api.requests.length
    await runCleanup(service.app.services)
    expect(api.requests.length).toBe(calls)
  })

  test('sends a failed reply on retry, and nothing twice', async () => {
    const api = await provider(({ path }) => ({
      body: { ok: true, result: path.endsWith('getMe') ? { id: 9, username: 'b' } : {} },
    }))
    const created = await bot(api.base)
    const row = await findChannel(service.one.scope, created.id)
    const { secrets } = service.app.services
    const [token] = unsealChannelSecrets(secrets, service.one.id, created.id, row?.sealed ?? null).live
    const header = { 'x-telegram-bot-api-secret-token': token?.text ?? '' }
    await postEvents(service, created.address, JSON.stringify(telegramUpdate(7, 'Hi')), header)
    const [conversation] = await conversationsOf(service, created.id)
    const sends = () => api.requests.filter(({ path }) => path.endsWith('sendMessage')).length
    api.respond = () => 'hang up'
    expect(await reply(service, created.id, conversation?.id ?? '', 'k')).toMatchObject({ ok: false, retryable: true })
    expect((await messagesOf(service, conversation?.id ?? '')).at(-1)).toMatchObject({
      direction: 'out',
      delivery: 'failed',
    })
    const before = sends()
    api.respond = () => ({ body: { ok: true, result: { message_id: 1 } } })
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await reply(service, created.id, conversation?.id ?? '', 'k')).toMatchObject({ ok: true })
    expect(sends() - before).toBe(1)
    const all = await messagesOf(service, conversation?.id ?? '')
    expect(all.map(({ direction, delivery }) => [direction, delivery])).toEqual([
      ['in', null],
      ['out', 'sent'],
    ])
  })

  test('reports errors in the status, without the token', async () => {
    const api = await provider(() => ({ status: 401, body: { ok: false, description: 'Unauthorized' } }))
    const created = await bot(api.base)
    const state = async (answer: ProviderResponder) => {
      api.respond = answer
      const detail = await testChannel(service, created.id)
      expect(JSON.stringify(detail)).not.toContain('canary')
      return [detail.status, detail.last_error?.code]
    }
    expect(await state(api.respond)).toEqual(['reauth_required', 'unauthorized'])
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
    const created = await bot(api.base, { chat: '42' })
    await testChannel(service, created.id)
    expect(await reply(service, created.id, null, 'alert')).toMatchObject({ ok: true, messageId: '42:3' })
    expect(api.requests.filter(({ path }) => path.endsWith('sendMessage'))).toHaveLength(2)
    api.respond = () => ({ status: 429, body: { ok: false, parameters: { retry_after: 600 } } })
    expect(await reply(service, created.id, null, 'later')).toMatchObject({
      ok: false,
      code: 'rate_limited',
      retryable: true,
    })
    expect((await testChannel(service, created.id)).status).toBe('connected')
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
    const created = await workspace(api.base)
    expect(await testChannel(service, created.id)).toMatchObject({ status: 'connected', identifier: 'helper in Acme' })
    const send = (value: object, ago = 0) => {
      const body = JSON.stringify(value)
      return postEvents(service, created.address, body, signed(body, ago))
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
    expect((await postEvents(service, created.address, '{}', { ...signed('{ }') })).status).toBe(401)
    for (const value of [callback({}, 'E1'), callback({}, 'E1'), callback({ type: 'app_mention' }, 'E2')])
      expect((await send(value)).status).toBe(200)
    await send(callback({ ts: '100.9', thread_ts: '100.5', text: 'More' }, 'E3'))
    await send(callback({ ts: '101.0', bot_id: 'B1', text: 'I am a bot' }, 'E4'))
    await send(callback({ ts: '101.1', subtype: 'channel_join', text: 'joined' }, 'E5'))
    const [conversation, ...others] = await conversationsOf(service, created.id)
    expect(others).toEqual([])
    expect(conversation?.message_count).toBe(2)
    expect(await reply(service, created.id, conversation?.id ?? '', 'run/s#0')).toMatchObject({ ok: true })
    const posted = api.requests.at(-1)
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
    const created = await workspace(api.base)
    await testChannel(service, created.id)
    const outcome = async (answer: ProviderResponder, key: string) => {
      api.respond = answer
      const sent = await reply(service, created.id, null, key)
      const detail = await service.request('GET', `/channel/${created.id}/`, { as: service.one.viewer })
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
    const created = await connect(service, { type: 'slack', name: 'Empty', config: {} })
    expect((await testChannel(service, created.id)).status).toBe('disconnected')
    expect(await reply(service, created.id, null, 'x')).toMatchObject({ ok: false, code: 'channel_disconnected' })
    expect(await reply(service, 'chn_none', null, 'x')).toMatchObject({ ok: false, code: 'no_channel' })
    await service.request('POST', `/channel/${created.id}/pause/`, { as: service.one.writeKey })
    expect(await reply(service, created.id, null, 'x')).toMatchObject({ ok: false, code: 'channel_paused' })
  })
})
