/**
 * Sends replies and notes. Sending continues after the conversation is closed, with one write per conversation at a
 * time; a retry of the same text within 23 hours uses the idempotency key of the first attempt, so that nothing is sent
 * twice.
 */
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { mayHaveSucceeded } from '#api/request/idempotency-key.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversation as api, Conversation, type Message } from '#contract/conversation.ts'
import { conversationWork } from '#contract/conversation-work.ts'
import { signal } from '#lib/signal.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { composerDrafts, type SendAttempt, type ComposerKind } from './composer-drafts.ts'
import {
  findConversation,
  putConversation,
  putRemoteConversation,
  conversationWritesOf,
} from '#pages/inbox/thread/conversation-cache.ts'
import { concurrentChanges } from './reply-checks.ts'
import { addMessage } from '#pages/inbox/thread/message-cache.ts'

/** State of a text that is being sent. */
export type SendState =
  | { is: 'sending' }
  | { is: 'failed'; error: ApiError }
  /** Not sent, because others changed the conversation; `changes` = those changes in words. */
  | { is: 'changed'; changes: readonly string[] }

const sendStatesByName = signal<ReadonlyMap<string, SendState>>(new Map())
const nameOf = (draft: string, kind: ComposerKind): string => `${kind} ${draft}`

function setSendState(name: string, sending: SendState | null): void {
  const next = new Map(sendStatesByName.get())
  if (sending === null) next.delete(name)
  else next.set(name, sending)
  sendStatesByName.set(next)
}

export const sendStates = {
  subscribe: sendStatesByName.subscribe,
  get: (draft: string, kind: ComposerKind): SendState | null => sendStatesByName.get().get(nameOf(draft, kind)) ?? null,
  /** Asks for confirmation before sending, because the user cannot have read these recent changes yet. */
  ask: (draft: string, kind: ComposerKind, changes: readonly string[]): void =>
    setSendState(nameOf(draft, kind), { is: 'changed', changes }),
  /** Clears the state, and with it the notice. */
  forget: (draft: string, kind: ComposerKind): void => setSendState(nameOf(draft, kind), null),
}

export interface OutgoingText {
  /** Id of the conversation. */
  id: string
  /** Key of the draft. */
  draft: string
  kind: ComposerKind
  /** Id of the author. */
  me: string | null
}

/** The service keeps idempotency keys for a day; an attempt expires shortly before that. */
const keyLifetimeMs = 23 * 3_600_000

/** Whether the outcome of a request with this text is unknown, and its key is still valid. */
export const isUnanswered = (attempt: SendAttempt | null, text: string, now: number): boolean =>
  attempt !== null && attempt.text === text && now - attempt.at < keyLifetimeMs

/** The request for a text: the earlier attempt, else a new one, stored before it is sent. */
function attemptOf(client: QueryClient, { id, draft, kind }: OutgoingText, text: string): SendAttempt {
  const { attempt } = composerDrafts.get(draft)[kind]
  if (attempt !== null && isUnanswered(attempt, text, Date.now())) return attempt
  const version = knownVersion(findConversation(client, id)?.version ?? null)
  const newAttempt = { text, key: crypto.randomUUID(), at: Date.now(), ...(version === undefined ? {} : { version }) }
  composerDrafts.changePart(draft, kind, { text, attempt: newAttempt })
  return newAttempt
}

/** Sends the text, and refetches the conversation, since the next change needs its new version. */
async function sendRequest(client: QueryClient, outgoing: OutgoingText, text: string): Promise<Message> {
  const { id, kind } = outgoing
  const { version, key } = attemptOf(client, outgoing, text)
  const options = { idempotencyKey: key }
  const message =
    kind === 'reply'
      ? await call(conversationWork.reply, { id, body: { text, version } }, options)
      : await call(conversationWork.note, { id, body: { text } }, options)
  const now = await call(api.read, { id }).catch(() => null)
  if (now !== null) putConversation(client, now)
  return message
}

const sendInSequence = (client: QueryClient, outgoing: OutgoingText, text: string): Promise<Message> =>
  client
    .getMutationCache()
    .build(client, {
      mutationKey: [conversationWork[outgoing.kind].id],
      scope: conversationWritesOf(outgoing.id),
      mutationFn: () => sendRequest(client, outgoing, text),
    })
    .execute(undefined)

const ConflictBody = z.object({ current: Conversation })

/** The current conversation from a conflict response; null for other errors. */
function conflictingConversation(error: ApiError): Conversation | null {
  if (error.status !== 409 && error.status !== 412) return null
  const read = ConflictBody.safeParse({ current: error.current })
  return read.success ? read.data.current : null
}

/** * Sends a draft. Resolves with the message if it was accepted, else with null: the reason is in `sendStates`, and the
 * draft is kept. Also resolves with null, without sending, if the text is blank or is already being sent. Rejects with
 * errors that are not an ApiError.
@param isRetry a retry after a harmless concurrent change
 */
export async function sendComposed(
  client: QueryClient,
  outgoing: OutgoingText,
  isRetry = false,
): Promise<Message | null> {
  const { id, draft, kind, me } = outgoing
  const name = nameOf(draft, kind)
  const { text } = composerDrafts.get(draft)[kind]
  if (text.trim() === '' || (sendStates.get(draft, kind)?.is === 'sending' && !isRetry)) return null
  setSendState(name, { is: 'sending' })
  const before = findConversation(client, id)
  try {
    const message = await sendInSequence(client, outgoing, text)
    composerDrafts.changePart(draft, kind, { text: '', attempt: null })
    addMessage(client, id, message)
    setSendState(name, null)
    void client.invalidateQueries({ queryKey: [api.read.noun] })
    return message
  } catch (error) {
    if (!(error instanceof ApiError)) {
      setSendState(name, null)
      throw error
    }
    // The key of a rejected attempt is dropped; an attempt with an unknown outcome keeps its key for the retry.
    if (!mayHaveSucceeded(error)) composerDrafts.changePart(draft, kind, { text, attempt: null })
    else void client.invalidateQueries({ queryKey: [api.read.noun] })
    const current = conflictingConversation(error)
    if (current === null) {
      setSendState(name, { is: 'failed', error })
      return null
    }
    putRemoteConversation(client, current)
    const changes = before === undefined ? [] : concurrentChanges(before, current, me)
    if (changes.length === 0 && !isRetry) return sendComposed(client, outgoing, true)
    void client.invalidateQueries({ queryKey: [api.read.noun] })
    setSendState(name, { is: 'changed', changes })
    return null
  }
}
