/** Webhook signatures: each preset accepts signatures of its sender and rejects forged ones. */
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { presets, type HookPreset, type VerificationResult } from './signature-schemes.ts'

const now = new Date('2026-11-22T12:00:00Z')
const whsec = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`
const older = `whsec_${Buffer.from('the key that was before it').toString('base64')}`
const text = '{"id":"evt_1","update_id":4711,"n":1}'

type Headers = Record<string, string>

const hex = (secret: string, content: string) => createHmac('sha256', secret).update(content).digest('hex')

/** Headers sent by each kind of sender, `ago` seconds ago. */
const senders: Record<Exclude<HookPreset, 'none'>, (secret: string, body: string, ago: number) => Headers> = {
  standard: (secret, body, ago) => {
    const at = new Date(now.getTime() - ago * 1000)
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    }
  },
  github: (secret, body) => ({
    'x-hub-signature-256': `sha256=${hex(secret, body)}`,
    'x-github-delivery': 'd-1',
    'x-github-event': 'push',
  }),
  stripe: (secret, body, ago) => {
    const time = Math.floor(now.getTime() / 1000) - ago
    return { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${hex(secret, `${time}.${body}`)},v0=x` }
  },
  telegram: (secret) => ({ 'x-telegram-bot-api-secret-token': secret }),
}
const kinds = ['standard', 'github', 'stripe', 'telegram'] as const

const prove = (kind: HookPreset, headers: Headers, body = text, secrets = [whsec]): VerificationResult =>
  presets[kind].verify({ headers, body: Buffer.from(body), secrets, now })

test.each(kinds)('%s: a signature of the sender is accepted, with either secret during a rotation', (kind) => {
  expect(prove(kind, senders[kind](whsec, text, 0))).toBe('good')
  expect(prove(kind, senders[kind](older, text, 0), text, [whsec, older])).toBe('good')
})

test.each(kinds)('%s: a wrong secret, no secret and a missing header are rejected', (kind) => {
  expect(prove(kind, senders[kind](older, text, 0))).toBe('bad_signature')
  expect(prove(kind, senders[kind](whsec, text, 0), text, [])).toBe('bad_signature')
  expect(prove(kind, {})).toBe('bad_signature')
})

test.each(['standard', 'github', 'stripe'] as const)('%s: a body with one changed byte is rejected', (kind) => {
  expect(prove(kind, senders[kind](whsec, text, 0), text.replace('1', '2'))).toBe('bad_signature')
})

test.each(['standard', 'stripe'] as const)('%s: a signature is valid for five minutes', (kind) => {
  expect(prove(kind, senders[kind](whsec, text, 300))).toBe('good')
  expect(prove(kind, senders[kind](whsec, text, 301))).toBe('too_old')
  expect(prove(kind, senders[kind](whsec, text, -302))).toBe('too_new')
  // A bad signature is reported before the time is checked.
  expect(prove(kind, senders[kind](older, text, 301))).toBe('bad_signature')
})

test('standard: one valid signature among several suffices; the signature covers id and time', () => {
  const headers = senders.standard(whsec, text, 0)
  const several = `v1a,xyz v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`
  expect(prove('standard', { ...headers, 'webhook-signature': several })).toBe('good')
  expect(prove('standard', { ...headers, 'webhook-id': 'msg_2' })).toBe('bad_signature')
  expect(prove('standard', { ...headers, 'webhook-id': '' })).toBe('bad_signature')
  expect(prove('standard', { ...headers, 'webhook-timestamp': '1e9' })).toBe('bad_signature')
})

test('each preset reads the message id of its sender', () => {
  const input: unknown = JSON.parse(text)
  const id = (kind: HookPreset, headers: Headers) => presets[kind].idOf(headers, JSON.parse(JSON.stringify(input)))
  expect(id('standard', { 'webhook-id': 'msg_1' })).toBe('msg_1')
  expect(id('github', { 'x-github-delivery': 'd-1' })).toBe('d-1')
  expect(id('stripe', {})).toBe('evt_1')
  expect(id('telegram', {})).toBe('4711')
  expect(id('none', { 'idempotency-key': 'k-1' })).toBe('k-1')
  expect(id('none', {})).toBe(null)
  expect(id('none', { 'webhook-id': 'x'.repeat(256) })).toBe(null)
})

test('github passes on the event header; other presets pass on no headers', () => {
  expect(presets.github.headerValues({ 'x-github-event': 'push', cookie: 'x' })).toEqual({ 'x-github-event': 'push' })
  expect(presets.none.headerValues({ 'x-github-event': 'push' })).toEqual({})
})
