/** Display name of a contact. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { conversationName } from '#parts/display/conversation-name.ts'

/** The name, else email or phone, else "No name". A conversation without a contact is named by its number. */
export function contactName({ contact, ...conversation }: Pick<Conversation, 'id' | 'number' | 'contact'>): string {
  const { name, email, phone, id } = contact
  return name || email || phone || (id === '' ? conversationName(conversation) : 'No name')
}
