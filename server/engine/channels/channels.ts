/** Channel service: receives and sends messages, and maintains the status of channels. */
import {
  findChannel,
  observeChannel,
  type ChannelRow,
  type ChannelObservation,
} from '#server/store/channels/channel-rows.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { Messenger } from '#server/engine/engine-tools.ts'
import { channelKinds } from './all.ts'
import {
  ChannelError,
  type ChannelTools,
  type HookResponse,
  type HookRequest,
  type IncomingMessage,
  failureObservation,
} from './channel-type.ts'
import { initialChannelState } from './channel-defaults.ts'
import { storeIncomingMessage, type IntakeResult } from './intake.ts'
import { makeChannelDeregistrar } from './deregistration.ts'
import { startListening, type ChannelListeners } from './listening.ts'
import { makeHostResolver } from './mail-server.ts'
import { makeMessenger, sendReply } from './messenger.ts'
import { unsealChannel } from './unsealed-channel.ts'
import type { ChannelsParts, ChannelContext } from './channel-context.ts'

export interface ReceivedRequest extends HookResponse {
  /** Intake result for each of `messages`. */
  intakeResults: readonly IntakeResult[]
}

export interface Channels {
  messenger: Messenger
  /** Checks the connection and stores the status. Never throws. */
  check(scope: Scope, id: string): Promise<void>
  /** To be called after the commit that created, changed or removed a channel. */
  recheck(account: string, id: string): void
  /**
   * To be called in the transaction that removes a channel or changes its config or credentials from `before`:
   * schedules its deregistration with the provider. Call the returned function after the commit: it starts the
   * deregistration in the background. Failures are logged and retried.
   */
  scheduleDeregistration(scope: Scope, before: ChannelRow): Promise<() => void>
  /** Retries pending deregistrations. */
  retryDeregistrations(): Promise<void>
  /** Handles a request of Telegram or Slack. Null if the type receives none. Throws if the provider should retry. */
  receive(row: ChannelRow, request: HookRequest): Promise<ReceivedRequest | null>
  receiveMessage(row: ChannelRow, message: IncomingMessage): Promise<IntakeResult>
  /** Sends a stored reply of a person; to be called after the commit. The result is stored in its row. */
  sendReply(account: string, answer: { conversationId: string; messageId: string; text: string }): void
  /** Starts listening on channels that receive no requests. */
  start(): void
  stop(): Promise<void>
}

/** Timeout of a connection check. */
const checkTimeoutMs = 30_000

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
      const health = await channelKinds[row.type].check(ready, tools, AbortSignal.timeout(checkTimeoutMs))
      await observe(scope, id, health)
    } catch (error) {
      if (!(error instanceof ChannelError)) parts.log.warn('channel check', { channel: id, error })
      await observe(scope, id, failureObservation(error, parts.now()))
    }
  }
}

export function makeChannels(parts: ChannelsParts): Channels {
  const { database, log, now, outgoing } = parts
  const tools: ChannelTools = {
    outgoing,
    log,
    now,
    resolveHost: makeHostResolver(parts.config.outgoingAllow),
    ca: parts.ca,
  }
  const publishChange = (account: string, id: string) =>
    parts.events.publish(account, { noun: 'channel', id, change: 'changed' })
  const observe = async (scope: Scope, id: string, observation: ChannelObservation) => {
    await observeChannel(scope, id, observation, now())
    publishChange(scope.account, id)
  }
  const receiveMessage = async (row: ChannelRow, message: IncomingMessage): Promise<IntakeResult> => {
    const result = await storeIncomingMessage(parts, row, message)
    const { refused } = result
    const error = refused ? { error: { ...refused, at: now().toISOString() } } : {}
    if (!result.isRepeated) await observe(new Scope(database.db, row.account), row.id, { eventAt: now(), ...error })
    return result
  }
  const context: ChannelContext = { parts, tools, observe, receiveMessage }
  const check = makeChecker(parts, tools, observe)
  const deregistrar = makeChannelDeregistrar(parts, tools)
  let listening: ChannelListeners | null = null
  const backgroundTasks = new Set<Promise<void>>()
  const inBackground = (task: Promise<void>) => {
    const running = task.finally(() => backgroundTasks.delete(running))
    backgroundTasks.add(running)
  }

  return {
    messenger: makeMessenger(context),
    check,
    recheck(account, id) {
      publishChange(account, id)
      inBackground(
        check(new Scope(database.db, account), id)
          .catch((error: unknown) => log.warn('channel check', { channel: id, error }))
          .finally(() => listening?.refresh()),
      )
    },
    async scheduleDeregistration(scope, before) {
      const deregistration = await deregistrar.schedule(scope, before)
      return () => void (deregistration && inBackground(deregistrar.deregister(deregistration)))
    },
    retryDeregistrations: () => deregistrar.retryPending(),
    async receive(row, request) {
      const { receive } = channelKinds[row.type]
      if (!receive) return null
      const answer = receive(unsealChannel(parts, row), request, now())
      if (row.status === 'paused' && answer.messages.length > 0)
        return { ...answer, messages: [], verdict: 'refused', detail: 'The channel is paused.', intakeResults: [] }
      const intakeResults: IntakeResult[] = []
      for (const message of answer.messages) intakeResults.push(await receiveMessage(row, message))
      const isRepeated = intakeResults.length > 0 && intakeResults.every((one) => one.isRepeated)
      return { ...answer, verdict: isRepeated ? 'repeated' : answer.verdict, intakeResults }
    },
    receiveMessage,
    sendReply(account, { conversationId, messageId, text }) {
      inBackground(
        sendReply(context, account, conversationId, messageId, text).catch((error: unknown) =>
          log.warn('reply not sent', { conversation: conversationId, error }),
        ),
      )
    },
    start() {
      listening ??= startListening(context)
    },
    async stop() {
      await listening?.stop()
      listening = null
      await Promise.all(backgroundTasks)
    },
  }
}
