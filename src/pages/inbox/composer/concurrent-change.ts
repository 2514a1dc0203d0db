/** Changes by other users to a conversation while a reply is being written, in words. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { conversationStatusWord } from '#parts/display/status.tsx'
import { contactName } from '#pages/inbox/contact/contact-name.ts'

function saidSince({ last_message: before }: Conversation, now: Conversation): string[] {
  const { last_message: last } = now
  if (last === null || last.at === before?.at) return []
  if (last.direction === 'in') return [`${contactName(now)} wrote.`]
  return [last.author === 'flow' ? 'The flow replied.' : 'Someone replied.']
}

/**
 * Changes that need attention before a reply is sent; empty if there are none. Reading it, or an internal note, does
 * not count.
 * @param me id of the author: being assigned oneself is not reported
 */
export function concurrentChange(before: Conversation, now: Conversation, me: string | null): string[] {
  const { assignee, status, handled_by: handledBy } = now
  const isGiven = assignee?.id !== before.assignee?.id && (assignee === null || assignee.id !== me)
  return [
    ...saidSince(before, now),
    ...(isGiven ? [`It is now assigned to ${assignee?.name ?? 'nobody'}.`] : []),
    ...(status === before.status ? [] : [`It is now ${conversationStatusWord(status).toLowerCase()}.`]),
    ...(handledBy !== before.handled_by && handledBy === 'flow' ? ['The flow now handles it.'] : []),
  ]
}
