/** message: sends a message in the run's conversation, or on another channel. Source: docs/engine.md, "Nodes". */
import { channelLabel } from '#contract/values/channel-type.ts'
import { secretInMessage } from '#flow/health/finding-codes.ts'
import { textOf, type Json } from '#lib/json/json.ts'
import { channelOfKey } from '#server/store/conversations/message-out.ts'
import type { NodeRunner, StepContext, StepOutcome } from '#server/engine/node.ts'

/** Value of `channel` for a reply to the conversation that started the run. */
const reply = 'reply'
/** Long enough for two attempts with a slow mail server and a short delay requested by a provider. */
const timeoutMs = 60_000

const failed = (code: string, message: string): StepOutcome => ({ is: 'failed', code, message, retryable: false })

interface MessageTarget {
  channelId: string
  conversationId: string | null
}

/** Target of a reply without a conversation, in a test or sample: the message is recorded but not sent. */
const noRecipient = 'nobody'

/** The conversation of the run if the node names its channel or none; else a message outside of conversations. */
async function targetOf(context: StepContext): Promise<MessageTarget | typeof noRecipient | StepOutcome> {
  const { origin, scope, flowId, values, tools } = context
  const key = textOf(context.node.config['channel']) || reply
  if (key === reply) {
    const { channelId, conversationId } = origin
    if (channelId === null || conversationId === null) {
      if (values.run.is_test || tools.messenger.isRehearsal) return noRecipient
      return failed('no_conversation', 'The run has no conversation to reply to. Choose a channel for the message.')
    }
    return { channelId, conversationId }
  }
  const channelId = await channelOfKey(scope, flowId, key)
  if (channelId === null) return failed('no_channel', `No channel is chosen for “${key}” in this flow. Choose one.`)
  return { channelId, conversationId: channelId === origin.channelId ? origin.conversationId : null }
}

async function send(context: StepContext): Promise<StepOutcome> {
  const target = await targetOf(context)
  if (target !== noRecipient && 'is' in target) return target
  const { wire, record } = await context.text(textOf(context.node.config['text']))
  const text = record.trim()
  context.onRequest({ channel: textOf(context.node.config['channel']) || reply, text })
  // Messages are stored in the conversation, so they must not contain secrets; masked text would be useless to the
  // reader.
  if (wire !== record)
    return failed(secretInMessage, 'The text contains a secret, so nothing was sent. Remove the secret from the text.')
  if (text === '') return failed('empty_text', 'The text is empty, so nothing was sent. Check the values that it uses.')
  if (target === noRecipient) {
    const output: Json = { message_id: null, channel: reply, text, sent: false }
    return { is: 'done', handles: ['out'], output, costs: [] }
  }
  const { messenger, prices } = context.tools
  const { scope, runId, key, signal } = context
  const sent = await messenger.send({ ...target, scope, text, runId, key, signal })
  if (!sent.ok) return { is: 'failed', code: sent.code, message: sent.message, retryable: sent.retryable }
  const { type, messageId } = sent
  const micros = prices.messages[type] ?? prices.messages['*'] ?? 0n
  const output: Json = { message_id: messageId, channel: type, text }
  const cost = { kind: 'message', label: channelLabel(type), quantity: 1, unit: 'message', micros }
  return { is: 'done', handles: ['out'], output, costs: [cost] }
}

export const message: NodeRunner = {
  type: 'message',
  timeoutMs,
  check: (node) => (textOf(node.config['text']).trim() === '' ? ['The message has no text.'] : []),
  run: send,
}
