/** Slack: Web API to send, Events API to receive. Source: api.slack.com/apis. */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import { constantTimeEqual } from '#server/base/secrets.ts'
import {
  ChannelError,
  type ChannelKind,
  type ChannelTools,
  type HookResponse,
  type IncomingMessage,
  type UnsealedChannel,
} from './channel-type.ts'
import { callProvider, splitText, secondsToMs } from './provider-call.ts'

const defaultBaseUrl = 'https://slack.com/api'
/** Maximum characters of a message, as Slack recommends. */
const maxLength = 4000
/** Maximum age of a request in seconds: Slack's recommendation against replays. */
const maxAgeSeconds = 300

/** Slack error codes for tokens that are invalid or lack a permission. */
const invalidTokenCodes = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'no_permission',
  'org_login_required',
])
const transientCodes = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])

function slackErrorOf(status: number, headers: Record<string, string>, error: string): ChannelError {
  if (status === 429 || error === 'ratelimited')
    return new ChannelError('rate_limited', 'Slack’s rate limit was reached. Try again later.', {
      status: null,
      retryable: true,
      retryAfterMs: secondsToMs(headers['retry-after']),
    })
  if (status === 401 || invalidTokenCodes.has(error))
    return new ChannelError(
      'unauthorized',
      `Slack rejected the bot token (${error || status}). Enter a valid token with the required scopes.`,
      {
        status: 'reauth_required',
      },
    )
  if (status >= 500 || transientCodes.has(error))
    return new ChannelError('provider_error', `Slack returned ${error || status}.`, { retryable: true })
  return new ChannelError('refused', `Slack rejected the request: ${error || status}.`, { status: null })
}

const baseOf = (config: JsonRecord): string => textOf(config['api_base']) || defaultBaseUrl

async function call(
  channel: UnsealedChannel,
  tools: ChannelTools,
  method: string,
  body: JsonRecord,
  signal: AbortSignal,
): Promise<JsonRecord> {
  const answer = await callProvider(tools.outgoing, 'Slack', {
    url: `${baseOf(channel.config).replace(/\/$/, '')}/${method}`,
    headers: { authorization: `Bearer ${channel.credentials['bot_token'] ?? ''}` },
    body,
    signal,
  })
  if (answer.status === 200 && answer.body['ok'] === true) return answer.body
  throw slackErrorOf(answer.status, answer.headers, textOf(answer.body['error']))
}

/** Any Slack event: most are not messages, and new kinds will be added. */
const AnyEvent = z.looseObject({ type: z.string() })
const Event = z.object({
  type: z.literal('event_callback'),
  event_id: z.string(),
  event: z.object({
    type: z.string(),
    subtype: z.string().optional(),
    bot_id: z.string().optional(),
    user: z.string().optional(),
    text: z.string().optional(),
    channel: z.string().optional(),
    channel_type: z.string().optional(),
    ts: z.string().optional(),
    thread_ts: z.string().optional(),
  }),
})
const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string().max(1000) })

/** Subtypes of messages written by a person; others are joins, edits and messages from bots. */
const personSubtypes = new Set([undefined, 'thread_broadcast', 'file_share'])

/** The message of an event; null for other events. A direct conversation is one thread; in a channel, each top-level
 * message begins a thread. */
function messageOf({ event }: z.infer<typeof Event>): IncomingMessage | null {
  const { type, subtype, bot_id: bot, user, text, channel, ts, thread_ts: root } = event
  if ((type !== 'message' && type !== 'app_mention') || bot !== undefined || !personSubtypes.has(subtype)) return null
  if (user === undefined || text === undefined || channel === undefined || ts === undefined) return null
  return {
    externalId: `${channel}:${ts}`,
    thread: event.channel_type === 'im' ? channel : `${channel}:${root ?? ts}`,
    sender: { externalId: user, name: `Slack user ${user}`, email: null, phone: null },
    subject: '',
    text,
    at: new Date(Number(ts) * 1000),
  }
}

/** A UUID derived from the key: Slack treats messages with the same UUID as duplicates. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const emptyResponse = { messages: [], detail: null, externalId: null, body: {} }

function isSigned(secret: string, { headers, bytes }: { headers: Record<string, string>; bytes: Buffer }): boolean {
  const time = headers['x-slack-request-timestamp'] ?? ''
  const expected = createHmac('sha256', secret).update(`v0:${time}:`).update(bytes).digest('hex')
  return secret !== '' && constantTimeEqual(`v0=${expected}`, headers['x-slack-signature'] ?? '')
}

function readEvent(bytes: Buffer): HookResponse {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    value = null
  }
  const challenge = Challenge.safeParse(value)
  if (challenge.success)
    return { ...emptyResponse, status: 200, body: { challenge: challenge.data.challenge }, verdict: 'accepted' }
  if (!AnyEvent.safeParse(value).success)
    return { ...emptyResponse, status: 400, verdict: 'malformed', detail: 'This is not a Slack event.' }
  const event = Event.safeParse(value).data
  // Unknown events get 200, because a retry would have the same content.
  if (!event) return { ...emptyResponse, status: 200, verdict: 'accepted' }
  const message = messageOf(event)
  return {
    ...emptyResponse,
    status: 200,
    verdict: 'accepted',
    externalId: event.event_id,
    messages: message ? [message] : [],
  }
}

export const slack: ChannelKind = {
  type: 'slack',
  targets: (config) => ({ bot_token: new URL(baseOf(config)).origin }),

  async check(channel, tools, signal) {
    const me = await call(channel, tools, 'auth.test', {}, signal)
    return {
      state: { status: 'connected', reason: null },
      identifier: `${textOf(me['user'])} in ${textOf(me['team'])}`,
    }
  },

  async send(channel, { thread, text, key, signal }, tools) {
    const [to = '', root] = (thread ?? textOf(channel.config['channel'])).split(':')
    if (to === '')
      throw new ChannelError(
        'no_recipient',
        'The channel has no default Slack channel for messages that are not replies. Edit the channel to set one.',
        {
          status: null,
        },
      )
    let ts = ''
    for (const [index, piece] of splitText(text, maxLength).entries()) {
      const body: JsonRecord = { channel: to, text: piece, client_msg_id: uuidOf(`${key}/${index}`) }
      if (root !== undefined) body['thread_ts'] = root
      ts = textOf((await call(channel, tools, 'chat.postMessage', body, signal))['ts'])
    }
    return { externalId: ts === '' ? null : `${to}:${ts}` }
  },

  /** Slack retries a request that gets no response within 3 s; duplicates are stored once. */
  receive(channel, request, now) {
    const time = Number(request.headers['x-slack-request-timestamp'])
    if (!isSigned(channel.credentials['signing_secret'] ?? '', request))
      return { ...emptyResponse, status: 401, verdict: 'bad_signature', detail: 'The Slack signature is invalid.' }
    if (!(Math.abs(now.getTime() / 1000 - time) <= maxAgeSeconds))
      return {
        ...emptyResponse,
        status: 401,
        verdict: 'too_old',
        detail: 'The timestamp of the event differs from the service’s clock by more than five minutes.',
      }
    return readEvent(request.bytes)
  },

  listen: null,
  deregistration: null,
}
