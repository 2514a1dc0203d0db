/**
 * Sends messages of flows: stores each one, sends it, then marks it as sent, so that a retry only sends the unsent
 * ones.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Messenger, OutMessage, Sent } from '#server/engine/engine-tools.ts'
import { findChannel, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import {
  keepOutgoing,
  markFailed,
  markSent,
  namesBefore,
  readOutThread,
  type OutThread,
} from '#server/store/conversations/message-out.ts'
import { channelKinds } from './all.ts'
import { ChannelError, type Outbound, failureObservation } from './channel-type.ts'
import { unsealChannel } from './unsealed-channel.ts'
import { answerKey } from '#server/store/conversations/message-person.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { ChannelContext } from './channel-context.ts'

/** Longest retry delay requested by a provider that is waited for here; longer ones are left to the step's retry. */
const shortWaitMs = 5_000

const failed = (code: string, message: string): Sent => ({ ok: false, code, message, retryable: false })

/** Why nothing can be sent on this channel; null if it can. */
function obstacle(row: ChannelRow | null): Sent | null {
  if (!row) return failed('no_channel', 'The channel was deleted or is a sample.')
  if (row.status === 'paused') return failed('channel_paused', `The channel ${row.name} is paused.`)
  if (row.status === 'disconnected')
    return failed('channel_disconnected', `The channel ${row.name} is not connected yet.`)
  if (!channelKinds[row.type].send) return failed('cannot_send', 'Channels of this type cannot send messages.')
  return null
}

async function sendOnce(
  work: ChannelContext,
  row: ChannelRow,
  outbound: Outbound,
): Promise<{ externalId: string | null }> {
  const { send } = channelKinds[row.type]
  if (!send) throw new ChannelError('cannot_send', 'Channels of this type cannot send messages.', { status: null })
  const ready = unsealChannel(work.parts, row)
  try {
    return await send(ready, outbound, work.tools)
  } catch (error) {
    const ms = error instanceof ChannelError ? error.retryAfterMs : null
    if (ms === null || ms > shortWaitMs) throw error
    await wait(ms, undefined, { signal: outbound.signal })
    return send(ready, outbound, work.tools)
  }
}

/** Stores a failure in the channel's status and returns it to the node. */
async function failure(work: ChannelContext, { scope, channelId, signal }: OutMessage, error: unknown): Promise<Sent> {
  if (signal.aborted) return { ok: false, code: 'cancelled', message: 'The step was cancelled.', retryable: false }
  if (!(error instanceof ChannelError)) work.parts.log.warn('message not sent', { channel: channelId, error })
  const seen = failureObservation(error, work.parts.now())
  await work.observe(scope, channelId, seen)
  const isRetryable = error instanceof ChannelError ? error.retryable : true
  return { ok: false, code: seen.error.code, message: seen.error.message, retryable: isRetryable }
}

async function outboundOf(message: OutMessage, thread: OutThread | null): Promise<Outbound> {
  const { scope, conversationId, text, key, signal } = message
  const before = conversationId === null ? [] : await namesBefore(scope, conversationId)
  const about = { thread: thread?.thread ?? null, subject: thread?.subject ?? '', email: thread?.email ?? null }
  return { ...about, text, before, key, signal }
}

/** Stores a message, sends it and marks it as sent or failed. */
async function sendKept(
  work: ChannelContext,
  row: ChannelRow,
  message: OutMessage,
  thread: OutThread | null,
): Promise<Sent> {
  const { parts, observe } = work
  const { scope, text, runId, key } = message
  // Read before the message is stored, so that a reply does not refer to itself.
  const outbound = await outboundOf(message, thread)
  const kept = thread ? await keepOutgoing(scope, { conversationId: thread.id, text, runId, key }, parts.now()) : null
  if (kept?.isSent) return { ok: true, messageId: kept.id, type: row.type }
  const tell = () => {
    if (!thread) return
    const change = { noun: 'conversation', id: thread.id, change: 'changed', conversation: thread.id } as const
    parts.events.tell(scope.account, change)
  }
  try {
    const { externalId } = await sendOnce(work, row, outbound)
    if (kept && thread) await markSent(scope, kept.id, thread.id, externalId)
    await observe(scope, row.id, { state: { status: 'connected', reason: null }, eventAt: parts.now() })
    return { ok: true, messageId: kept?.id ?? externalId ?? key, type: row.type }
  } catch (error) {
    if (kept) await markFailed(scope, kept.id)
    return await failure(work, message, error)
  } finally {
    tell()
  }
}

/** The reason, as text, why a person's reply cannot be sent; null if none is known. */
export async function answerObstacle(scope: Scope, conversationId: string): Promise<string | null> {
  const thread = await readOutThread(scope, conversationId)
  if (!thread?.thread || thread.channelId === null) return 'No reply is possible because the recipient is unknown.'
  const wrong = obstacle(await findChannel(scope, thread.channelId))
  return wrong === null || wrong.ok ? null : wrong.message
}

/** Timeout for sending a reply. */
const answerMs = 60_000

/** Sends a reply stored as "pending" and stores the result in its row. Never throws. */
export async function sendAnswer(
  work: ChannelContext,
  account: string,
  conversationId: string,
  messageId: string,
  text: string,
) {
  const { parts, observe } = work
  const scope = new Scope(parts.database.db, account)
  const thread = await readOutThread(scope, conversationId)
  const channelId = thread?.channelId ?? ''
  const row = await findChannel(scope, channelId)
  const signal = AbortSignal.timeout(answerMs)
  const message = { scope, channelId, conversationId, text, runId: null, key: answerKey(messageId), signal }
  try {
    if (!row || !thread || obstacle(row)) await markFailed(scope, messageId)
    else {
      const { externalId } = await sendOnce(work, row, await outboundOf(message, thread))
      await markSent(scope, messageId, conversationId, externalId)
      await observe(scope, row.id, { state: { status: 'connected', reason: null }, eventAt: parts.now() })
    }
  } catch (error) {
    await markFailed(scope, messageId)
    await failure(work, message, error)
  } finally {
    const change = {
      noun: 'conversation',
      id: conversationId,
      change: 'changed',
      conversation: conversationId,
    } as const
    parts.events.tell(account, change)
  }
}

export function makeMessenger(work: ChannelContext): Messenger {
  return {
    async send(message) {
      const { scope, channelId, conversationId } = message
      const row = await findChannel(scope, channelId)
      const wrong = obstacle(row)
      if (wrong || !row) return wrong ?? failed('no_channel', 'The channel does not exist.')
      const thread = conversationId === null ? null : await readOutThread(scope, conversationId)
      if (conversationId !== null && !thread?.thread)
        return failed('no_conversation', 'No reply is possible because the recipient is unknown.')
      return sendKept(work, row, message, thread)
    },
  }
}
