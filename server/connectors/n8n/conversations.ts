/** Endpoints of conversations, from the chat sessions in n8n's executions. Read only. */
import { conversation } from '#contract/conversation.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler } from '#server/connectors/connector.ts'
import { inParallel } from '#server/connectors/in-parallel.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { conversationOf, messagesOf, turnOf, type ChatTurn, type ConversationRow } from './chat-sessions.ts'
import type { N8nState } from './n8n-state.ts'
import { isEnded } from '#contract/values/run-status.ts'
import type { TriggerNode, WorkflowRow } from './workflow-row.ts'

/** Newest chat messages that are read for each workflow: n8n gives a message only with all data of its run. */
const maxTurns = 200
/** Requests at the same time. */
const parallel = 4
/** Turns that are kept. */
const maxKept = 5_000

const chatTriggerOf = ({ triggers }: WorkflowRow): TriggerNode | undefined =>
  triggers.find(({ type }) => /^(?:chat|manualChat)Trigger$/.test(type))

export function conversationHandlers(state: N8nState): ConnectorHandler[] {
  /** Turns by run; null = no chat message began it. */
  const kept = new Map<string, ChatTurn | null>()

  const readTurns = async ({ flow }: WorkflowRow, trigger: TriggerNode): Promise<ChatTurn[]> => {
    const { rows } = await state.runs.read()
    const runs = rows.filter((run) => run.flow.id === flow.id && run.trigger !== 'retry').slice(0, maxTurns)
    await inParallel(runs, parallel, async (run) => {
      if (kept.has(run.id)) return
      const execution = await state.readExecution(run.id).catch(() => null)
      if (execution === null) return
      // A run that goes on gets its reply later.
      const turn = turnOf(execution, trigger.name, run)
      if (isEnded(run.status)) kept.set(run.id, turn)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    })
    return runs.flatMap((run) => {
      const turn = kept.get(run.id)
      return turn ? [{ ...turn, run: state.facts.with(run) }] : []
    })
  }

  const all = async (): Promise<ConversationRow[]> => {
    const { rows } = await state.workflows.read()
    const conversations: ConversationRow[] = []
    for (const row of rows) {
      const trigger = chatTriggerOf(row)
      if (!trigger) continue
      const { id, name } = row.flow
      const bySession = new Map<string, ChatTurn[]>()
      for (const turn of (await readTurns(row, trigger)).toReversed())
        bySession.set(turn.session, [...(bySession.get(turn.session) ?? []), turn])
      const channel = { id: `${id}.${trigger.id}`, name: trigger.name }
      for (const turns of bySession.values()) conversations.push(conversationOf({ id, name }, channel, turns))
    }
    return conversations
  }

  const need = async (id: string): Promise<ConversationRow> => {
    const found = (await all()).find((one) => one.id === id)
    if (!found) throw notFound('conversation')
    return found
  }

  return [
    answer(conversation.list, async ({ query, filter }) => {
      const page = listPage(conversation.list, { rows: await all(), isComplete: true }, { query, filter })
      return { ...page, results: page.results.map(({ turns: _turns, ...row }) => row) }
    }),
    answer(conversation.read, async ({ params: { id } }) => {
      const { turns: _turns, ...row } = await need(id)
      return row
    }),
    answer(conversation.messages, async ({ params: { id }, query }) => {
      const rows = messagesOf(await need(id))
      return listPage(conversation.messages, { rows, isComplete: true }, { query, filter: [] })
    }),
  ]
}
