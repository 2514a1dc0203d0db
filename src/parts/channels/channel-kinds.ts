/** What the types of channels are that can be made here, and how webhooks are signed, in words. */
import type { hookPresets, MadeType } from '#contract/channel.ts'

/** A line each: what it is, and what it needs. */
export const channelKindNeeds: Record<MadeType, string> = {
  webchat: 'A chat for your pages. Needs nothing but a line of HTML.',
  webhook: 'An address to which other programs send. They sign with a secret.',
  email: 'A mailbox. Needs its servers and passwords: SMTP to send, IMAP to fetch.',
  telegram: 'A bot. Needs its token from @BotFather, and an address of this service that Telegram reaches.',
  slack: 'An app in a workspace. Needs its bot token and signing secret, and an address that Slack reaches.',
}

const presetWords: Record<(typeof hookPresets)[number], string> = {
  standard: 'Standard Webhooks (the usual one)',
  github: 'GitHub',
  stripe: 'Stripe',
  telegram: 'Telegram: a secret in a header',
  none: 'Nobody: anyone may send',
}

const presets: readonly (typeof hookPresets)[number][] = ['standard', 'github', 'stripe', 'telegram', 'none']

export const presetOptions = presets.map((value) => ({ value, label: presetWords[value] }))

/** The word of a preset; one that nobody here knows keeps its own. */
export const presetWord = (preset: string): string =>
  presetOptions.find(({ value }) => value === preset)?.label ?? preset
