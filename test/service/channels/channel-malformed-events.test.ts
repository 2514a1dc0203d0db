/**
 * Malformed and unknown events of providers: accepted as far as possible, because providers would send refused events
 * again and again.
 */
import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { unsealChannelSecrets } from '#server/store/channels/channel-secrets.ts'
import { findChannel } from '#server/store/channels/channel-rows.ts'
import { closeAll } from '#test/support/local-server.ts'
import { connect, postEvents, provider, conversationsOf } from '#test/service/support/channel-steps.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const slackSecret = 'slack-signing-secret'
const signed = (body: string) => {
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', slackSecret).update(`v0:${time}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
}

const oddTexts = ['x'.repeat(500_000), 'a\0b', '\uD800', '𝒳'.repeat(3000), '%', '']
const oddTimes = ['-62200000000.1', '-1', '0', '1e300', 'NaN', 'soon', '', '99999999999999', '253402300800']

eachDatabase('odd messages of providers', { settings: { PUBLIC_URL: 'https://flows.example.com' } }, (service) => {
  afterEach(closeAll)

  const bot = (base: string) =>
    connect(service, {
      type: 'telegram',
      name: 'Bot',
      config: { api_base: base },
      credentials: { bot_token: '99:canary' },
    })

  const workspace = (base: string) =>
    connect(service, {
      type: 'slack',
      name: 'Team',
      config: { api_base: base, channel: 'C1' },
      credentials: { bot_token: 'xoxb-canary', signing_secret: slackSecret },
    })

  test('Slack: accepts ids of any length and times out of range, and ignores other events', async () => {
    const api = await provider(() => ({ body: { ok: true, user: 'u', team: 't' } }))
    const created = await workspace(api.base)
    let count = 0
    const send = async (value: unknown) => {
      const body = JSON.stringify(value)
      return (await postEvents(service, created.address, body, signed(body))).status
    }
    const event = { type: 'message', user: 'U1', text: 'Help', channel: 'C9', ts: '100.5', channel_type: 'channel' }
    const callback = (more: object) => ({
      type: 'event_callback',
      event_id: `E${(count += 1)}`,
      event: { ...event, ...more },
    })
    const fields = ['user', 'text', 'channel', 'ts', 'thread_ts', 'channel_type', 'subtype', 'bot_id', 'type'] as const
    for (const field of fields)
      for (const value of [...oddTexts, 7, null, {}, [], ...(field.endsWith('ts') ? oddTimes : [])])
        expect(await send(callback({ [field]: value })), `${field} ${JSON.stringify(value).slice(0, 40)}`).toBe(200)
    for (const value of [
      { type: 'app_rate_limited' },
      { type: 'event_callback' },
      callback({}),
      { type: 'x', event: 5 },
    ])
      expect(await send({ ...value, event_id: oddTexts[0] }), JSON.stringify(value)).toBe(200)
    for (const value of [null, 5, [], {}]) expect(await send(value), JSON.stringify(value)).toBe(400)
    const all = await conversationsOf(service, created.id)
    expect(all.length).toBeGreaterThan(10)
    // Different senders stay separate, and an invalid time becomes the current one.
    const long = await Promise.all(
      ['y', 'z'].map((end) => send(callback({ user: oddTexts[0] + end, channel: oddTexts[0] + end, ts: '-5' }))),
    )
    expect(long).toEqual([200, 200])
    const after = await conversationsOf(service, created.id)
    expect(after.length - all.length).toBe(2)
    expect(new Set(after.slice(-2).map(({ contact }) => contact.id)).size).toBe(2)
    for (const { created_at: at } of after.slice(-2)) expect(Date.parse(at)).toBeGreaterThan(Date.now() - 3_600_000)
  })

  test('Telegram: accepts numbers and texts of any size', async () => {
    const api = await provider(() => ({ body: { ok: true, result: { id: 9, username: 'b' } } }))
    const created = await bot(api.base)
    const row = await findChannel(service.one.scope, created.id)
    const [token] = unsealChannelSecrets(
      service.app.services.secrets,
      service.one.id,
      created.id,
      row?.sealed ?? null,
    ).live
    const header = { 'x-telegram-bot-api-secret-token': token?.text ?? '' }
    const send = async (raw: string) => (await postEvents(service, created.address, raw, header)).status
    const numbers = ['-1', '0', '1.5', '1e308', '-62200000000', '253402300800', '9007199254740993', '"7"', 'null', '{}']
    let id = 0
    for (const [field, values] of [
      ['"date":1700000000', numbers.map((one) => `"date":${one}`)],
      ['"id":77', numbers.map((one) => `"id":${one}`)],
      ['"message_id":5', numbers.map((one) => `"message_id":${one}`)],
      ['"first_name":"Ann"', oddTexts.map((one) => `"first_name":${JSON.stringify(one)}`)],
      ['"text":"Hi"', oddTexts.map((one) => `"text":${JSON.stringify(one)}`)],
      ['"title":"T"', oddTexts.map((one) => `"title":${JSON.stringify(one)}`)],
    ] as const)
      for (const value of values) {
        id += 1
        const update = `{"update_id":${id},"message":{"message_id":5,"date":1700000000,"chat":{"id":77,"title":"T"},"from":{"id":77,"first_name":"Ann"},"text":"Hi"}}`
        expect(update).toContain(field)
        expect(await send(update.replaceAll(field, value)), value.slice(0, 60)).toBe(200)
      }
    for (const value of numbers.slice(0, 7)) expect(await send(`{"update_id":${value}}`), value).toBe(200)
    expect((await conversationsOf(service, created.id)).length).toBeGreaterThan(3)
  })

  test('records a mail despite an unstorable address, name or time', async () => {
    const created = await connect(service, {
      type: 'email',
      name: 'Post',
      config: { address: 'us@shop.example', smtp: { host: 'x.example', port: 25, secure: false, user: 'u' } },
    })
    const row = await findChannel(service.one.scope, created.id)
    if (!row) throw new Error('The channel does not exist.')
    const sender = { externalId: 'a@b.example', name: 'A', email: 'a@b.example', phone: null }
    const validMail = { externalId: '<1@b>', thread: '<1@b>', sender, subject: 'S', text: 'T', at: new Date() }
    const long = `${'x'.repeat(5_000)}@b.example`
    let count = 0
    for (const more of [
      ...oddTexts.flatMap((text) => [
        { externalId: `${text}1`, thread: `${text}1` },
        { subject: text },
        { text },
        { sender: { ...sender, name: text } },
        { sender: { externalId: `${text}2`, name: 'B', email: `${text}2`, phone: null } },
        { sender: { externalId: `${text}3`, name: 'C', email: null, phone: text } },
      ]),
      { sender: { externalId: long, name: long, email: long, phone: null } },
      ...[NaN, -1, -6.2e13, 8.64e15, -8.64e15, 253402300800000].map((at) => ({ at: new Date(at) })),
    ]) {
      count += 1
      const name = `<${count}@c>`
      const kept = await service.app.services.channels.receiveMessage(row, {
        ...validMail,
        externalId: name,
        thread: name,
        ...more,
      })
      const path = `/conversation/${kept.conversationId}/`
      expect((await service.request('GET', path, { as: service.one.viewer })).status, `${count}`).toBe(200)
    }
    expect((await conversationsOf(service, created.id)).length).toBeGreaterThan(20)
  })
})
