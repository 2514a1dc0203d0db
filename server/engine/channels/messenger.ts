/**
 * Sends messages of flows: stores each one, sends it, then marks it as sent, so that a retry only sends the unsent
 * ones.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Messenger, OutgoingMessage, SendResult } from '#server/engine/engine-tools.ts'
import { findChannel, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import {
  storeOutgoing,
  markFailed,
  markSent,
  earlierMessageIds,
  readOutThread,
  type OutThread,
} from '#server/store/conversations/message-out.ts'
import { channelKinds } from './all.ts'
import { ChannelError, type OutboundMessage, failureObservation } from './channel-type.ts'
import { unsealChannel } from './unsealed-channel.ts'
import { replyKey } from '#server/store/conversations/message-person.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { ChannelContext } from './channel-context.ts'

/** Longest retry delay requested by a provider that is waited for here; longer ones are left to the step's retry. */
const shortWaitMs = 5_000

const failed = (code: string, message: string): SendResult => ({ ok: false, code, message, retryable: false })

/** Why nothing can be sent on this channel; null if it can. */
function sendObstacle(row: ChannelRow | null): SendResult | null {
  if (!row) return failed('no_channel', 'The channel was deleted or is a sample.')
  if (row.status === 'paused') return failed('channel_paused', `The channel ${row.name} is paused.`)
  if (row.status === 'disconnected')
    return failed('channel_disconnected', `The channel ${row.name} is not connected yet.`)
  if (!channelKinds[row.type].send) return failed('cannot_send', 'Channels of this type cannot send messages.')
  return null
}

async function sendOnce(
  context: ChannelContext,
  row: ChannelRow,
  outbound: OutboundMessage,
): Promise<{ externalId: string | null }> {
  const { send } = channelKinds[row.type]
  if (!send) throw new ChannelError('cannot_send', 'Channels of this type cannot send messages.', { status: null })
  const ready = unsealChannel(context.parts, row)
  try {
    return await send(ready, outbound, context.tools)
  } catch (error) {
    const ms = error instanceof ChannelError ? error.retryAfterMs : null
    if (ms === null || ms > shortWaitMs) throw error
    await wait(ms, undefined, { signal: outbound.signal })
    return send(ready, outbound, context.tools)
  }
}

/** Stores a failure in the channel's status and returns it to the node. */
async function recordFailure(
  context: ChannelContext,
  { scope, channelId, signal }: OutgoingMessage,
  error: unknown,
): Promise<SendResult> {
  if (signal.aborted) return { ok: false, code: 'cancelled', message: 'The step was cancelled.', retryable: false }
  if (!(error instanceof ChannelError)) context.parts.log.warn('message not sent', { channel: channelId, error })
  const observation = failureObservation(error, context.parts.now())
  await context.observe(scope, channelId, observation)
  const isRetryable = error instanceof ChannelError ? error.retryable : true
  return { ok: false, code: observation.error.code, message: observation.error.message, retryable: isRetryable }
}

async function outboundOf(message: OutgoingMessage, thread: OutThread | null): Promise<OutboundMessage> {
  const { scope, conversationId, text, key, signal } = message
  const earlierIds = conversationId === null ? [] : await earlierMessageIds(scope, conversationId)
  const about = { thread: thread?.thread ?? null, subject: thread?.subject ?? '', email: thread?.email ?? null }
  return { ...about, text, earlierIds, key, signal }
}

/** Stores a message, sends it and marks it as sent or failed. */
async function storeAndSend(
  context: ChannelContext,
  row: ChannelRow,
  message: OutgoingMessage,
  thread: OutThread | null,
): Promise<SendResult> {
  const { parts, observe } = context
  const { scope, text, runId, key } = message
  // Read before the message is stored, so that a reply does not refer to itself.
  const outbound = await outboundOf(message, thread)
  const stored = thread
    ? await storeOutgoing(scope, { conversationId: thread.id, text, runId, key }, parts.now())
    : null
  if (stored?.isSent) return { ok: true, messageId: stored.id, type: row.type }
  const publishChange = () => {
    if (!thread) return
    const change = { noun: 'conversation', id: thread.id, change: 'changed', conversation: thread.id } as const
    parts.events.publish(scope.account, change)
  }
  try {
    const { externalId } = await sendOnce(context, row, outbound)
    if (stored && thread) await markSent(scope, stored.id, thread.id, externalId)
    await observe(scope, row.id, { state: { status: 'connected', reason: null }, eventAt: parts.now() })
    return { ok: true, messageId: stored?.id ?? externalId ?? key, type: row.type }
  } catch (error) {
    if (stored) await markFailed(scope, stored.id)
    return await recordFailure(context, message, error)
  } finally {
    publishChange()
  }
}

/** The reason, as text, why a person's reply cannot be sent; null if none is known. */
export async function replyObstacle(scope: Scope, conversationId: string): Promise<string | null> {
  const thread = await readOutThread(scope, conversationId)
  if (!thread?.thread || thread.channelId === null) return 'No reply is possible because the recipient is unknown.'
  const problem = sendObstacle(await findChannel(scope, thread.channelId))
  return problem === null || problem.ok ? null : problem.message
}

/** Timeout for sending a reply. */
const replyTimeoutMs = 60_000

/** Sends a reply stored as "pending" and stores the result in its row. Never throws. */
export async function sendReply(
  context: ChannelContext,
  account: string,
  conversationId: string,
  messageId: string,
  text: string,
) {
  const { parts, observe } = context
  const scope = new Scope(parts.database.db, account)
  const thread = await readOutThread(scope, conversationId)
  const channelId = thread?.channelId ?? ''
  const row = await findChannel(scope, channelId)
  const signal = AbortSignal.timeout(replyTimeoutMs)
  const message = { scope, channelId, conversationId, text, runId: null, key: replyKey(messageId), signal }
  try {
    if (!row || !thread || sendObstacle(row)) await markFailed(scope, messageId)
    else {
      const { externalId } = await sendOnce(context, row, await outboundOf(message, thread))
      await markSent(scope, messageId, conversationId, externalId)
      await observe(scope, row.id, { state: { status: 'connected', reason: null }, eventAt: parts.now() })
    }
  } catch (error) {
    await markFailed(scope, messageId)
    await recordFailure(context, message, error)
  } finally {
    const change = {
      noun: 'conversation',
      id: conversationId,
      change: 'changed',
      conversation: conversationId,
    } as const
    parts.events.publish(account, change)
  }
}

export function makeMessenger(context: ChannelContext): Messenger {
  return {
    async send(message) {
      const { scope, channelId, conversationId } = message
      const row = await findChannel(scope, channelId)
      const problem = sendObstacle(row)
      if (problem || !row) return problem ?? failed('no_channel', 'The channel does not exist.')
      const thread = conversationId === null ? null : await readOutThread(scope, conversationId)
      if (conversationId !== null && !thread?.thread)
        return failed('no_conversation', 'No reply is possible because the recipient is unknown.')
      return storeAndSend(context, row, message, thread)
    },
  }
}
