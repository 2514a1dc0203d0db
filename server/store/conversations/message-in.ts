/** Stores an incoming message with its contact and conversation, within the caller's transaction. */
import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { contact as contactTable, conversation, message } from '#server/store/tables/conversation.ts'
import { run, runStep } from '#server/store/tables/run.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { lastMessageOf } from './last-message.ts'
import { matchContact, type MatchedContact, type Sender } from './contact-match.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { moreSearch } from '#server/store/query/search.ts'

export interface NewMessage {
  externalId: string
  thread: string
  sender: Sender
  subject: string
  text: string
  at: Date
}

export interface StoredMessage {
  id: string
  /** The message was already stored. */
  isRepeated: boolean
  /** The run that the message started or resumed; null = none yet. */
  runId: string | null
  conversation: { id: string; number: number; isNew: boolean; isWithPerson: boolean }
  contact: MatchedContact
  /** A run of the conversation that waits for a reply. */
  waitingRun: string | null
}

interface Thread {
  id: string
  number: number
  isWithPerson: boolean
  isNew: boolean
}

/** Derived from the provider's id, so that a duplicate has the same row id. */
const messageIdOf = (channelId: string, externalId: string): string =>
  `msg_${createHash('sha256')
    .update(JSON.stringify([channelId, externalId]))
    .digest('base64url')
    .slice(0, 24)}`

/** True if people handle the conversation: messages then start no flow. */
export const isWithPerson = sql<boolean>`(${conversation.handledBy} = 'person' or ${conversation.assigneeId} is not null)`

const threadFields = { id: conversation.id, number: conversation.number, isWithPerson }

/** Locks the thread: its messages are processed one by one. */
async function findThread(scope: Scope, channelId: string, thread: string): Promise<Thread | null> {
  const [row] = await scope
    .select(conversation, threadFields, and(eq(conversation.channelId, channelId), eq(conversation.externalId, thread)))
    .for('update')
  return row ? { ...row, isNew: false } : null
}

/** Attempts to find a free number; each waits for one commit at most. */
const maxAttempts = 50

async function newThread(
  scope: Scope,
  channel: ChannelRow,
  contact: MatchedContact,
  newMessage: NewMessage,
): Promise<Thread | null> {
  const next = scope.select(conversation, { number: sql`coalesce(max(${conversation.number}), 0) + 1` })
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const row = {
      id: newId('cnv'),
      number: sql<number>`${next}`,
      subject: newMessage.subject,
      status: 'open',
      channelId: channel.id,
      channelName: channel.name,
      channelType: channel.type,
      contactId: contact.id,
      flowId: channel.flowId,
      flowName: channel.flowName,
      handledBy: channel.flowId === null ? 'person' : 'flow',
      externalId: newMessage.thread,
      createdAt: newMessage.at,
      updatedAt: newMessage.at,
      search: moreSearch(sql`''::tsvector`, `${newMessage.subject} ${contact.name} ${contact.email ?? ''}`),
    }
    const [made] = await scope.insert(conversation, [row]).onConflictDoNothing().returning(threadFields)
    if (made) return { ...made, isNew: true }
    // Either the number was taken, or a concurrent message created the thread.
    const concurrent = await findThread(scope, channel.id, newMessage.thread)
    if (concurrent) return concurrent
  }
  return null
}

/** Updates the conversation: one more unread message, reopened, the contact waits for a reply. */
function countMessage(scope: Scope, id: string, { text, at }: Pick<NewMessage, 'text' | 'at'>, name: string) {
  return scope.update(
    conversation,
    {
      status: 'open',
      snoozedUntil: null,
      lastMessageAt: at,
      lastMessage: lastMessageOf({ at, direction: 'in', author: 'contact', author_name: name, text }),
      unreadCount: sql`${conversation.unreadCount} + 1`,
      messageCount: sql`${conversation.messageCount} + 1`,
      waitingSince: sql`coalesce(${conversation.waitingSince}, ${at})`,
      search: moreSearch(sql`${conversation.search}`, text),
      version: sql`${conversation.version} + 1`,
      updatedAt: at,
    },
    eq(conversation.id, id),
  )
}

/**
 * To be called in a transaction: stores an answer of the simulated contact of a sample conversation, which starts no
 * run. False if the conversation was removed or resolved meanwhile.
 */
export async function storeSampleAnswer(
  scope: Scope,
  conversationId: string,
  answer: (messageCount: number) => string,
  at: Date,
): Promise<boolean> {
  const isOpen = and(
    eq(conversation.id, conversationId),
    eq(conversation.sample, true),
    ne(conversation.status, 'resolved'),
  )
  const [thread] = await scope
    .select(conversation, { contactId: conversation.contactId, messageCount: conversation.messageCount }, isOpen)
    .for('update')
  if (!thread) return false
  const [from] = await scope.select(contactTable, { name: contactTable.name }, eq(contactTable.id, thread.contactId))
  const name = from?.name ?? ''
  const text = answer(thread.messageCount)
  const row = { id: newId('msg'), conversationId, at, direction: 'in', author: 'contact', authorName: name, text }
  await scope.insert(message, [{ ...row, sample: true }])
  await countMessage(scope, conversationId, { text, at }, name)
  return true
}

/** The run of a conversation with a step that waits for a reply; null if there is none. */
async function waitingRunOf(scope: Scope, conversationId: string): Promise<string | null> {
  const waits = and(eq(runStep.event, 'reply'), eq(runStep.status, 'waiting'), isNull(runStep.payload))
  const open = and(eq(run.conversationId, conversationId), inArray(run.status, ['queued', 'running', 'waiting']))
  const [row] = await scope
    .select(run, { id: run.id }, open)
    .innerJoin(runStep, scope.on(runStep, and(waits, eq(runStep.runId, run.id))))
    .limit(1)
  return row?.id ?? null
}

/** To be called in a transaction. A duplicate changes nothing. */
export async function storeIncoming(scope: Scope, channel: ChannelRow, newMessage: NewMessage): Promise<StoredMessage> {
  const contact = await matchContact(scope, channel.type, newMessage.sender)
  const thread =
    (await findThread(scope, channel.id, newMessage.thread)) ?? (await newThread(scope, channel, contact, newMessage))
  if (!thread) throw new Error('No free conversation number was found.')
  const id = messageIdOf(channel.id, newMessage.externalId)
  const { name } = contact
  const row = { direction: 'in', author: 'contact', authorName: name, externalId: newMessage.externalId }
  const made = await scope
    .insert(message, [{ id, conversationId: thread.id, at: newMessage.at, text: newMessage.text, ...row }])
    .onConflictDoNothing()
    .returning({ id: message.id })
  const isRepeated = made.length === 0
  if (!isRepeated) await countMessage(scope, thread.id, newMessage, name)
  const [before] = isRepeated ? await scope.select(message, { runId: message.runId }, eq(message.id, id)) : []
  const waitingRun = thread.isNew ? null : await waitingRunOf(scope, thread.id)
  return { id, isRepeated, runId: before?.runId ?? null, conversation: thread, contact, waitingRun }
}

/** Stores the run that a message started or resumed. */
export async function setMessageRun(scope: Scope, id: string, runId: string): Promise<void> {
  await scope.update(message, { runId }, eq(message.id, id))
}
