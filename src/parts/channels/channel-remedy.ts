/** The next step for a channel that does not work, for its row, its panel and Today. Pure. */
import type { Channel } from '#contract/channel.ts'
import { creatableChannelTypes } from '#contract/values/channel-type.ts'
import { channelPath, editChannelPath } from '#ui/paths.ts'
import { needsCredentials } from './channel-words.ts'

export type ChannelRemedy = 'resume' | 'credentials' | 'address' | 'test'

/** Whether a channel can be changed here: sample channels, and those of types created elsewhere, are read-only. */
export const isEditableChannel = ({ type, sample }: Pick<Channel, 'type' | 'sample'>): boolean =>
  creatableChannelTypes.some((one) => one === type) && !sample

/** Null if nothing has to be done, or the channel cannot be changed here. */
export function channelRemedy(channel: Channel): ChannelRemedy | null {
  if (!isEditableChannel(channel)) return null
  switch (channel.status) {
    case 'paused':
      return 'resume'
    case 'reauth_required':
      return 'credentials'
    case 'error':
      return needsCredentials(channel) ? 'credentials' : 'test'
    case 'disconnected':
      return channel.type === 'webhook' ? 'address' : 'test'
    default:
      return null
  }
}

export function remedyWord(remedy: ChannelRemedy, { type, status }: Channel): string {
  if (remedy === 'credentials') return type === 'email' ? 'Set new password' : 'Set new credentials'
  if (remedy === 'address') return 'Show address'
  if (remedy === 'resume') return 'Resume'
  return status === 'disconnected' ? 'Reconnect' : 'Test again'
}

/**
 * The remedy as a link: to the form, the address, or else the channel with its buttons.
 * @param channel undefined = unknown
 * @param canEdit the user may change channels here
 */
export function channelRemedyLink(channel: Channel | undefined, path: string, canEdit: boolean) {
  const remedy = channel === undefined || !canEdit ? null : channelRemedy(channel)
  if (channel !== undefined && remedy === 'credentials')
    return { label: remedyWord(remedy, channel), path: editChannelPath(channel.id) }
  if (channel !== undefined && remedy === 'address')
    return { label: remedyWord(remedy, channel), path: channelPath(channel.id) }
  return { label: 'Open channel', path }
}
