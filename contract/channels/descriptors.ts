/** The types of channel that are made here, each with its one descriptor. */
import { z } from 'zod'
import { hookPresets } from '#contract/channel.ts'
import { Money } from '#contract/kernel/page.ts'
import { madeTypes, type MadeType } from '#contract/values/channel-type.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { addressStep, describeChannel, type ChannelDescriptor, type ChannelField } from './channel-descriptor.ts'

/**
 * A page that may embed a web chat, as one origin: with a wildcard every page could, and what is no name of a host could end the
 * directive of the policy that it is written into.
 */
export const EmbeddingPage = z
  .url({
    protocol: /^https?$/,
    hostname: /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/,
    error:
      'Use full addresses like https://shop.example.com. * is not allowed, because any site could then show the web chat.',
  })
  .max(300)

const webchat = describeChannel({
  summary: 'A chat for your pages. Needs one line of HTML.',
  config: z.strictObject({
    /** Pages that may embed it ("https://shop.example.com"); empty = none but its own page. */
    origins: z.array(EmbeddingPage).max(20).default([]),
    /** What visitors see above the chat; without it the name of the channel. */
    title: z.string().trim().min(1).max(100).optional(),
    greeting: z.string().max(500).optional(),
    /** What one visitor's runs may cost on a day, and all of them; then it answers that it is closed. */
    visitor_limit: Money.optional(),
    day_limit: Money.optional(),
  }),
  credentials: {},
  fields: {
    'config.origins': {
      kind: 'lines',
      label: 'Allowed pages',
      isOptional: true,
      placeholder: 'https://shop.example.com',
      hint: 'One address per line. If empty, the web chat is shown only on its own page.',
      problem:
        'Use addresses like https://shop.example.com, one per line. * is not allowed, because any site could then show the web chat.',
    },
    'config.title': {
      kind: 'text',
      format: 'words',
      label: 'Title',
      isOptional: true,
      hint: 'Shown above the web chat. If empty, the name of the channel is shown.',
    },
    'config.greeting': { kind: 'area', label: 'Greeting', isOptional: true },
    'config.visitor_limit': {
      kind: 'amount',
      label: 'Limit per visitor and day',
      hint: 'Above the limit, the web chat is closed for the day.',
    },
    'config.day_limit': {
      kind: 'amount',
      label: 'Limit for all visitors per day',
      hintWithout: 'If empty, only the balance limits it.',
    },
  },
  ownSecret: null,
  address: 'page',
  firstStatus: 'connected',
  identity: () => ({ identifier: null, provider: null }),
  price: 0n,
  steps: [],
  afterDelete: 'Pages that embed it will show nothing.',
})

const presetLabels: Record<(typeof hookPresets)[number], string> = {
  standard: 'Standard Webhooks (recommended)',
  github: 'GitHub',
  stripe: 'Stripe',
  telegram: 'Telegram: a secret in a header',
  none: 'Unsigned: anyone can send',
}

export const presetOptions = hookPresets.map((value) => ({
  value,
  label: presetLabels[value],
  hint:
    value === 'none'
      ? 'Anyone who knows the address can start the flow at your cost.'
      : 'Requests that are not signed with the secret of this channel are rejected.',
}))

const webhook = describeChannel({
  summary: 'An address that other programs send signed requests to.',
  config: z.strictObject({ preset: z.enum(hookPresets).default('standard') }),
  /** Made here, unless the sender insists on its own (Stripe): then that is given. */
  credentials: { signing_secret: { need: null } },
  fields: {
    'config.preset': { kind: 'choice', label: 'Signed by', options: presetOptions },
    'credentials.signing_secret': {
      kind: 'credential',
      label: 'Sender’s signing secret',
      isOptional: true,
      hint: 'Only if the sender creates its own, as Stripe does. If empty, a secret is created and shown once.',
      hintOnEdit: 'Only if the sender creates its own. The previous secret stays valid for one more day.',
      hiddenBy: { field: 'preset', value: 'none' },
    },
  },
  ownSecret: 'standard',
  address: 'hook',
  firstStatus: 'by_flow',
  identity: () => ({ identifier: null, provider: null }),
  price: 0n,
  steps: [],
  afterDelete: 'Its address will return 404.',
})

const Server = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  /** Implicit TLS; otherwise STARTTLS if the server offers it. */
  secure: z.boolean(),
  user: z.string().max(320),
})

const email = describeChannel({
  summary: 'A mailbox. Needs servers and passwords: SMTP to send, IMAP to receive.',
  config: z.strictObject({
    address: z.email().max(320),
    smtp: Server,
    imap: Server.extend({ folder: z.string().max(200).optional() }).optional(),
  }),
  credentials: {
    smtp_password: { need: 'SMTP password', server: 'smtp' },
    imap_password: { need: 'IMAP password', server: 'imap' },
  },
  fields: {
    'config.address': {
      kind: 'text',
      format: 'email',
      label: 'Address',
      placeholder: 'orders@example.com',
      hint: 'The sender of outgoing messages.',
      missing: 'Enter the address to send from.',
      problem: 'Use an address like orders@example.com.',
    },
    /** The usual ports with TLS: submission by STARTTLS, IMAP from the first byte. */
    'config.smtp': {
      kind: 'server',
      label: 'Outgoing mail (SMTP)',
      credential: 'smtp_password',
      hasFolder: false,
      port: '587',
      secure: false,
      missing: 'Enter the outgoing mail server.',
    },
    'config.imap': {
      kind: 'server',
      label: 'Incoming mail (IMAP)',
      credential: 'imap_password',
      optionalBy: 'Receive mail by IMAP',
      hasFolder: true,
      port: '993',
      secure: true,
      missing: 'Enter the incoming mail server.',
    },
    // Within the fields of their servers.
    'credentials.smtp_password': null,
    'credentials.imap_password': null,
  },
  ownSecret: null,
  address: null,
  firstStatus: 'checked',
  identity: ({ address, smtp }) => ({ identifier: textOf(address), provider: textOf(recordOf(smtp)['host']) }),
  price: 400n,
  steps: [
    'At your provider, allow SMTP and IMAP for the mailbox. Many require an app password: use it instead of your own.',
    'Edit this channel and enter the servers, user name (usually the full address) and passwords.',
    'Select Test to sign in to both servers and see their responses.',
  ],
  afterDelete: 'Mail is no longer fetched or sent. The mailbox itself is kept.',
})

/** Of the provider's API; another one for a server of one's own. */
const ApiBase = z.url({ protocol: /^https?$/ }).max(500)

const apiBaseField = (placeholder: string): ChannelField => ({
  kind: 'text',
  format: 'code',
  label: 'API base URL',
  isOptional: true,
  placeholder,
  hint: 'Only if you use your own server instead.',
  problem: 'Use a URL that begins with https://.',
})

const botTokenField = (origin: string): ChannelField => ({
  kind: 'credential',
  label: 'Bot token',
  hint: `${origin} Stored encrypted and never shown again. Without it the channel stays disconnected.`,
})

const telegram = describeChannel({
  summary: 'A bot. Needs a token from @BotFather, and this service must be reachable from Telegram.',
  config: z.strictObject({
    api_base: ApiBase.optional(),
    /** Where messages of a flow go that answer nobody. */
    chat: z.string().min(1).max(100).optional(),
  }),
  credentials: { bot_token: { need: 'bot token' } },
  fields: {
    'credentials.bot_token': botTokenField('From @BotFather.'),
    'config.api_base': apiBaseField('https://api.telegram.org'),
    'config.chat': null,
  },
  ownSecret: 'plain',
  address: 'events',
  firstStatus: 'checked',
  identity: () => ({ identifier: null, provider: 'Telegram' }),
  price: 0n,
  steps: [
    'In Telegram, send “/newbot” to @BotFather and choose a name. It replies with the bot token.',
    'Edit this channel and enter the token. The service then registers its address with Telegram automatically:',
    addressStep,
    'Telegram only reaches https addresses: set PUBLIC_URL where the service runs.',
    'Send the bot a message. It appears as a conversation in the inbox.',
  ],
  afterDelete: 'The bot stops replying.',
})

const slack = describeChannel({
  summary:
    'An app in a workspace. Needs its bot token and signing secret, and this service must be reachable from Slack.',
  config: z.strictObject({
    api_base: ApiBase.optional(),
    /** Where messages of a flow go that answer nobody. */
    channel: z.string().min(1).max(100).optional(),
  }),
  credentials: { bot_token: { need: 'bot token' }, signing_secret: { need: 'signing secret' } },
  fields: {
    'credentials.bot_token': botTokenField('Begins with “xoxb-”.'),
    'credentials.signing_secret': { kind: 'credential', label: 'Signing secret' },
    'config.api_base': apiBaseField('https://slack.com/api'),
    'config.channel': null,
  },
  ownSecret: null,
  address: 'events',
  firstStatus: 'checked',
  identity: () => ({ identifier: null, provider: 'Slack' }),
  price: 0n,
  steps: [
    'At api.slack.com/apps, create an app for your workspace (from scratch).',
    'Under OAuth & Permissions, add the bot scopes chat:write, im:history and app_mentions:read, and install the app. It shows the bot token (“xoxb-…”).',
    'Copy the signing secret from Basic Information. Edit this channel and enter both.',
    'Under Event Subscriptions, turn on events and enter this request URL:',
    addressStep,
    'Subscribe to the bot events message.im and app_mention, save, and reinstall the app.',
  ],
  afterDelete: 'The app stops replying.',
})

export const channelDescriptors: Readonly<Record<MadeType, ChannelDescriptor>> = {
  webchat,
  webhook,
  email,
  telegram,
  slack,
}

/** Null for a type that is not made here. */
export function channelDescriptorOf(type: string): ChannelDescriptor | null {
  const made = madeTypes.find((one) => one === type)
  return made === undefined ? null : channelDescriptors[made]
}
