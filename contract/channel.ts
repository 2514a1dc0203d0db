/** Channels: where messages come from and go to. Source: API.md §1, §3. */
import { z } from 'zod'
import { get, noun } from './kernel.ts'
import { Id, page, pageQuery, Ref, Time } from './page.ts'

export const channelTypes = [
  'webchat',
  'webhook',
  'email',
  'telegram',
  'whatsapp',
  'slack',
  'sms',
  'voice',
  'custom',
] as const
export const ChannelType = z.enum(channelTypes)
export type ChannelType = z.infer<typeof ChannelType>

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

export const channelOrderings = ['name', 'type', 'status', 'pending_count', 'last_event_at', 'created_at'] as const

export const channel = noun('channel', {
  list: get('/channel/', {
    summary: 'Channels of the account, worst first',
    query: pageQuery.extend({
      /** Several by comma are OR, here and below. */
      type: z.string().max(500).optional(),
      status: z.string().max(500).optional(),
      search: z.string().max(500).optional(),
    }),
    returns: page(Channel),
  }),
  read: get('/channel/{id}/', {
    summary: 'A channel',
    returns: Channel,
    errors: ['not_found'],
    extension: 'channel_read',
  }),
})
