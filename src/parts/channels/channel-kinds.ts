/** Descriptions of the types of channels that can be created here, and of webhook presets. */
import type { hookPresets, MadeType } from '#contract/channel.ts'

/** One line each: the kind of channel, and its requirements. */
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

/** Display name of a preset; an unknown one is its own name. */
export const presetWord = (preset: string): string =>
  presetOptions.find(({ value }) => value === preset)?.label ?? preset
