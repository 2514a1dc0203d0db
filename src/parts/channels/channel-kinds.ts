/** What the types of channels are that can be made here, and how webhooks are signed, in words. */
import type { hookPresets, MadeType } from '#contract/channel.ts'

/** A line each: what it is, and what it needs. */
export const channelKindNeeds: Record<MadeType, string> = {
  webchat: 'A chat for your pages. Needs one line of HTML.',
  webhook: 'An address that other programs send signed requests to.',
  email: 'A mailbox. Needs servers and passwords: SMTP to send, IMAP to receive.',
  telegram: 'A bot. Needs a token from @BotFather, and this service must be reachable from Telegram.',
  slack:
    'An app in a workspace. Needs its bot token and signing secret, and this service must be reachable from Slack.',
}

const presetWords: Record<(typeof hookPresets)[number], string> = {
  standard: 'Standard Webhooks (recommended)',
  github: 'GitHub',
  stripe: 'Stripe',
  telegram: 'Telegram: a secret in a header',
  none: 'Unsigned: anyone can send',
}

const presets: readonly (typeof hookPresets)[number][] = ['standard', 'github', 'stripe', 'telegram', 'none']

export const presetOptions = presets.map((value) => ({ value, label: presetWords[value] }))

/** The word of a preset; one that nobody here knows keeps its own. */
export const presetWord = (preset: string): string =>
  presetOptions.find(({ value }) => value === preset)?.label ?? preset
