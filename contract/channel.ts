/** Channels: where messages come from and go to. Source: docs/api.md, "Channels". */
import { z } from 'zod'
import { ChannelType } from './values/channel-type.ts'
import { FlowStatus } from './flow.ts'
import { del, get, noun, patch, post } from './kernel/kernel.ts'
import { GivenTime, Id, JsonObject, Money, Name, page, pageQuery, Ref, Time, Version } from './kernel/page.ts'

export const channelStatuses = [
  'connected',
  'connecting',
  'paused',
  'reauth_required',
  'error',
  'disconnected',
] as const
export const ChannelStatus = z.enum(channelStatuses)
export type ChannelStatus = z.infer<typeof ChannelStatus>

export const Channel = z.object({
  id: Id,
  type: ChannelType,
  name: z.string(),
  /** What it is known by outside: a number, an address, a handle. */
  identifier: z.string().nullable(),
  provider: z.string().nullable(),
  status: ChannelStatus,
  /** In words, where the status is not "connected". */
  status_reason: z.string().nullable(),
  flow: Ref.nullable(),
  /** The provider's own word about deliverability. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
  /** Messages that wait to be sent. */
  pending_count: z.int(),
  last_event_at: Time.nullable(),
  last_error: z.object({ code: z.string(), message: z.string(), at: Time }).nullable(),
  created_at: Time,
  sample: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/** Types that a channel can be made of here; the others are known from elsewhere (sample, other services). */
export const madeTypes = ['webchat', 'webhook', 'email', 'telegram', 'slack'] as const
export type MadeType = (typeof madeTypes)[number]

const Host = z.string().min(1).max(253)
const Server = z.strictObject({
  host: Host,
  port: z.int().min(1).max(65_535),
  /** TLS from the first byte; else STARTTLS where the server offers it. */
  secure: z.boolean(),
  user: z.string().max(320),
})
/** Of the provider's API; another one for a server of one's own. */
const ApiBase = z.url({ protocol: /^https?$/ }).max(500)

/** Who signs a webhook, and how. Source: docs/webhooks.md, "Webhooks". */
export const hookPresets = ['standard', 'github', 'stripe', 'telegram', 'none'] as const

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

/** What each type is set up with. Credentials stand beside it. */
export const channelConfig = {
  webchat: z.strictObject({
    /** Pages that may embed it ("https://shop.example.com"); empty = none but its own page. */
    origins: z.array(EmbeddingPage).max(20).default([]),
    /** What visitors see above the chat; without it the name of the channel. */
    title: z.string().trim().min(1).max(100).optional(),
    greeting: z.string().max(500).optional(),
    /** What one visitor's runs may cost on a day, and all of them; then it answers that it is closed. */
    visitor_limit: Money.optional(),
    day_limit: Money.optional(),
  }),
  webhook: z.strictObject({ preset: z.enum(hookPresets).default('standard') }),
  email: z.strictObject({
    address: z.email().max(320),
    smtp: Server,
    imap: Server.extend({ folder: z.string().max(200).optional() }).optional(),
  }),
  /** `chat`, `channel`: where messages of a flow go that answer nobody. */
  telegram: z.strictObject({ api_base: ApiBase.optional(), chat: z.string().min(1).max(100).optional() }),
  slack: z.strictObject({ api_base: ApiBase.optional(), channel: z.string().min(1).max(100).optional() }),
} as const satisfies Record<MadeType, z.ZodType>

/**
 * Names of the credentials of each type. The signing secret of a webhook is made here, unless the sender insists on its own
 * (Stripe): then that is given.
 */
export const channelCredentials = {
  webchat: [],
  webhook: ['signing_secret'],
  email: ['smtp_password', 'imap_password'],
  telegram: ['bot_token'],
  slack: ['bot_token', 'signing_secret'],
} as const satisfies Record<MadeType, readonly string[]>

const Credentials = z.record(z.string().max(50), z.string().min(1).max(10_000))

export const ChannelDetail = Channel.extend({
  config: JsonObject,
  /** By name; never the text. */
  credentials: z.record(z.string(), z.object({ set: z.boolean(), last4: z.string().optional() })),
  /** Where others send to (webhook, Telegram, Slack) or people write (webchat); null where there is no such address. */
  address: z.string().nullable(),
  version: z.int(),
  /** Until then a signing secret before this one is taken too, of several the first that ends. Left out where none still is. */
  old_secret_expires_at: Time.optional(),
  /** Of the flow that it starts: only an active one runs. Left out where it starts none. */
  flow_status: FlowStatus.optional(),
})
export type ChannelDetail = z.infer<typeof ChannelDetail>

/** Only the answer that made it carries the signing secret; every other one has null. */
export const ChannelMade = ChannelDetail.extend({ secret: z.string().nullable() })
export type ChannelMade = z.infer<typeof ChannelMade>

export const deliveryVerdicts = [
  'accepted',
  'repeated',
  'bad_signature',
  'too_old',
  'too_large',
  'unsupported_type',
  'malformed',
  'refused',
] as const

/** The parameters of the address, among the headers: what is run again must come by the same address. */
export const queryHeader = ':query'

/** One thing that came in by a channel. */
export const Delivery = z.object({
  id: Id,
  at: Time,
  verdict: z.enum(deliveryVerdicts),
  /** HTTP status of the answer. */
  answer: z.int(),
  detail: z.string().nullable(),
  external_id: z.string().nullable(),
  size: z.int(),
  /** Names, and "***" for values that may be secrets. The name ":query" has the parameters of the address. */
  headers: z.record(z.string(), z.string()),
  /** Cut where it is long; null where it is no text. */
  body: z.string().nullable(),
  run: z.object({ id: Id, status: z.string() }).nullable(),
  replay_of: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const channelOrderings = ['name', 'type', 'status', 'pending_count', 'last_event_at', 'created_at'] as const

const life = (verbName: 'pause' | 'resume' | 'test', summary: string) =>
  post(`/channel/{id}/${verbName}/`, {
    summary,
    returns: ChannelDetail,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes: ['channel'],
    // A test asks the other side, and changes nothing that a person has set.
    hasVersion: verbName !== 'test',
    extension: 'channel_edit',
  })

export const channel = noun('channel', {
  list: get('/channel/', {
    summary: 'List channels, those with problems first',
    query: pageQuery.extend({
      /** Several by comma are OR, here and below. */
      type: z.string().max(500).optional(),
      status: z.string().max(500).optional(),
      search: z.string().max(500).optional(),
    }),
    returns: page(Channel),
  }),
  read: get('/channel/{id}/', {
    summary: 'Get a channel',
    returns: ChannelDetail,
    errors: ['not_found'],
    extension: 'channel_read',
    hasVersion: true,
  }),
  create: post('/channel/', {
    summary: 'Create a channel',
    body: z.strictObject({
      type: z.enum(madeTypes),
      name: Name,
      /** The flow that what comes in starts. */
      flow: Id.nullable().optional(),
      /** By type (`channelConfig`); a web chat and a webhook need none. */
      config: JsonObject.optional(),
      credentials: Credentials.optional(),
    }),
    returns: ChannelMade,
    success: 201,
    errors: ['conflict'],
    changes: ['channel', 'flow'],
    extension: 'channel_edit',
  }),
  edit: patch('/channel/{id}/', {
    summary: 'Change a channel',
    body: z.strictObject({
      name: Name.optional(),
      flow: Id.nullable().optional(),
      config: JsonObject.optional(),
      /** Only those that are given change. */
      credentials: Credentials.optional(),
      version: Version.optional(),
    }),
    returns: ChannelDetail,
    errors: ['not_found'],
    changes: ['channel', 'flow'],
    extension: 'channel_edit',
    hasVersion: true,
  }),
  remove: del('/channel/{id}/', {
    summary: 'Delete a channel; its conversations stay',
    errors: ['not_found'],
    changes: ['channel', 'flow', 'conversation'],
    extension: 'channel_edit',
    hasVersion: true,
  }),
  pause: life('pause', 'Pause a channel; it receives nothing more'),
  resume: life('resume', 'Resume a channel'),
  test: life('test', 'Check the connection and update the status'),
  rotate: post('/channel/{id}/rotate-secret/', {
    summary: 'Create a new signing secret; the previous one stays valid for one day',
    returns: ChannelMade,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes: ['channel'],
    extension: 'channel_edit',
    hasVersion: true,
  }),
  deliveries: get('/channel/{id}/deliveries/', {
    summary: 'List deliveries to a channel, newest first',
    query: pageQuery.extend({
      verdict: z.string().max(200).optional(),
      /** From then on, and before then. */
      at__gte: GivenTime.optional(),
      at__lt: GivenTime.optional(),
    }),
    returns: page(Delivery),
    errors: ['not_found'],
    extension: 'channel_deliveries',
  }),
  replay: post('/channel/{id}/deliveries/{delivery}/replay/', {
    summary: 'Replay a delivery in a new run',
    returns: Delivery,
    success: 201,
    errors: ['not_found', 'not_ready', 'insufficient_balance', 'throttled'],
    changes: ['channel', 'run'],
    extension: 'channel_deliveries',
  }),
})
