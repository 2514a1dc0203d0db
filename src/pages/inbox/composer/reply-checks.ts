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

/**
 * Why no reply can be sent, with the remedy; null if no obstacle is known. The service may still reject the
 * reply. Replies in sample conversations are simulated, whatever the state of the channel.
 * @param channel its current state; undefined if unknown
 */
export function replyObstacle(
  conversation: Conversation,
  channel: Pick<Channel, 'name' | 'status'> | undefined,
): string | null {
  if (conversation.channel === null && isReturned(conversation, 'channel'))
    return 'The channel of this conversation no longer exists, so replies cannot be sent. You can still add a note.'
  if (!conversation.can_reply && isReturned(conversation, 'can_reply'))
    return 'The channel no longer accepts replies in this conversation. You can still add a note.'
  if (conversation.sample) return null
  if (channel?.status === 'paused') return `${channel.name} is paused. Resume it in Channels to send replies.`
  if (channel?.status === 'disconnected')
    return `${channel.name} is not set up yet. Complete its setup in Channels to send replies.`
  return null
}
