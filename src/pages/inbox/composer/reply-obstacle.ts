/** Why no reply can be sent, as far as known in advance. Pure. */
import type { Channel } from '#contract/channel.ts'
import type { Conversation } from '#contract/conversation.ts'
import { isGiven } from '#lib/absent.ts'

/**
 * In words, with the remedy; null if it can be tried. The service decides in any case.
 * @param channel its current state; undefined if not known
 */
export function replyObstacle(
  conversation: Conversation,
  channel: Pick<Channel, 'name' | 'status' | 'sample'> | undefined,
): string | null {
  if (conversation.channel === null && isGiven(conversation, 'channel'))
    return 'The channel of this conversation no longer exists, so replies cannot be sent. You can still add a note.'
  if (channel?.sample === true)
    return 'This is a sample channel, so replies are not sent. Connect your own channel to reply. You can still add a note.'
  if (!conversation.can_reply && isGiven(conversation, 'can_reply'))
    return 'The channel no longer accepts replies in this conversation. You can still add a note.'
  if (channel?.status === 'paused') return `${channel.name} is paused. Resume it in Channels to send replies.`
  if (channel?.status === 'disconnected')
    return `${channel.name} is not set up yet. Complete its setup in Channels to send replies.`
  return null
}
