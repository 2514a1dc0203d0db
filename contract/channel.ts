/** Channels: where messages come from and go to. Source: docs/api.md, "Channels". */
import { z } from 'zod'
import { creatableChannelTypes } from './values/channel-type.ts'
import { ChannelType } from './values/channel-type-schema.ts'
import { FlowStatus } from './flow.ts'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { InputTime, Id, JsonObject, Name, page, pageQuery, Ref, Time, Version } from './kernel/page.ts'

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
  /** Public address of the channel: a phone number, an email address, a handle. */
  identifier: z.string().nullable(),
  provider: z.string().nullable(),
  status: ChannelStatus,
  /** Why the status is not "connected", as text. */
  status_reason: z.string().nullable(),
  flow: Ref.nullable(),
  /** The provider's rating of deliverability. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
  /** Messages that are queued to be sent. */
  pending_count: z.int(),
  last_event_at: Time.nullable(),
  last_error: z.object({ code: z.string(), message: z.string(), at: Time }).nullable(),
  created_at: Time,
  sample: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/** Sender types with their signing schemes. Source: docs/webhooks.md, "Webhooks". */
export const hookPresets = ['standard', 'github', 'stripe', 'telegram', 'none'] as const

const Credentials = z.record(z.string().max(50), z.string().min(1).max(10_000))

export const ChannelDetail = Channel.extend({
  config: JsonObject,
  /** Whether each credential is set, by name; the values are never returned. */
  credentials: z.record(z.string(), z.object({ set: z.boolean(), last4: z.string().optional() })),
  /** Address that senders call (webhook, Telegram, Slack) or people open (web chat); null if there is none. */
  address: z.string().nullable(),
  version: z.int(),
  /** Expiry of the previous signing secret; the earliest one of several. Absent if none is still valid. */
  old_secret_expires_at: Time.optional(),
  /** Status of the flow that the channel starts; only an active flow runs. Absent if it starts none. */
  flow_status: FlowStatus.optional(),
})
export type ChannelDetail = z.infer<typeof ChannelDetail>

/** Response to creating a channel or rotating its secret: the only responses with the signing secret. */
export const CreatedChannel = ChannelDetail.extend({ secret: z.string().nullable() })
export type CreatedChannel = z.infer<typeof CreatedChannel>

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

/** Pseudo-header for the query parameters: a replay must use the same address. */
export const queryHeader = ':query'

/** One recorded delivery: a webhook or message that arrived at a channel. */
export const Delivery = z.object({
  id: Id,
  at: Time,
  verdict: z.enum(deliveryVerdicts),
  /** HTTP status of the response. */
  answer: z.int(),
  detail: z.string().nullable(),
  external_id: z.string().nullable(),
  size: z.int(),
  /** Headers by name; "***" replaces values that may be secrets. ":query" holds the query parameters. */
  headers: z.record(z.string(), z.string()),
  /** Body of the request: truncated if long, null if it is not text. */
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
    // A test calls the provider and changes no settings.
    hasVersion: verbName !== 'test',
    extension: 'channel_edit',
  })

export const channel = noun('channel', {
  list: get('/channel/', {
    summary: 'List channels, those with problems first',
    query: pageQuery.extend({
      /** Comma-separated values are OR, as in `status`. */
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
      type: z.enum(creatableChannelTypes),
      name: Name,
      /** The flow started by incoming messages. */
      flow: Id.nullable().optional(),
      /** By type (contract/channels/descriptors.ts); optional for a web chat and a webhook. */
      config: JsonObject.optional(),
      credentials: Credentials.optional(),
    }),
    returns: CreatedChannel,
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
      /** Credentials that are left out stay unchanged. */
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
    summary: 'Delete a channel; its conversations are kept',
    errors: ['not_found'],
    changes: ['channel', 'flow', 'conversation'],
    extension: 'channel_edit',
    hasVersion: true,
  }),
  pause: life('pause', 'Pause a channel; it receives no messages until it is resumed'),
  resume: life('resume', 'Resume a channel'),
  test: life('test', 'Test the connection of a channel and update its status'),
  rotate: post('/channel/{id}/rotate-secret/', {
    summary: 'Create a new signing secret; the previous one stays valid for one day',
    returns: CreatedChannel,
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
      /** `at__gte` is inclusive, `at__lt` exclusive. */
      at__gte: InputTime.optional(),
      at__lt: InputTime.optional(),
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
