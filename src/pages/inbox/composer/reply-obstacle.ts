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
    return 'The channel of this conversation is not there any more, so nothing can be sent. A note can still be written.'
  if (channel?.sample === true)
    return 'This channel is an example: nothing goes out by it. Connect one of your own to answer; a note can be written here.'
  if (!conversation.can_reply && isGiven(conversation, 'can_reply'))
    return 'The channel takes no answer here any more. A note can still be written.'
  if (channel?.status === 'paused')
    return `${channel.name} is paused. Resume it in Channels, and what you write goes out.`
  if (channel?.status === 'disconnected')
    return `${channel.name} is not set up yet. Give it in Channels what it needs, and what you write goes out.`
  return null
}
