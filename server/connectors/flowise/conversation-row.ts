/** One session of a chatflow of Flowise as a conversation. Pure. */
import { maxLastMessage, type Conversation, type Message } from '#contract/conversation.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { cutText } from '#lib/text/text.ts'
import type { Prices } from '#server/base/prices.ts'
import type { Known } from '#server/connectors/connector.ts'
import { conversationId } from '#server/connectors/session-id.ts'
import type { ChatMessage } from './flowise-schemas.ts'
import { costOf, passesOf, statuses } from './run-steps.ts'

export type ConversationRow = Known<Conversation> & { id: string }

const authors = {
  userMessage: { direction: 'in', author: 'contact' },
  apiMessage: { direction: 'out', author: 'flow' },
} as const

type KnownRun = NonNullable<Known<Message>['run']>

/** The run of a message; null if none is linked to it: only agentflows have runs. */
function runOf({ execution }: ChatMessage, prices: Prices): KnownRun | null {
  if (!execution) return null
  const passes = passesOf(execution.executionData)
  const { cost } = costOf(prices, passes)
  return {
    id: execution.id,
    status: statuses[execution.state],
    ...(cost ? { cost: cost.cost } : {}),
    ...(passes ? { step_count: passes.length } : {}),
  }
}

/** A message of the contract. */
export const messageOf = (message: ChatMessage, prices: Prices): Known<Message> => ({
  id: message.id,
  at: message.createdDate,
  ...authors[message.role],
  text: message.content,
  run: runOf(message, prices),
})

/** Cost of all runs; null if the tokens of one of them are not known. */
function totalCost(messages: readonly ChatMessage[], prices: Prices): string | null {
  const runs = new Map<string, KnownRun | null>()
  for (const message of messages) runs.set(message.executionId ?? '', runOf(message, prices))
  let total = 0n
  for (const run of runs.values()) {
    const micros = run?.cost === undefined ? null : parseMicros(run.cost)
    if (micros === null) return null
    total += micros
  }
  return formatMicros(total)
}

interface ConversationOptions {
  flow: { id: string; name?: string | undefined }
  session: string
  prices: Prices
  currency: string
}

/** The conversation of a session. `messages`: all of them, at least one, newest first. */
export function conversationRowOf(
  messages: readonly [ChatMessage, ...ChatMessage[]],
  { flow, session, prices, currency }: ConversationOptions,
): ConversationRow {
  const [last] = messages
  const first = messages.at(-1) ?? last
  const email = messages.find(({ leadEmail }) => leadEmail)?.leadEmail
  const run = messages.find(({ execution }) => execution)
  const cost = totalCost(messages, prices)
  return {
    id: conversationId(flow.id, session),
    flow,
    ...(email ? { contact: { email } } : {}),
    last_message: {
      at: last.createdDate,
      ...authors[last.role],
      text: cutText(last.content, maxLastMessage),
    },
    message_count: messages.length,
    ...(run ? { last_run: runOf(run, prices) } : {}),
    ...(cost === null ? {} : { total_cost: cost, currency }),
    can_reply: false,
    created_at: first.createdDate,
    updated_at: last.createdDate,
    sample: false,
  }
}
