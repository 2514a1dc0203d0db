/** The last message of a conversation in a row of the list: who wrote it, and its text. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { isReturned } from '#lib/absent.ts'

export interface LastMessageWords {
  /** "Flow", "You", "Aiko"; null if the contact wrote it, or if the text is not a message. */
  who: string | null
  text: string
}

/** @param me name of the user; null if unknown */
function authorOf(last: NonNullable<Conversation['last_message']>, me: string | null): string | null {
  if (last.author === 'contact' || last.direction === 'in') return null
  if (last.author === 'flow') return 'Flow'
  if (last.author === 'system') return 'System'
  const name = last.author_name ?? ''
  if (name === '') return last.author === 'person' ? 'Team' : null
  return name === me ? 'You' : (name.split(/\s+/)[0] ?? name)
}

/** The last message, else the subject. */
export function lastMessageWords(conversation: Conversation, me: string | null): LastMessageWords {
  const { last_message: last, subject } = conversation
  // On one line: a line break would take one of the two lines of the row.
  const text = last?.text.replaceAll(/\s+/g, ' ').trim() ?? ''
  if (last !== null && text !== '') return { who: authorOf(last, me), text }
  return { who: null, text: subject || (isReturned(conversation, 'last_message') ? 'No messages yet' : '—') }
}
