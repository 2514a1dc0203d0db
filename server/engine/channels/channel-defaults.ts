/** Status, identity and address of a channel that follow from its configuration alone. */
import type { MadeType } from '#contract/channel.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { webhookState, type ChannelState } from '#server/store/channels/channel-start.ts'

interface Need {
  credential: string
  /** Display name. */
  words: string
}

/** Required credentials. */
function needsOf(type: MadeType, config: JsonRecord): readonly Need[] {
  if (type === 'telegram') return [{ credential: 'bot_token', words: 'bot token' }]
  if (type === 'slack')
    return [
      { credential: 'bot_token', words: 'bot token' },
      { credential: 'signing_secret', words: 'signing secret' },
    ]
  if (type !== 'email') return []
  // A server without sign-in has no user in the config.
  const asks = (part: string) => textOf(recordOf(config[part])['user']) !== ''
  return [
    ...(asks('smtp') ? [{ credential: 'smtp_password', words: 'password for sending' }] : []),
    ...(asks('imap') ? [{ credential: 'imap_password', words: 'password for receiving' }] : []),
  ]
}

/** Initial status, before the provider is contacted; channels without one are connected immediately. */
export function initialChannelState(
  type: MadeType,
  config: JsonRecord,
  credentials: Readonly<Record<string, string>>,
  flowId: string | null,
): ChannelState {
  if (type === 'webhook') return webhookState(flowId)
  const missing = needsOf(type, config).find(({ credential }) => credentials[credential] === undefined)
  if (missing)
    return { status: 'disconnected', reason: `There is no ${missing.words} yet. Edit the channel to give it.` }
  if (type === 'webchat') return { status: 'connected', reason: null }
  return { status: 'connecting', reason: 'The other side is being asked.' }
}

const providers = { webchat: null, webhook: null, telegram: 'Telegram', slack: 'Slack' } as const

/** Identifier, as far as the config contains it; Telegram and Slack report theirs when they are checked. */
export function channelIdentity(
  type: MadeType,
  config: JsonRecord,
): { identifier: string | null; provider: string | null } {
  if (type !== 'email') return { identifier: null, provider: providers[type] }
  return { identifier: textOf(config['address']), provider: textOf(recordOf(config['smtp'])['host']) }
}

/** Address for senders or visitors; null if the type has none. `origin` of the service: "https://flows.example.com". */
export function channelAddress(type: string, token: string | null, origin: string): string | null {
  if (token === null || type === 'email') return null
  if (type === 'webchat') return `${origin}/webchat/${token}`
  return `${origin}/api/hook/${token}/${type === 'webhook' ? '' : 'events/'}`
}
