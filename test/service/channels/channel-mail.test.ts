/** Channels that the service polls or listens to: mail, and Telegram without a public URL; on each database. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeAll } from '#test/support/local-server.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import {
  connect,
  provider,
  reply,
  said,
  talks,
  telegramUpdate,
  tested,
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
    const made = await mailbox()
    expect((await tested(service, made.id)).status).toBe('connected')
    server.deliver(mail('one', 'Where is it?'))
    server.deliver(mail('auto', 'I am away', 'Auto-Submitted: auto-replied\n'))
    const [talk] = await until(async () => {
      const all = await talks(service, made.id)
      return all.length > 0 && all
    })
    expect(talk).toMatchObject({ subject: 'Order 7', contact: { name: 'Ann Lee', email: 'ann@example.com' } })
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await reply(service, made.id, talk?.id ?? '', 'run/mail#0', 'On its way.\n.\nBye')).toMatchObject({
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
    await until(async () => (await talks(service, made.id))[0]?.message_count === 3)
    expect((await said(service, talk?.id ?? '')).map(({ text }) => text)).toEqual([
      'Where is it?',
      'On its way.\n.\nBye',
      'Thanks',
    ])
    expect(await talks(service, made.id)).toHaveLength(1)
    await until(async () => server.inbox.every(({ flags }) => flags.has(String.raw`\Seen`)))
    await service.request('DELETE', `/channel/${made.id}/`, { as: service.one.writeKey })
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
      const made = await mailbox({ ...config(false), credentials: { smtp_password: 'secret' } })
      expect((await tested(service, made.id)).status).toBe('reauth_required')
      other.settings.password = 'secret'
      const receives = { ...config(true), credentials: { smtp_password: 'secret', imap_password: 'wrong' } }
      const both = await mailbox(receives)
      expect((await tested(service, both.id)).status).toBe('reauth_required')
      expect((await tested(service, made.id)).status).toBe('connected')
      other.settings.say = { RCPT: '550 5.1.1 nobody' }
      expect(await reply(service, made.id, null, 'a')).toMatchObject({ ok: false, code: 'refused', retryable: false })
      expect((await tested(service, made.id)).status).toBe('connected')
      other.settings.say = { RCPT: '451 4.7.1 later' }
      expect(await reply(service, made.id, null, 'a')).toMatchObject({ ok: false, code: 'refused', retryable: true })
      other.settings.say = { MAIL: 'hang up' }
      expect(await reply(service, made.id, null, 'a')).toMatchObject({ ok: false, retryable: true })
      other.settings.say = { GREETING: 'I am not a mail server' }
      const bad = await tested(service, made.id)
      expect([bad.status, bad.status_reason?.includes('secret')]).toEqual(['error', false])
    } finally {
      await other.close()
    }
  })

  test('polls Telegram for updates without a public URL, and records each update once', async () => {
    const told = [telegramUpdate(1, 'one'), telegramUpdate(2, 'two')]
    const api = await provider(({ path, body }) => {
      if (!path.endsWith('getUpdates')) return { body: { ok: true, result: { id: 9, username: 'b' } } }
      const offset = Number(body['offset'])
      return { body: { ok: true, result: told.filter(({ update_id: id }) => id >= offset) } }
    })
    const made = await connect(service, {
      type: 'telegram',
      name: 'Poll',
      config: { api_base: api.base },
      credentials: { bot_token: '1:x' },
    })
    await until(async () => (await talks(service, made.id))[0]?.message_count === 2)
    expect(api.asked.some(({ path }) => path.endsWith('deleteWebhook'))).toBe(true)
    await service.request('POST', `/channel/${made.id}/pause/`, { as: service.one.writeKey })
    const asks = () => api.asked.filter(({ path }) => path.endsWith('getUpdates')).length
    await until(async () => {
      const before = asks()
      await new Promise((done) => void setTimeout(done, 200))
      return asks() === before
    })
    expect((await talks(service, made.id))[0]?.message_count).toBe(2)
  })
})
