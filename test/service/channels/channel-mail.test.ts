/** Channels that the service polls or listens to: mail, and Telegram without a public URL; on each database. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeAll } from '#test/support/local-server.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import {
  connect,
  provider,
  reply,
  messagesOf,
  conversationsOf,
  telegramUpdate,
  testChannel,
  until,
} from '#test/service/support/channel-steps.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

eachDatabase('mail, and Telegram without a public URL', (service) => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
    service.app.services.channels.start()
  })
  afterAll(() => server.close())
  afterEach(closeAll)

  const mailbox = (more: object = {}) =>
    connect(service, {
      type: 'email',
      name: 'Shop',
      config: {
        address: 'shop@example.com',
        smtp: { host: '127.0.0.1', port: server.smtpPort, secure: false, user: 'shop' },
        imap: { host: '127.0.0.1', port: server.imapPort, secure: false, user: 'shop' },
      },
      credentials: { smtp_password: 'secret', imap_password: 'secret' },
      ...more,
    })
  const mail = (id: string, text: string, more = '') =>
    `From: Ann Lee <Ann@Example.com>\nTo: shop@example.com\nSubject: Order 7\nMessage-ID: <${id}@example.com>\n${more}Content-Type: text/plain; charset=utf-8\n\n${text}\n`

  test('receives a mail, replies in its thread, and receives the next one', async () => {
    const created = await mailbox()
    expect((await testChannel(service, created.id)).status).toBe('connected')
    server.deliver(mail('one', 'Where is it?'))
    server.deliver(mail('auto', 'I am away', 'Auto-Submitted: auto-replied\n'))
    const [conversation] = await until(async () => {
      const all = await conversationsOf(service, created.id)
      return all.length > 0 && all
    })
    expect(conversation).toMatchObject({ subject: 'Order 7', contact: { name: 'Ann Lee', email: 'ann@example.com' } })
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(
        await reply(service, created.id, conversation?.id ?? '', 'run/mail#0', 'On its way.\n.\nBye'),
      ).toMatchObject({
        ok: true,
      })
    expect(server.sent).toHaveLength(1)
    const [sent] = server.sent
    expect(sent?.to).toEqual(['ann@example.com'])
    for (const line of ['Subject: Re: Order 7', 'In-Reply-To: <one@example.com>', 'Auto-Submitted: auto-replied'])
      expect(sent?.text).toContain(line)
    const id = /Message-ID: (<\S+>)/i.exec(sent?.text ?? '')?.[1] ?? ''
    expect(id).toMatch(/^<[\da-f]{40}@example\.com>$/)
    server.deliver(mail('two', 'Thanks', `In-Reply-To: ${id}\nReferences: <one@example.com> ${id}\n`))
    await until(async () => (await conversationsOf(service, created.id))[0]?.message_count === 3)
    expect((await messagesOf(service, conversation?.id ?? '')).map(({ text }) => text)).toEqual([
      'Where is it?',
      'On its way.\n.\nBye',
      'Thanks',
    ])
    expect(await conversationsOf(service, created.id)).toHaveLength(1)
    await until(async () => server.inbox.every(({ flags }) => flags.has(String.raw`\Seen`)))
    await service.request('DELETE', `/channel/${created.id}/`, { as: service.one.writeKey })
  })

  test('reports wrong passwords, a closed connection, an invalid protocol and a refused address', async () => {
    const other = await startMailServer({ password: 'another' })
    const config = (imap: boolean) => ({
      config: {
        address: 'shop@example.com',
        smtp: { host: '127.0.0.1', port: other.smtpPort, secure: false, user: 'shop' },
        ...(imap ? { imap: { host: '127.0.0.1', port: other.imapPort, secure: false, user: 'shop' } } : {}),
      },
    })
    try {
      const created = await mailbox({ ...config(false), credentials: { smtp_password: 'secret' } })
      expect((await testChannel(service, created.id)).status).toBe('reauth_required')
      other.settings.password = 'secret'
      const receives = { ...config(true), credentials: { smtp_password: 'secret', imap_password: 'wrong' } }
      const both = await mailbox(receives)
      expect((await testChannel(service, both.id)).status).toBe('reauth_required')
      expect((await testChannel(service, created.id)).status).toBe('connected')
      other.settings.responses = { RCPT: '550 5.1.1 nobody' }
      expect(await reply(service, created.id, null, 'a')).toMatchObject({
        ok: false,
        code: 'refused',
        retryable: false,
      })
      expect((await testChannel(service, created.id)).status).toBe('connected')
      other.settings.responses = { RCPT: '451 4.7.1 later' }
      expect(await reply(service, created.id, null, 'a')).toMatchObject({ ok: false, code: 'refused', retryable: true })
      other.settings.responses = { MAIL: 'hang up' }
      expect(await reply(service, created.id, null, 'a')).toMatchObject({ ok: false, retryable: true })
      other.settings.responses = { GREETING: 'I am not a mail server' }
      const bad = await testChannel(service, created.id)
      expect([bad.status, bad.status_reason?.includes('secret')]).toEqual(['error', false])
    } finally {
      await other.close()
    }
  })

  test('polls Telegram for updates without a public URL, and records each update once', async () => {
    const updates = [telegramUpdate(1, 'one'), telegramUpdate(2, 'two')]
    const api = await provider(({ path, body }) => {
      if (!path.endsWith('getUpdates')) return { body: { ok: true, result: { id: 9, username: 'b' } } }
      const offset = Number(body['offset'])
      return { body: { ok: true, result: updates.filter(({ update_id: id }) => id >= offset) } }
    })
    const created = await connect(service, {
      type: 'telegram',
      name: 'Poll',
      config: { api_base: api.base },
      credentials: { bot_token: '1:x' },
    })
    await until(async () => (await conversationsOf(service, created.id))[0]?.message_count === 2)
    expect(api.requests.some(({ path }) => path.endsWith('deleteWebhook'))).toBe(true)
    await service.request('POST', `/channel/${created.id}/pause/`, { as: service.one.writeKey })
    const pollCount = () => api.requests.filter(({ path }) => path.endsWith('getUpdates')).length
    await until(async () => {
      const before = pollCount()
      await new Promise((done) => void setTimeout(done, 200))
      return pollCount() === before
    })
    expect((await conversationsOf(service, created.id))[0]?.message_count).toBe(2)
  })
})
