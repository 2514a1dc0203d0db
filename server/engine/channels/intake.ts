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
import { keepMessage, setMessageRun, type KeptMessage } from '#server/store/conversations/message-in.ts'
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

export interface TakenIn {
  messageId: string
  conversationId: string
  /** The run that the message started or resumed; null = none. */
  runId: string | null
  isRepeated: boolean
  /** Why the engine refused to start a run; null if it did not. */
  refused: { code: string; message: string } | null
}

/** Text that both databases accept: without NUL and lone surrogates, truncated to the limit. */
const clean = (text: string, limit: number): string =>
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
const keptId = (id: string): string =>
  id.length > maxId ? `sha256:${createHash('sha256').update(id).digest('base64url')}` : clean(id, maxId)

const keptAddress = (text: string | null, limit: number): string | null =>
  text === null || text.length > limit ? null : clean(text, limit)

const cleaned = ({ sender, ...sent }: IncomingMessage, now: Date): IncomingMessage => ({
  externalId: keptId(sent.externalId),
  thread: keptId(sent.thread),
  at: timeOf(sent.at, now),
  subject: clean(sent.subject, maxName),
  text: clean(sent.text, maxText),
  sender: {
    externalId: keptId(sender.externalId),
    name: clean(sender.name, maxName).trim() || 'Unknown contact',
    email: keptAddress(sender.email, maxEmail),
    phone: keptAddress(sender.phone, maxPhone),
  },
})

/** Input of the flow: `{{ input.text }}`, `{{ input.from }}`. */
const inputOf = (from: ChannelRow, sent: IncomingMessage, { id, contact }: KeptMessage): JsonRecord => ({
  text: sent.text,
  subject: sent.subject,
  from: contact.email ?? contact.phone ?? contact.name,
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  channel: from.name,
  channel_type: from.type,
  message_id: id,
  at: sent.at.toISOString(),
})

function startOf(from: ChannelRow, flowId: string, sent: IncomingMessage, kept: KeptMessage): StartRequest {
  const { id, number } = kept.conversation
  return {
    account: from.account,
    flowId,
    trigger: 'message',
    triggerNodeId: null,
    input: inputOf(from, sent, kept),
    sourceKey: `message:${from.id}:${sent.externalId}`,
    isTest: false,
    conversation: { id, number },
    channel: { id: from.id, name: from.name, type: from.type },
  }
}

/** Faults after which the provider should retry. Others are returned as `refused`, and the message is kept. */
const isForLater = (fault: Fault) => fault.code === 'throttled' || fault.code === 'unavailable'

type Begun = { runId: string | null; refused: TakenIn['refused'] }

/** Starts a run. If the engine refuses (no credit, flow not active), only the start is rolled back. */
async function startWithin(client: pg.ClientBase, engine: Engine, request: StartRequest): Promise<Begun> {
  await client.query('savepoint start')
  try {
    const { runId } = await engine.start(request, client)
    await client.query('release savepoint start')
    return { runId, refused: null }
  } catch (error) {
    if (!(error instanceof Fault) || isForLater(error)) throw error
    await client.query('rollback to savepoint start')
    return { runId: null, refused: { code: error.code, message: error.message } }
  }
}

const nothing: Begun = { runId: null, refused: null }

async function keepAndStart(client: pg.PoolClient, engine: Engine | null, from: ChannelRow, sent: IncomingMessage) {
  const scope = new Scope(drizzle(client), from.account)
  const kept = await keepMessage(scope, from, sent)
  const { isWithPerson } = kept.conversation
  const isDone = kept.isRepeated && kept.runId !== null
  const isForFlow = engine !== null && from.flowId !== null && !isWithPerson && !isDone
  if (!isForFlow || kept.waitingRun !== null) return { kept, begun: nothing, isForFlow }
  const begun = await startWithin(client, engine, startOf(from, from.flowId ?? '', sent, kept))
  if (begun.runId !== null) await setMessageRun(scope, kept.id, begun.runId)
  return { kept, begun, isForFlow: false }
}

/** Delivers the message to the waiting step; if none is waiting any longer, starts a new run. */
async function answerWait(
  { database }: IntakeParts,
  engine: Engine,
  from: ChannelRow,
  sent: IncomingMessage,
  kept: KeptMessage,
): Promise<Begun> {
  const scope = new Scope(database.db, from.account)
  const to = { conversationId: kept.conversation.id }
  const isHeard = await engine.deliver(from.account, to, 'reply', inputOf(from, sent, kept))
  if (isHeard) {
    if (kept.waitingRun !== null) await setMessageRun(scope, kept.id, kept.waitingRun)
    return { runId: kept.waitingRun, refused: null }
  }
  try {
    const { runId } = await engine.start(startOf(from, from.flowId ?? '', sent, kept))
    await setMessageRun(scope, kept.id, runId)
    return { runId, refused: null }
  } catch (error) {
    if (!(error instanceof Fault) || isForLater(error)) throw error
    return { runId: null, refused: { code: error.code, message: error.message } }
  }
}

/** Throws if the provider should retry: the database is unavailable, or the load is too high (429). */
export async function takeIn(parts: IntakeParts, from: ChannelRow, message: IncomingMessage): Promise<TakenIn> {
  const sent = cleaned(message, parts.now())
  const engine = parts.engine()
  const { kept, begun, isForFlow } = await inTransaction(parts.database.pool, (client) =>
    keepAndStart(client, engine, from, sent),
  )
  const after = isForFlow && engine ? await answerWait(parts, engine, from, sent, kept) : begun
  const { id, isNew } = kept.conversation
  if (!kept.isRepeated)
    parts.events.tell(from.account, {
      noun: 'conversation',
      id,
      change: isNew ? 'created' : 'changed',
      conversation: id,
    })
  if (after.refused)
    parts.log.warn('an incoming message started no run', { channel: from.id, code: after.refused.code })
  return {
    messageId: kept.id,
    conversationId: id,
    runId: after.runId ?? kept.runId,
    isRepeated: kept.isRepeated,
    refused: after.refused,
  }
}
