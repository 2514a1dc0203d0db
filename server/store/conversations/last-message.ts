/** The copy of the last message in the row of its conversation, so that lists need no other table. */
import { maxLastMessage, type Conversation } from '#contract/conversation.ts'
import { cutText } from '#lib/text/text.ts'

type LastMessage = NonNullable<Conversation['last_message']>

export const lastMessageOf = (message: Omit<LastMessage, 'at'> & { at: Date }): LastMessage => ({
  ...message,
  at: message.at.toISOString(),
  text: cutText(message.text, maxLastMessage),
})
