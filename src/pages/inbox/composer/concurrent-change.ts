/** What somebody else did in a conversation while one was writing, in words. Pure. */
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
 * What speaks for a second look before an answer goes out; empty where nothing does. That somebody has read it, or noted
 * something, is no such thing.
 * @param me id of who writes: what they were given themselves is no news
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
