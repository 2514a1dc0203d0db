/** Schema of a channel type; separate from the table, which the workers of the console load without zod. */
import { z } from 'zod'
import { channelTypes } from './channel-type.ts'

export const ChannelType = z.enum(channelTypes)
export type ChannelType = z.infer<typeof ChannelType>
