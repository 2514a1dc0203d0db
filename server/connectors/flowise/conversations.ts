/** Sessions of Flowise's chatflows as conversations; they can only be read. */
import { conversation } from '#contract/conversation.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { fieldsAnswer } from '#server/connectors/conversation-fields.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { conversationParts } from '#server/connectors/session-id.ts'
import { messageOf } from './conversation-row.ts'
import { sessionMessages } from './flowise-client.ts'
import type { ChatMessage } from './flowise-schemas.ts'
import type { FlowiseState } from './flowise-state.ts'

/** Fields that a session has. */
const knownFields = [
  'flow',
  'contact__email',
  'total_cost',
  'message_count',
  'last_message_at',
  'created_at',
  'updated_at',
  'q',
]

export function conversationHandlers(state: FlowiseState): ConnectorHandler[] {
  const { client, options } = state

  const readSession = async (id: string): Promise<{ flow: string; session: string; messages: ChatMessage[] }> => {
    const parts = conversationParts(id)
    const { rows } = await state.flows.read()
    // For a chatflow that it does not have, Flowise answers 500.
    if (parts === null || !rows.some(({ flow }) => flow.id === parts.flow)) throw notFound('conversation')
    const messages = await sessionMessages(client, parts.flow, parts.session)
    return { ...parts, messages }
  }

  return [
    answer(conversation.list, async ({ query, filter }) =>
      listPage(conversation.list, await state.conversations.read(), { query, filter }),
    ),
    answer(conversation.fields, () => Promise.resolve(fieldsAnswer(knownFields))),
    answer(conversation.read, async ({ params: { id } }) => {
      const { flow, session, messages } = await readSession(id)
      const row = state.conversationOf(flow, session, messages)
      if (row) return row
      state.conversations.remove(id)
      throw notFound('conversation')
    }),
    answer(conversation.messages, async ({ params: { id }, query, filter }) => {
      const { messages } = await readSession(id)
      const page = listPage(conversation.messages, { rows: messages, isComplete: true }, { query, filter })
      return { ...page, results: page.results.map((message) => messageOf(message, options.prices)) }
    }),
  ]
}
