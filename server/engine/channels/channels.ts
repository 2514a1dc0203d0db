/** Channel service: receives and sends messages, and maintains the status of channels. */
import { findChannel, observeChannel, type ChannelRow, type Observed } from '#server/store/channels/channel-rows.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { Messenger } from '#server/engine/engine-tools.ts'
import { channelKinds } from './all.ts'
import {
  ChannelError,
  type ChannelTools,
  type HookAnswer,
  type HookRequest,
  type IncomingMessage,
  failureObservation,
} from './channel-type.ts'
import { initialChannelState } from './channel-defaults.ts'
import { takeIn, type TakenIn } from './intake.ts'
import { makeChannelDeregistrar } from './deregistration.ts'
import { keepListening, type Listening } from './listening.ts'
import { makeReach } from './mail-server.ts'
import { makeMessenger, sendAnswer } from './messenger.ts'
import { unsealChannel } from './unsealed-channel.ts'
import type { ChannelsParts, ChannelContext } from './channel-context.ts'

export interface Received extends HookAnswer {
  /** Intake result for each of `messages`. */
  taken: readonly TakenIn[]
}

export interface Channels {
  messenger: Messenger
  /** Checks the connection and stores the status. Never throws. */
  check(scope: Scope, id: string): Promise<void>
  /** To be called after the commit that created, changed or removed a channel. */
  changed(account: string, id: string): void
  /**
   * To be called in the transaction that removes a channel or changes its config or credentials from `before`:
   * schedules its deregistration with the provider. Call the returned function after the commit: it starts the
   * deregistration in the background. Failures are logged and retried.
   */
  leave(scope: Scope, before: ChannelRow): Promise<() => void>
  /** Retries pending deregistrations. */
  leaveAgain(): Promise<void>
  /** Handles a request of Telegram or Slack. Null if the type receives none. Throws if the provider should retry. */
  receive(row: ChannelRow, request: HookRequest): Promise<Received | null>
  takeIn(row: ChannelRow, message: IncomingMessage): Promise<TakenIn>
  /** Sends a stored reply of a person; to be called after the commit. The result is stored in its row. */
  sendAnswer(account: string, answer: { conversationId: string; messageId: string; text: string }): void
  /** Starts listening on channels that receive no requests. */
  start(): void
  stop(): Promise<void>
}

/** Timeout of a connection check. */
const checkMs = 30_000

function makeChecker(parts: ChannelsParts, tools: ChannelTools, observe: ChannelContext['observe']) {
  return async (scope: Scope, id: string): Promise<void> => {
    const row = await findChannel(scope, id)
    if (!row || row.status === 'paused') return
    const ready = unsealChannel(parts, row)
    const first = initialChannelState(row.type, row.config, ready.credentials, row.flowId)
    if (first.status === 'disconnected') {
      await observe(scope, id, { state: first })
      return
    }
    try {
      const health = await channelKinds[row.type].check(ready, tools, AbortSignal.timeout(checkMs))
      await observe(scope, id, health)
    } catch (error) {
      if (!(error instanceof ChannelError)) parts.log.warn('channel check', { channel: id, error })
      await observe(scope, id, failureObservation(error, parts.now()))
    }
  }
}

export function makeChannels(parts: ChannelsParts): Channels {
  const { database, log, now, outgoing } = parts
  const tools: ChannelTools = { outgoing, log, now, reach: makeReach(parts.config.outgoingAllow), ca: parts.ca }
  const tell = (account: string, id: string) => parts.events.tell(account, { noun: 'channel', id, change: 'changed' })
  const observe = async (scope: Scope, id: string, seen: Observed) => {
    await observeChannel(scope, id, seen, now())
    tell(scope.account, id)
  }
  const take = async (row: ChannelRow, message: IncomingMessage): Promise<TakenIn> => {
    const taken = await takeIn(parts, row, message)
    const { refused } = taken
    const error = refused ? { error: { ...refused, at: now().toISOString() } } : {}
    if (!taken.isRepeated) await observe(new Scope(database.db, row.account), row.id, { eventAt: now(), ...error })
    return taken
  }
  const work: ChannelContext = { parts, tools, observe, takeIn: take }
  const check = makeChecker(parts, tools, observe)
  const leaver = makeChannelDeregistrar(parts, tools)
  let listening: Listening | null = null
  const asking = new Set<Promise<void>>()
  const inBackground = (task: Promise<void>) => {
    const running = task.finally(() => asking.delete(running))
    asking.add(running)
  }

  return {
    messenger: makeMessenger(work),
    check,
    changed(account, id) {
      tell(account, id)
      inBackground(
        check(new Scope(database.db, account), id)
          .catch((error: unknown) => log.warn('channel check', { channel: id, error }))
          .finally(() => listening?.look()),
      )
    },
    async leave(scope, before) {
      const leaving = await leaver.keep(scope, before)
      return () => void (leaving && inBackground(leaver.tell(leaving)))
    },
    leaveAgain: () => leaver.again(),
    async receive(row, request) {
      const { receive } = channelKinds[row.type]
      if (!receive) return null
      const answer = receive(unsealChannel(parts, row), request, now())
      if (row.status === 'paused' && answer.messages.length > 0)
        return { ...answer, messages: [], verdict: 'refused', detail: 'The channel is paused.', taken: [] }
      const taken: TakenIn[] = []
      for (const message of answer.messages) taken.push(await take(row, message))
      const isRepeated = taken.length > 0 && taken.every((one) => one.isRepeated)
      return { ...answer, verdict: isRepeated ? 'repeated' : answer.verdict, taken }
    },
    takeIn: take,
    sendAnswer(account, { conversationId, messageId, text }) {
      inBackground(
        sendAnswer(work, account, conversationId, messageId, text).catch((error: unknown) =>
          log.warn('reply not sent', { conversation: conversationId, error }),
        ),
      )
    },
    start() {
      listening ??= keepListening(work)
    },
    async stop() {
      await listening?.stop()
      listening = null
      await Promise.all(asking)
    },
  }
}
