/**
 * Message intake: contact, conversation, message and run are stored in one transaction. A repeated message
 * is stored and run only once. If a run of the conversation waits for a reply, it gets the message.
 */
import { createHash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { JsonRecord } from '#lib/json/json.ts'
import { maxName, maxText } from '#contract/kernel/limits.ts'
import { Fault } from '#server/base/fault.ts'
import type { Log } from '#server/base/log.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { storeIncoming, setMessageRun, type StoredMessage } from '#server/store/conversations/message-in.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { Engine, StartRequest } from '#server/engine/engine.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { IncomingMessage } from './channel-type.ts'

export interface IntakeParts {
  database: Database
  log: Log
  now: () => Date
  events: EventBus
  engine: () => Engine | null
}

export interface IntakeResult {
  messageId: string
  conversationId: string
  /** The run that the message started or resumed; null = none. */
  runId: string | null
  isRepeated: boolean
  /** Why the engine refused to start a run; null if it did not. */
  refused: { code: string; message: string } | null
}

/** Text that both databases accept: without NUL and lone surrogates, truncated to the limit. */
const storableText = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .replaceAll('\0', '')
    .replaceAll(/\p{Surrogate}/gu, '\u{fffd}')

/** Providers send whole seconds of another clock, so their times are used only for messages older than this. */
const lateMs = 60_000

/** The time of a message; times before 1970 are invalid and ignored. */
const timeOf = (at: Date, now: Date): Date => (at.getTime() > 0 && now.getTime() - at.getTime() > lateMs ? at : now)

/** Longest provider id that is stored unchanged: index entries are limited to a few kilobytes. */
const maxId = 255
/** Longest e-mail address and phone number of a contact; longer ones are dropped. */
const maxEmail = 320
const maxPhone = 50

/**
 * The id to store: an id longer than `maxId` is replaced by its hash, so that no message is lost or attributed to the
 * wrong person.
 */
const storedId = (id: string): string =>
  id.length > maxId ? `sha256:${createHash('sha256').update(id).digest('base64url')}` : storableText(id, maxId)

const storedAddress = (text: string | null, limit: number): string | null =>
  text === null || text.length > limit ? null : storableText(text, limit)

const normalizedMessage = ({ sender, ...sent }: IncomingMessage, now: Date): IncomingMessage => ({
  externalId: storedId(sent.externalId),
  thread: storedId(sent.thread),
  at: timeOf(sent.at, now),
  subject: storableText(sent.subject, maxName),
  text: storableText(sent.text, maxText),
  sender: {
    externalId: storedId(sender.externalId),
    name: storableText(sender.name, maxName).trim() || 'Unknown contact',
    email: storedAddress(sender.email, maxEmail),
    phone: storedAddress(sender.phone, maxPhone),
  },
})

/** Input of the flow: `{{ input.text }}`, `{{ input.from }}`. */
const inputOf = (channel: ChannelRow, sent: IncomingMessage, { id, contact }: StoredMessage): JsonRecord => ({
  text: sent.text,
  subject: sent.subject,
  from: contact.email ?? contact.phone ?? contact.name,
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  channel: channel.name,
  channel_type: channel.type,
  message_id: id,
  at: sent.at.toISOString(),
})

function startRequestOf(
  channel: ChannelRow,
  flowId: string,
  sent: IncomingMessage,
  stored: StoredMessage,
): StartRequest {
  const { id, number } = stored.conversation
  return {
    account: channel.account,
    flowId,
    trigger: 'message',
    triggerNodeId: null,
    input: inputOf(channel, sent, stored),
    sourceKey: `message:${channel.id}:${sent.externalId}`,
    isTest: false,
    conversation: { id, number },
    channel: { id: channel.id, name: channel.name, type: channel.type },
  }
}

/** Faults after which the provider should retry. Others are returned as `refused`, and the message is kept. */
const shouldRetryLater = (fault: Fault) => fault.code === 'throttled' || fault.code === 'unavailable'

type StartResult = { runId: string | null; refused: IntakeResult['refused'] }

/** Starts a run. If the engine refuses (no credit, flow not active), only the start is rolled back. */
async function startInSavepoint(client: pg.ClientBase, engine: Engine, request: StartRequest): Promise<StartResult> {
  await client.query('savepoint start')
  try {
    const { runId } = await engine.start(request, client)
    await client.query('release savepoint start')
    return { runId, refused: null }
  } catch (error) {
    if (!(error instanceof Fault) || shouldRetryLater(error)) throw error
    await client.query('rollback to savepoint start')
    return { runId: null, refused: { code: error.code, message: error.message } }
  }
}

const noStart: StartResult = { runId: null, refused: null }

async function storeAndStart(client: pg.PoolClient, engine: Engine | null, channel: ChannelRow, sent: IncomingMessage) {
  const scope = new Scope(drizzle(client), channel.account)
  const stored = await storeIncoming(scope, channel, sent)
  const { isWithPerson } = stored.conversation
  const isDone = stored.isRepeated && stored.runId !== null
  const isForFlow = engine !== null && channel.flowId !== null && !isWithPerson && !isDone
  if (!isForFlow || stored.waitingRun !== null) return { stored, startResult: noStart, isForFlow }
  const startResult = await startInSavepoint(
    client,
    engine,
    startRequestOf(channel, channel.flowId ?? '', sent, stored),
  )
  if (startResult.runId !== null) await setMessageRun(scope, stored.id, startResult.runId)
  return { stored, startResult, isForFlow: false }
}

/** Delivers the message to the waiting step; if none is waiting any longer, starts a new run. */
async function deliverOrStart(
  { database }: IntakeParts,
  engine: Engine,
  channel: ChannelRow,
  sent: IncomingMessage,
  stored: StoredMessage,
): Promise<StartResult> {
  const scope = new Scope(database.db, channel.account)
  const to = { conversationId: stored.conversation.id }
  const isDelivered = await engine.deliver(channel.account, to, 'reply', inputOf(channel, sent, stored))
  if (isDelivered) {
    if (stored.waitingRun !== null) await setMessageRun(scope, stored.id, stored.waitingRun)
    return { runId: stored.waitingRun, refused: null }
  }
  try {
    const { runId } = await engine.start(startRequestOf(channel, channel.flowId ?? '', sent, stored))
    await setMessageRun(scope, stored.id, runId)
    return { runId, refused: null }
  } catch (error) {
    if (!(error instanceof Fault) || shouldRetryLater(error)) throw error
    return { runId: null, refused: { code: error.code, message: error.message } }
  }
}

/** Throws if the provider should retry: the database is unavailable, or the load is too high (429). */
export async function storeIncomingMessage(
  parts: IntakeParts,
  channel: ChannelRow,
  message: IncomingMessage,
): Promise<IntakeResult> {
  const sent = normalizedMessage(message, parts.now())
  const engine = parts.engine()
  const { stored, startResult, isForFlow } = await inTransaction(parts.database.pool, (client) =>
    storeAndStart(client, engine, channel, sent),
  )
  const result = isForFlow && engine ? await deliverOrStart(parts, engine, channel, sent, stored) : startResult
  const { id, isNew } = stored.conversation
  if (!stored.isRepeated)
    parts.events.publish(channel.account, {
      noun: 'conversation',
      id,
      change: isNew ? 'created' : 'changed',
      conversation: id,
    })
  if (result.refused)
    parts.log.warn('an incoming message started no run', { channel: channel.id, code: result.refused.code })
  return {
    messageId: stored.id,
    conversationId: id,
    runId: result.runId ?? stored.runId,
    isRepeated: stored.isRepeated,
    refused: result.refused,
  }
}
