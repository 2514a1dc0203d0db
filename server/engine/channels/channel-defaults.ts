/** What is known of a channel without asking anybody. */
import type { MadeType } from '#contract/channel.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { webhookState, type ChannelState } from '#server/store/channels/channel-start.ts'

interface Need {
  credential: string
  /** As people say it. */
  words: string
}

/** Credentials without which nothing goes. */
function needsOf(type: MadeType, config: JsonRecord): readonly Need[] {
  if (type === 'telegram') return [{ credential: 'bot_token', words: 'bot token' }]
  if (type === 'slack')
    return [
      { credential: 'bot_token', words: 'bot token' },
      { credential: 'signing_secret', words: 'signing secret' },
    ]
  if (type !== 'email') return []
  // A server that asks nobody who they are has no user in the config.
  const asks = (part: string) => textOf(recordOf(config[part])['user']) !== ''
  return [
    ...(asks('smtp') ? [{ credential: 'smtp_password', words: 'SMTP password' }] : []),
    ...(asks('imap') ? [{ credential: 'imap_password', words: 'IMAP password' }] : []),
  ]
}

/** The status before anybody was asked: what waits for nobody is connected at once. */
export function initialChannelState(
  type: MadeType,
  config: JsonRecord,
  credentials: Readonly<Record<string, string>>,
  flowId: string | null,
): ChannelState {
  if (type === 'webhook') return webhookState(flowId)
  const missing = needsOf(type, config).find(({ credential }) => credentials[credential] === undefined)
  if (missing) return { status: 'disconnected', reason: `The ${missing.words} is missing. Edit the channel to add it.` }
  if (type === 'webchat') return { status: 'connected', reason: null }
  return { status: 'connecting', reason: 'Checking the connection.' }
}

const providers = { webchat: null, webhook: null, telegram: 'Telegram', slack: 'Slack' } as const

/** What it is known by, as far as the config says; Telegram and Slack tell their names when they are asked. */
export function channelIdentity(
  type: MadeType,
  config: JsonRecord,
): { identifier: string | null; provider: string | null } {
  if (type !== 'email') return { identifier: null, provider: providers[type] }
  return { identifier: textOf(config['address']), provider: textOf(recordOf(config['smtp'])['host']) }
}

/** Where others send to, or people write; null where there is no such place. `origin` of the service: "https://flows.example.com". */
export function channelAddress(type: string, token: string | null, origin: string): string | null {
  if (token === null || type === 'email') return null
  if (type === 'webchat') return `${origin}/webchat/${token}`
  return `${origin}/api/hook/${token}/${type === 'webhook' ? '' : 'events/'}`
}
