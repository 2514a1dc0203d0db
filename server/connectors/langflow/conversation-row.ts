/** Sessions of Langflow's flows as conversations. Pure. */
import { maxLastMessage, type Conversation, type Message } from '#contract/conversation.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import { conversationId } from '#server/connectors/session-id.ts'
import type { LangflowMessage } from './langflow-schemas.ts'

export type ConversationRow = Known<Conversation> & { id: string }

const authorOf = ({ sender, sender_name: name }: LangflowMessage) => ({
  direction: sender === 'User' ? ('in' as const) : ('out' as const),
  author: sender === 'User' ? ('contact' as const) : ('flow' as const),
  ...(name ? { author_name: name } : {}),
})

/** A message of the contract. The run that wrote it is not recorded. */
export const messageOf = (message: LangflowMessage): Known<Message> => ({
  id: message.id,
  at: message.timestamp,
  ...authorOf(message),
  text: message.text ?? '',
})

/**
 * The sessions of messages, newest first. `nameOf`: name of a flow, if it is known. Messages without a flow belong to no
 * session that anybody can open.
 */
export function conversationsOf(
  messages: Iterable<LangflowMessage>,
  nameOf: (flow: string) => string | undefined,
): ConversationRow[] {
  const rows = new Map<string, ConversationRow & { message_count: number }>()
  for (const message of messages) {
    const { flow_id: flow, session_id: session, timestamp: at } = message
    if (!flow) continue
    const id = conversationId(flow, session)
    const known = rows.get(id)
    if (known) {
      known.message_count += 1
      known.created_at = at
      continue
    }
    const name = nameOf(flow)
    rows.set(id, {
      id,
      flow: { id: flow, ...(name === undefined ? {} : { name }) },
      last_message: { at, ...authorOf(message), text: cutText(message.text ?? '', maxLastMessage) },
      message_count: 1,
      can_reply: false,
      created_at: at,
      updated_at: at,
      sample: false,
    })
  }
  return [...rows.values()]
}
