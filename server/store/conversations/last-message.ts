/** The copy of the last message in the row of its conversation, so that lists need no other table. */
import { maxLastMessage, type Conversation } from '#contract/conversation.ts'
import { cutText } from '#lib/text/text.ts'

type LastMessage = NonNullable<Conversation['last_message']>

export const lastMessageOf = ({
  at,
  text,
  author_name: name,
  ...message
}: Omit<LastMessage, 'at' | 'author_name'> & { at: Date; author_name: string | null }): LastMessage => ({
  at: at.toISOString(),
  ...message,
  ...(name === null ? {} : { author_name: name }),
  text: cutText(text, maxLastMessage),
})
