/** Checks before a reply is sent, with messages: concurrent changes, and obstacles to sending. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { conversationStatusWord } from '#parts/display/status.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'
import type { Channel } from '#contract/channel.ts'
import { isReturned } from '#lib/absent.ts'

function newMessageNotice({ last_message: before }: Conversation, now: Conversation): string[] {
  const { last_message: last } = now
  if (last === null || last.at === before?.at) return []
  if (last.direction === 'in') return [`${contactName(now)} wrote.`]
  return [last.author === 'flow' ? 'The flow replied.' : 'Someone replied.']
}

/**
 * Changes by the contact, the flow or other users that must be shown before a reply is sent; empty if there are none.
 * Only messages, assignee, status and takeover by the flow count.
 * @param me id of the author: an assignment to the author is not reported
 */
export function concurrentChanges(before: Conversation, now: Conversation, me: string | null): string[] {
  const { assignee, status, handled_by: handledBy } = now
  const isReassigned = assignee?.id !== before.assignee?.id && (assignee === null || assignee.id !== me)
  return [
    ...newMessageNotice(before, now),
    ...(isReassigned ? [`It is now assigned to ${assignee?.name ?? 'no one'}.`] : []),
    ...(status === before.status ? [] : [`It is now ${conversationStatusWord(status).toLowerCase()}.`]),
    ...(handledBy !== before.handled_by && handledBy === 'flow' ? ['The flow now handles it.'] : []),
  ]
}

const deletedChannelWords =
  'The channel of this conversation was deleted. Add a note, or reach the contact in another way.'

/** Why the channel of a conversation takes no reply in it, with the remedy. */
function closedChannelWords({ channel }: Conversation): string {
  if (channel?.type === 'whatsapp')
    return 'WhatsApp takes replies for 24 hours after the last message of the contact. That time is over: reply once they write again, or add a note.'
  if (channel?.type === 'voice') return 'A call takes no written reply. Call the contact back, and add a note about it.'
  return 'The channel takes no replies in this conversation. Add a note, or reach the contact in another way.'
}

/**
 * Why no reply can be sent, with the remedy; null if no obstacle is known. The service may still reject the
 * reply. Replies in sample conversations are simulated, whatever the state of the channel.
 * @param channel its current state; null if it was deleted, undefined if unknown
 */
export function replyObstacle(
  conversation: Conversation,
  channel: Pick<Channel, 'name' | 'status'> | null | undefined,
): string | null {
  if (conversation.channel === null && isReturned(conversation, 'channel')) return deletedChannelWords
  if (channel === null && !conversation.sample) return deletedChannelWords
  if (!conversation.can_reply && isReturned(conversation, 'can_reply')) return closedChannelWords(conversation)
  if (conversation.sample) return null
  if (channel?.status === 'paused') return `${channel.name} is paused. Resume the channel to reply.`
  if (channel?.status === 'disconnected') return `${channel.name} is not connected. Connect the channel to reply.`
  return null
}
