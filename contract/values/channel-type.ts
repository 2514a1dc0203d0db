/** Types of channels. Source: docs/api.md, "Channels". */
import { z } from 'zod'

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
