/**
 * Sends replies and notes. Sending continues after the conversation is closed, with one write per conversation at a
 * time; a retry uses the idempotency key of the first attempt, so that nothing is sent twice.
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
import { composerDrafts, type WriteAttempt, type WrittenKind } from './composer-drafts.ts'
import {
  findConversation,
  putConversation,
  putRemoteConversation,
  conversationWritesOf,
} from '#pages/inbox/thread/conversation-cache.ts'
import { concurrentChange } from './reply-checks.ts'
import { addMessage } from '#pages/inbox/thread/message-cache.ts'

/** State of a text that is being sent. */
export type Sending =
  | { is: 'sending' }
  | { is: 'failed'; error: ApiError }
  /** Not sent, because the conversation changed meanwhile; `what` lists the changes in words. */
  | { is: 'changed'; what: readonly string[] }

const under = signal<ReadonlyMap<string, Sending>>(new Map())
const nameOf = (draft: string, kind: WrittenKind): string => `${kind} ${draft}`

function note(name: string, sending: Sending | null): void {
  const next = new Map(under.get())
  if (sending === null) next.delete(name)
  else next.set(name, sending)
  under.set(next)
}

export const sendings = {
  subscribe: under.subscribe,
  get: (draft: string, kind: WrittenKind): Sending | null => under.get().get(nameOf(draft, kind)) ?? null,
  /** Asks for confirmation before sending, because the user cannot have read these recent changes yet. */
  ask: (draft: string, kind: WrittenKind, what: readonly string[]): void =>
    note(nameOf(draft, kind), { is: 'changed', what }),
  /** Clears the state, and with it the notice. */
  forget: (draft: string, kind: WrittenKind): void => note(nameOf(draft, kind), null),
}

export interface OutgoingText {
  /** Id of the conversation. */
  id: string
  /** Key of the draft. */
  draft: string
  kind: WrittenKind
  /** Id of the author. */
  me: string | null
}

/** The service keeps idempotency keys for a day; an attempt expires shortly before that. */
const keyLivesMs = 23 * 3_600_000

/** Whether a request with this text is unanswered and its key is still valid. */
export const isOpen = (attempt: WriteAttempt | null, text: string, now: number): boolean =>
  attempt !== null && attempt.text === text && now - attempt.at < keyLivesMs

/** The request for a text: the earlier attempt, else a new one, stored before it is sent. */
function attemptOf(client: QueryClient, { id, draft, kind }: OutgoingText, text: string): WriteAttempt {
  const { attempt } = composerDrafts.get(draft)[kind]
  if (attempt !== null && isOpen(attempt, text, Date.now())) return attempt
  const version = knownVersion(findConversation(client, id)?.version ?? null)
  const made = { text, key: crypto.randomUUID(), at: Date.now(), ...(version === undefined ? {} : { version }) }
  composerDrafts.changePart(draft, kind, { text, attempt: made })
  return made
}

/** Sends the text, and refetches the conversation, since the next change needs its new version. */
async function post(client: QueryClient, written: OutgoingText, text: string): Promise<Message> {
  const { id, kind } = written
  const { version, key } = attemptOf(client, written, text)
  const options = { idempotencyKey: key }
  const message =
    kind === 'reply'
      ? await call(conversationWork.reply, { id, body: { text, version } }, options)
      : await call(conversationWork.note, { id, body: { text } }, options)
  const now = await call(api.read, { id }).catch(() => null)
  if (now !== null) putConversation(client, now)
  return message
}

const inTurn = (client: QueryClient, written: OutgoingText, text: string): Promise<Message> =>
  client
    .getMutationCache()
    .build(client, {
      mutationKey: [conversationWork[written.kind].id],
      scope: conversationWritesOf(written.id),
      mutationFn: () => post(client, written, text),
    })
    .execute(undefined)

const Refused = z.object({ current: Conversation })

/** The current conversation from a conflict response; null for other errors. */
function currentOf(error: ApiError): Conversation | null {
  if (error.status !== 409 && error.status !== 412) return null
  const read = Refused.safeParse({ current: error.current })
  return read.success ? read.data.current : null
}

/**
 * Sends a draft. Resolves with the message if it was accepted, else with null: the reason is in `sendings`, and the
 * draft is kept.
 * @param isSecond a retry after a harmless concurrent change
 */
export async function sendWritten(
  client: QueryClient,
  written: OutgoingText,
  isSecond = false,
): Promise<Message | null> {
  const { id, draft, kind, me } = written
  const name = nameOf(draft, kind)
  const { text } = composerDrafts.get(draft)[kind]
  if (text.trim() === '' || (sendings.get(draft, kind)?.is === 'sending' && !isSecond)) return null
  note(name, { is: 'sending' })
  const before = findConversation(client, id)
  try {
    const message = await inTurn(client, written, text)
    composerDrafts.changePart(draft, kind, { text: '', attempt: null })
    addMessage(client, id, message)
    note(name, null)
    void client.invalidateQueries({ queryKey: [api.read.noun] })
    return message
  } catch (error) {
    if (!(error instanceof ApiError)) {
      note(name, null)
      throw error
    }
    // The key of a rejected attempt is dropped; an attempt with an unknown outcome keeps its key for the retry.
    if (!mayHaveSucceeded(error)) composerDrafts.changePart(draft, kind, { text, attempt: null })
    else void client.invalidateQueries({ queryKey: [api.read.noun] })
    const current = currentOf(error)
    if (current === null) {
      note(name, { is: 'failed', error })
      return null
    }
    putRemoteConversation(client, current)
    const what = before === undefined ? [] : concurrentChange(before, current, me)
    if (what.length === 0 && !isSecond) return sendWritten(client, written, true)
    void client.invalidateQueries({ queryKey: [api.read.noun] })
    note(name, { is: 'changed', what })
    return null
  }
}
