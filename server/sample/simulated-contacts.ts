/**
 * Simulates the contacts of sample conversations: a reply counts as sent without leaving the process, and the contact
 * answers it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/base/log.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import { storeSampleAnswer } from '#server/store/conversations/message-in.ts'
import { markSent } from '#server/store/conversations/message-out.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'

export interface SimulatedContacts {
  /** Answers a stored reply in a sample conversation; to be called after the commit. */
  answer(account: string, reply: { conversationId: string; messageId: string }): void
  stop(): Promise<void>
}

/** Time in ms after which a contact answers: long enough to look away from the composer. */
const answerAfterMs = 2_000

/** Used in turn, by the number of messages in the conversation. */
const answers = [
  'Thank you, that helps.',
  'OK, thanks. How long will it take?',
  'Great, that was quick.',
  'Thanks! One more question: can I also change the address?',
  'Perfect, thank you.',
]

export function makeSimulatedContacts(parts: {
  database: Database
  events: EventBus
  log: Log
  now: () => Date
}): SimulatedContacts {
  const { database, events, log, now } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const respond = async (account: string, conversationId: string, messageId: string) => {
    const scope = new Scope(database.db, account)
    const publish = () =>
      events.publish(account, {
        noun: 'conversation',
        id: conversationId,
        change: 'changed',
        conversation: conversationId,
      })
    await markSent(scope, messageId, conversationId, null)
    publish()
    await wait(answerAfterMs, undefined, { signal: stopping.signal })
    const textOf = (count: number) => answers[count % answers.length] ?? ''
    if (await scope.transaction((tx) => storeSampleAnswer(tx, conversationId, textOf, now()))) publish()
  }
  return {
    answer(account, { conversationId, messageId }) {
      const task = respond(account, conversationId, messageId)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn('sample reply not answered', { conversation: conversationId, error })
        })
        .finally(() => running.delete(task))
      running.add(task)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
