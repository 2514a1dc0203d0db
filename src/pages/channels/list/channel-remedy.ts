/** The next step for a channel that does not work, as the button of its row. Pure. */
import type { Channel } from '#contract/channel.ts'
import { needsCredentials } from '#parts/channels/channel-words.ts'

export type ChannelRemedy = 'resume' | 'credentials' | 'address' | 'test'

/** Null if nothing has to be done. */
export function channelRemedy(channel: Channel): ChannelRemedy | null {
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
