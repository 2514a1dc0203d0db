/** Telegram channel, as a bot. Source: core.telegram.org/bots/api. */
import { z } from 'zod'
import { recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { constantTimeEqual } from '#server/base/secrets.ts'
import {
  ChannelError,
  type ChannelKind,
  type ChannelTools,
  type HookResponse,
  type IncomingMessage,
  type UnsealedChannel,
} from './channel-type.ts'
import { callProvider, splitText, secondsToMs, defaultTimeoutMs } from './provider-call.ts'

const defaultBaseUrl = 'https://api.telegram.org'
/** Maximum characters of a message. */
const maxLength = 4096
/** Long-poll timeout in seconds. */
const longPollSeconds = 25

const User = z.object({
  id: z.number(),
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
})
const Update = z.object({
  update_id: z.number(),
  message: z
    .object({
      message_id: z.number(),
      date: z.number(),
      chat: z.object({ id: z.number(), title: z.string().optional() }),
      from: User.optional(),
      text: z.string().optional(),
      caption: z.string().optional(),
    })
    .optional(),
})

function telegramErrorOf(status: number, body: JsonRecord): ChannelError {
  const words = textOf(body['description']) || `status ${status}`
  if (status === 401 || status === 404)
    return new ChannelError('unauthorized', 'Telegram rejected the bot token. Enter a valid one.', {
      status: 'reauth_required',
    })
  if (status === 429)
    return new ChannelError('rate_limited', 'Telegram’s rate limit was reached. Try again later.', {
      status: null,
      retryable: true,
      retryAfterMs: secondsToMs(recordOf(body['parameters'])['retry_after']),
    })
  if (status === 409)
    return new ChannelError(
      'conflict',
      `Another service already receives messages for this bot: ${words}. Stop it, or use another bot.`,
      { retryable: true },
    )
  if (status >= 500) return new ChannelError('provider_error', `Telegram returned ${status}.`, { retryable: true })
  // A chat that rejects our messages does not affect the bot as a whole.
  return new ChannelError('refused', `Telegram rejected the request: ${words}.`, { status: null })
}

interface Method {
  name: string
  parameters: JsonRecord
  signal: AbortSignal
  timeoutMs?: number
}

const baseOf = (config: JsonRecord): string => textOf(config['api_base']) || defaultBaseUrl

/** Base URL of the bot's methods, which identifies the bot. */
const botUrlOf = ({ config, credentials }: UnsealedChannel): string =>
  `${baseOf(config).replace(/\/$/, '')}/bot${credentials['bot_token'] ?? ''}`

async function call(
  channel: UnsealedChannel,
  tools: ChannelTools,
  { name, parameters, ...options }: Method,
): Promise<Json> {
  const url = `${botUrlOf(channel)}/${name}`
  const { status, body } = await callProvider(tools.outgoing, 'Telegram', { url, body: parameters, ...options })
  if (body['ok'] === true && status === 200) return body['result'] ?? null
  if (status < 400) throw new ChannelError('bad_answer', 'Telegram returned an unexpected response.')
  throw telegramErrorOf(status, body)
}

const nameOf = ({ first_name: first, last_name: last, username, id }: z.infer<typeof User>): string =>
  [first, last].filter((part) => part !== undefined).join(' ') || (username ?? String(id))

/** The message in an update; null for other updates, for messages from bots and for messages without text. */
function messageOf(value: unknown): IncomingMessage | null {
  const update = Update.safeParse(value)
  const message = update.success ? update.data.message : undefined
  const text = message?.text ?? message?.caption
  if (!message?.from || message.from.is_bot === true || text === undefined) return null
  const { from, chat, message_id: id, date } = message
  return {
    externalId: `${chat.id}:${id}`,
    thread: String(chat.id),
    sender: { externalId: String(from.id), name: nameOf(from), email: null, phone: null },
    subject: chat.title ?? '',
    text,
    at: new Date(date * 1000),
  }
}

const updateIdOf = (value: unknown): number | null => {
  const parsed = z.object({ update_id: z.number() }).safeParse(value)
  return parsed.success ? parsed.data.update_id : null
}

const emptyResponse = { messages: [], detail: null, externalId: null }

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

export const telegram: ChannelKind = {
  type: 'telegram',
  targets: (config) => ({ bot_token: new URL(baseOf(config)).origin }),

  /** Registers the webhook if there is a public address; otherwise deletes it, so that updates can be polled. */
  async check(channel, tools, signal) {
    const me = recordOf(await call(channel, tools, { name: 'getMe', parameters: {}, signal }))
    const parameters = { url: channel.address, secret_token: channel.signing[0] ?? '', allowed_updates: ['message'] }
    await (channel.address === null
      ? call(channel, tools, { name: 'deleteWebhook', parameters: {}, signal })
      : call(channel, tools, { name: 'setWebhook', parameters, signal }))
    return { state: { status: 'connected', reason: null }, identifier: `@${textOf(me['username'])}` }
  },

  deregistration: {
    requiredSecrets: ['bot_token'],
    /** Deletes only a webhook of this channel, since another channel may have taken over the bot. */
    async deregister(before, now, tools, signal) {
      if (before.address === null || before.credentials['bot_token'] === undefined) return
      if (now !== null && botUrlOf(now) === botUrlOf(before)) return
      const hook = recordOf(await call(before, tools, { name: 'getWebhookInfo', parameters: {}, signal }))
      if (hook['url'] === before.address) await call(before, tools, { name: 'deleteWebhook', parameters: {}, signal })
    },
  },

  async send(channel, { thread, text, signal }, tools) {
    const chat = thread ?? textOf(channel.config['chat'])
    if (chat === '')
      throw new ChannelError(
        'no_recipient',
        'The channel has no default chat for messages that are not replies. Edit the channel to set one.',
        { status: null },
      )
    let last: JsonRecord = {}
    for (const piece of splitText(text, maxLength))
      last = recordOf(
        await call(channel, tools, { name: 'sendMessage', parameters: { chat_id: chat, text: piece }, signal }),
      )
    const id = last['message_id']
    return { externalId: typeof id === 'number' ? `${chat}:${id}` : null }
  },

  receive(channel, { headers, bytes }): HookResponse {
    const token = headers['x-telegram-bot-api-secret-token'] ?? ''
    if (!channel.signing.some((secret) => constantTimeEqual(secret, token)))
      return { ...emptyResponse, status: 401, body: {}, verdict: 'bad_signature', detail: 'The secret token is wrong.' }
    const value = jsonOf(bytes)
    const id = updateIdOf(value)
    if (id === null)
      return { ...emptyResponse, status: 400, body: {}, verdict: 'malformed', detail: 'This is not a Telegram update.' }
    const message = messageOf(value)
    return {
      status: 200,
      body: {},
      verdict: 'accepted',
      detail: null,
      externalId: String(id),
      messages: message ? [message] : [],
    }
  },

  /**
   * Polls for updates. A call acknowledges all updates before `offset`, which is increased only once they are stored.
   */
  async listen(channel, tools, listener) {
    let offset = 0
    while (!listener.signal.aborted) {
      const parameters = { offset, timeout: longPollSeconds, allowed_updates: ['message'] }
      const timeoutMs = longPollSeconds * 1000 + defaultTimeoutMs
      const result = await call(channel, tools, { name: 'getUpdates', parameters, signal: listener.signal, timeoutMs })
      if (!Array.isArray(result)) throw new ChannelError('bad_answer', 'Telegram returned an unexpected response.')
      await listener.onResponse()
      for (const value of result) {
        const message = messageOf(value)
        if (message) await listener.onMessage(message)
        offset = Math.max(offset, (updateIdOf(value) ?? -1) + 1)
      }
    }
  },
}
