/** Chat sessions in n8n's executions: each execution of a chat trigger is one message and its reply. Pure. */
import { maxLastMessage, type Conversation, type Message } from '#contract/conversation.ts'
import { recordOf, textOf, type Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import type { ExecutionWithData } from './n8n-schemas.ts'
import type { RunRow } from './run-row.ts'

/** One execution: what was written, and the reply; null if it failed or is not there yet. */
export interface ChatTurn {
  session: string
  run: RunRow
  text: string
  reply: string | null
}

export type ConversationRow = Known<Conversation> & { id: string; turns: readonly ChatTurn[] }

const plainText = (text: string): string => textOf(plainOutput(text))

/** First item of a node's first pass. */
function firstItem({ data }: ExecutionWithData, node: string): Json {
  const [pass] = data?.resultData?.runData?.[node] ?? []
  const [item] = (pass?.data?.['main'] ?? []).flatMap((output) => output ?? [])
  return item?.json ?? null
}

/** Names under which n8n's chat looks for the reply in the last node's output. Source: docs.n8n.io, "Chat Trigger". */
const replyNames = ['output', 'text']

/** The turn of an execution; null if no chat message began it. `trigger`: name of the workflow's chat trigger. */
export function turnOf(execution: ExecutionWithData, trigger: string, run: RunRow): ChatTurn | null {
  const asked = recordOf(firstItem(execution, trigger))
  const session = textOf(asked['sessionId'])
  if (session === '' || typeof asked['chatInput'] !== 'string') return null
  const last = recordOf(firstItem(execution, execution.data?.resultData?.lastNodeExecuted ?? ''))
  const reply =
    run.status === 'succeeded' ? replyNames.map((name) => textOf(last[name])).find((text) => text !== '') : null
  return {
    session,
    run,
    text: plainText(asked['chatInput']),
    reply: reply === undefined || reply === null ? null : plainText(reply),
  }
}

/** Messages of a turn, in order. */
function messagesOfTurn({ run, text, reply }: ChatTurn): Known<Message>[] {
  const ofRun = { id: run.id, status: run.status, ...(run.cost === undefined ? {} : { cost: run.cost }) }
  const question: Known<Message> = {
    id: `${run.id}.in`,
    at: run.started_at,
    direction: 'in',
    author: 'contact',
    text,
    run: ofRun,
  }
  if (reply === null) return [question]
  return [
    question,
    {
      id: `${run.id}.out`,
      at: run.finished_at ?? run.started_at,
      direction: 'out',
      author: 'flow',
      text: reply,
      run: ofRun,
    },
  ]
}

/** Messages of a conversation, newest first. */
export const messagesOf = ({ turns }: ConversationRow): Known<Message>[] => turns.flatMap(messagesOfTurn).toReversed()

/** `turns` of one session, oldest first. */
export function conversationOf(
  flow: { id: string; name: string },
  channel: { id: string; name: string },
  turns: readonly ChatTurn[],
): ConversationRow {
  const [first] = turns
  if (!first) throw new Error('A session has at least one turn.')
  const messages = turns.flatMap(messagesOfTurn)
  const last = messages.at(-1)
  const { run } = turns.at(-1) ?? first
  return {
    id: `${flow.id}.${first.session}`,
    subject: cutText(first.text, maxLastMessage),
    // n8n's sessions have no end.
    status: 'open',
    channel: { ...channel, type: 'webchat' },
    contact: { id: first.session },
    flow,
    handled_by: 'flow',
    last_message: last
      ? { at: last.at, direction: last.direction, author: last.author, text: cutText(last.text ?? '', maxLastMessage) }
      : null,
    message_count: messages.length,
    last_run: { id: run.id, status: run.status, ...(run.cost === undefined ? {} : { cost: run.cost }) },
    can_reply: false,
    created_at: first.run.started_at,
    updated_at: last?.at ?? first.run.started_at,
    sample: false,
    turns,
  }
}
