import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { presets } from '#server/engine/hooks/signature-schemes.ts'
import { closeAll, outgoing, serve } from '#test/support/local-server.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { AlertError, makeAlertSender } from './alert-sender.ts'

const now = new Date('2026-11-20T15:30:00Z')
const message = {
  id: 'alert:inc_1:opened:alr_1',
  subject: 'Down: Shop',
  text: 'Down: Shop\n<b> & more',
  payload: { n: 1 },
}
const failure = (sent: Promise<void>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof AlertError ? [error.message, error.retryable] : error),
  )

let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())
afterEach(closeAll)

const sender = (allow = ['127.0.0.1']) => makeAlertSender({ mail: null, publicUrl: null }, outgoing({ allow }))
const mailSender = (url: string) =>
  makeAlertSender({ mail: { url, from: 'Flows <flows@shop.example>' }, publicUrl: null }, outgoing())

test('a webhook is signed, with the id of the message as key', async () => {
  const seen: { headers: Record<string, unknown>; body: Buffer }[] = []
  const port = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      seen.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(204).end()
    })
  })
  const secrets = { url: `http://127.0.0.1:${port}/hook?key=1`, signing_secret: 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0' }
  await sender().send({ kind: 'webhook', address: '', secrets }, message, now)
  const [request] = seen
  expect(request?.headers).toMatchObject({ 'webhook-id': message.id, 'idempotency-key': message.id })
  const headers = Object.fromEntries(
    Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const signed = { headers, body: request?.body ?? Buffer.alloc(0), now }
  expect(presets.standard.verify({ ...signed, secrets: [secrets.signing_secret] })).toBe('good')
  expect(presets.standard.verify({ ...signed, secrets: ['whsec_b3RoZXI='] })).toBe('bad_signature')
})

test('Slack gets text without markup', async () => {
  let body = ''
  const port = await serve((request, response) => {
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => response.end('ok'))
  })
  const secrets = { url: `http://127.0.0.1:${port}/services/T/B/x` }
  await sender().send({ kind: 'slack', address: '', secrets }, message, now)
  expect(JSON.parse(body)).toEqual({ text: 'Down: Shop\n&lt;b&gt; &amp; more' })
})

test.each([
  [404, 'no_service', 'Slack returned 404 (no_service).', false],
  [500, 'a secret of ours', 'Slack returned 500.', true],
  [429, '', 'Slack returned 429.', true],
])('status %i is explained in plain words', async (status, text, words, retryable) => {
  const port = await serve((_request, response) => response.writeHead(status).end(text))
  const sent = sender().send(
    { kind: 'slack', address: '', secrets: { url: `http://127.0.0.1:${port}/` } },
    message,
    now,
  )
  expect(await failure(sent)).toEqual([words, retryable])
})

test('an internal address is refused, and one that does not respond ends in time', { timeout: 30_000 }, async () => {
  const port = await serve(() => {})
  const to = {
    kind: 'webhook',
    address: '',
    secrets: { url: `http://127.0.0.1:${port}/`, signing_secret: 'x'.repeat(20) },
  } as const
  expect(await failure(sender([]).send(to, message, now))).toEqual([
    expect.stringContaining('127.0.0.1 is not a public address.'),
    false,
  ])
  expect(await failure(sender().send(to, message, now))).toEqual([
    'No complete response arrived within 10000 ms.',
    true,
  ])
})

test('a mail has the id of the message, and errors have a reason', async () => {
  const url = (user: string) => `smtp://${user}:secret@127.0.0.1:${mail.smtpPort}`
  const to = { kind: 'email', address: 'ops@shop.example', secrets: {} } as const
  for (let attempt = 0; attempt < 2; attempt += 1) await mailSender(url('shop')).send(to, message, now)
  const ids = mail.sent.map(({ text }) => /Message-ID: (<\S+>)/i.exec(text)?.[1])
  expect(ids[0]).toMatch(/^<[\da-f]{40}@shop\.example>$/)
  expect(new Set(ids).size).toBe(1)
  expect(mail.sent[0]?.to).toEqual(['ops@shop.example'])
  expect(mail.sent[0]?.text).toContain('Subject: Down: Shop')
  expect(mail.sent[0]?.text).toContain('From: Flows <flows@shop.example>')
  expect(await failure(mailSender(url('other')).send(to, message, now))).toEqual([
    'The mail server rejected the user name or password. Enter them again.',
    false,
  ])
  expect(await failure(mailSender('smtp://127.0.0.1:1').send(to, message, now))).toEqual([
    'The mail server could not be reached. Check host and port.',
    true,
  ])
  expect(await failure(sender().send(to, message, now))).toEqual([
    'This service sends no mail: SMTP_URL and MAIL_FROM are not set.',
    false,
  ])
})
