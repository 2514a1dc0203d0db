/** Sessions of Langflow's flows as conversations; they can only be read. */
import { conversation } from '#contract/conversation.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { fieldsAnswer } from '#server/connectors/conversation-fields.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { conversationParts, isUuid } from '#server/connectors/session-id.ts'
import { conversationsOf, messageOf } from './conversation-row.ts'
import { sessionMessages } from './langflow-client.ts'
import type { LangflowMessage } from './langflow-schemas.ts'
import type { LangflowState } from './langflow-state.ts'

/** Fields that a session has. */
const knownFields = ['flow', 'message_count', 'last_message_at', 'created_at', 'updated_at', 'q']

export function conversationHandlers(state: LangflowState): ConnectorHandler[] {
  const readSession = async (id: string): Promise<LangflowMessage[]> => {
    const parts = conversationParts(id)
    if (parts === null || !isUuid(parts.flow)) throw notFound('conversation')
    await state.flows.read()
    return sessionMessages(state.client, parts.flow, parts.session)
  }

  return [
    answer(conversation.list, async ({ query, filter }) =>
      listPage(conversation.list, await state.conversations.read(), { query, filter }),
    ),
    answer(conversation.fields, () => Promise.resolve(fieldsAnswer(knownFields))),
    answer(conversation.read, async ({ params: { id } }) => {
      const [row] = conversationsOf(await readSession(id), (flow) => state.nameOf(flow))
      if (row) return row
      state.conversations.remove(id)
      throw notFound('conversation')
    }),
    answer(conversation.messages, async ({ params: { id }, query, filter }) => {
      const rows = await readSession(id)
      const page = listPage(conversation.messages, { rows, isComplete: true }, { query, filter })
      return { ...page, results: page.results.map(messageOf) }
    }),
  ]
}
