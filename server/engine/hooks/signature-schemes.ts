/**
 * Signature schemes of webhooks, one preset each. Signatures are compared in constant time, against all valid secrets
 * (two during a rotation). Sources: standardwebhooks.com (specification 1.0.0); docs.github.com "Validating webhook
 * deliveries"; docs.stripe.com "Verify webhook signatures manually"; core.telegram.org/bots/api#setwebhook.
 */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { hookPresets } from '#contract/channel.ts'
import { idOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { constantTimeEqual } from '#server/base/secrets.ts'

export type HookPreset = (typeof hookPresets)[number]

/** Tolerated clock difference and replay window of a signed request, in seconds. */
const toleranceS = 300
/** Longest accepted message id: a UUID has 36 characters. */
const maxId = 255

export type VerificationResult = 'good' | 'bad_signature' | 'too_old' | 'too_new'

export interface SignedRequest {
  headers: IncomingHttpHeaders
  body: Buffer
  /** Currently valid secrets. */
  secrets: readonly string[]
  now: Date
}

export interface Preset {
  /** "too_old" and "too_new" (a fast clock) are only returned for valid signatures. */
  verify(signed: SignedRequest): VerificationResult
  /** The sender's message id, for deduplication. Null if there is none, or it is too long. */
  idOf(headers: IncomingHttpHeaders, input: Json): string | null
  /** Header values that are useful to a flow, by name. */
  headerValues(headers: IncomingHttpHeaders): JsonRecord
}

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const shortId = (id: string | null): string | null => (id === null || id === '' || id.length > maxId ? null : id)

/** Compares every signature with that of every secret, so that the duration does not reveal which one matches. */
const anyMatch = (given: readonly string[], expected: readonly string[]): boolean =>
  given.flatMap((one) => expected.map((other) => constantTimeEqual(one, other))).includes(true)

/** Maximum number of signatures checked per request. */
const maxSignatures = 10

const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made
}

/** Unix seconds; NaN if invalid. */
const secondsOf = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) : NaN)

const checkAge = (seconds: number, now: Date): VerificationResult => {
  const ago = now.getTime() / 1000 - seconds
  if (Math.abs(ago) <= toleranceS) return 'good'
  return ago > 0 ? 'too_old' : 'too_new'
}

/** Decodes the base64 after "whsec_"; uses any other text unchanged. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)

interface StandardMessage {
  id: string
  /** Unix seconds. */
  time: string
  body: string | Buffer
  secret: string
}

const standardSignature = ({ id, time, body, secret }: StandardMessage): string =>
  `v1,${hmac(standardKey(secret), `${id}.${time}.`, body).digest('base64')}`

/** Headers that sign an outgoing message as Standard Webhooks do. */
export function standardHeaders(id: string, body: string, secret: string, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standardSignature({ id, time, body, secret }),
  }
}

const noHeaderValues = (): JsonRecord => ({})

const standard: Preset = {
  verify({ headers, body, secrets, now }) {
    const id = header(headers, 'webhook-id')
    const time = header(headers, 'webhook-timestamp')
    const seconds = secondsOf(time)
    const received = header(headers, 'webhook-signature')
      .split(' ')
      .filter((one) => one.startsWith('v1,'))
      .slice(0, maxSignatures)
    const expected = secrets.map((secret) => standardSignature({ id, time, body, secret }))
    if (id === '' || Number.isNaN(seconds) || !anyMatch(received, expected)) return 'bad_signature'
    return checkAge(seconds, now)
  },
  idOf: (headers) => shortId(header(headers, 'webhook-id')),
  headerValues: noHeaderValues,
}

const github: Preset = {
  verify({ headers, body, secrets }) {
    const expected = secrets.map((secret) => `sha256=${hmac(secret, body).digest('hex')}`)
    return anyMatch([header(headers, 'x-hub-signature-256')], expected) ? 'good' : 'bad_signature'
  },
  idOf: (headers) => shortId(header(headers, 'x-github-delivery')),
  headerValues: (headers): JsonRecord => {
    const event = header(headers, 'x-github-event')
    return event === '' ? noHeaderValues() : { 'x-github-event': event }
  },
}

const stripe: Preset = {
  verify({ headers, body, secrets, now }) {
    const parts = header(headers, 'stripe-signature')
      .split(',')
      .map((part) => part.trim().split('='))
    const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
    const time = valuesOf('t')[0] ?? ''
    const seconds = secondsOf(time)
    const expected = secrets.map((secret) => hmac(secret, `${time}.`, body).digest('hex'))
    if (Number.isNaN(seconds) || !anyMatch(valuesOf('v1').slice(0, maxSignatures), expected)) return 'bad_signature'
    return checkAge(seconds, now)
  },
  idOf: (_headers, input) => shortId(textOf(recordOf(input)['id'])),
  headerValues: noHeaderValues,
}

const telegram: Preset = {
  verify: ({ headers, secrets }) =>
    anyMatch([header(headers, 'x-telegram-bot-api-secret-token')], secrets) ? 'good' : 'bad_signature',
  idOf: (_headers, input) => shortId(idOf(recordOf(input)['update_id'])),
  headerValues: noHeaderValues,
}

/** Accepts any request: only senders who know the address of the webhook can reach it. */
const none: Preset = {
  verify: () => 'good',
  idOf: (headers) => shortId(header(headers, 'webhook-id') || header(headers, 'idempotency-key')),
  headerValues: noHeaderValues,
}

export const presets: Readonly<Record<HookPreset, Preset>> = { standard, github, stripe, telegram, none }
