/**
 * Listens on channels that receive no requests: mailboxes, and Telegram if the service has no public address. One
 * process at a time listens on a channel (store/db/lease.ts); when it ends, another takes over within seconds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes } from '#contract/values/channel-type.ts'
import { channelsOfTypes, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import { makeLeases } from '#server/store/db/lease.ts'
import { Scope } from '#server/store/db/scope.ts'
import { channelKinds } from './all.ts'
import { ChannelError, failureObservation } from './channel-type.ts'
import { initialChannelState } from './channel-defaults.ts'
import { unsealChannel } from './unsealed-channel.ts'
import type { ChannelContext } from './channel-context.ts'

export interface ChannelListeners {
  /** Re-reads the channels immediately, after a change. */
  refresh(): void
  stop(): Promise<void>
}

/** Interval at which channels and free leases are read. */
const refreshMs = 5_000
const firstPauseMs = 1_000
const maxPauseMs = 60_000
/** Pause after rejected credentials; new credentials end it early. Retries, in case the server was wrong. */
const reauthPauseMs = 10 * 60_000

interface Listener {
  version: number
  ended: Promise<void>
  controller: AbortController
}

/** Listens until the signal is aborted; restarts after errors, with increasing pauses. */
async function listenOn(context: ChannelContext, row: ChannelRow, signal: AbortSignal): Promise<void> {
  const { parts, tools, observe, receiveMessage } = context
  const { listen } = channelKinds[row.type]
  if (!listen) return
  const scope = new Scope(parts.database.db, row.account)
  let pause = firstPauseMs
  let isConnected = false
  const onResponse = async () => {
    pause = firstPauseMs
    if (isConnected) return
    isConnected = true
    await observe(scope, row.id, { state: { status: 'connected', reason: null } })
  }
  const onMessage = async (message: Parameters<typeof receiveMessage>[1]) => void (await receiveMessage(row, message))
  while (!signal.aborted) {
    try {
      await listen(unsealChannel(parts, row), tools, { onMessage, onResponse, signal })
      if (!signal.aborted) await wait(pause, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return
      isConnected = false
      if (!(error instanceof ChannelError)) parts.log.warn('listening failed', { channel: row.id, error })
      await observe(scope, row.id, failureObservation(error, parts.now())).catch(() => undefined)
      const needsReauth = error instanceof ChannelError && error.status === 'reauth_required'
      const retryAfterMs = error instanceof ChannelError ? (error.retryAfterMs ?? 0) : 0
      await wait(needsReauth ? reauthPauseMs : Math.max(pause, retryAfterMs), undefined, { signal }).catch(
        () => undefined,
      )
      pause = Math.min(pause * 2, maxPauseMs)
    }
  }
}

function isWanted(row: ChannelRow, context: ChannelContext): boolean {
  if (row.status === 'paused') return false
  if (row.type === 'email' && row.config['imap'] === undefined) return false
  const { credentials } = unsealChannel(context.parts, row)
  return initialChannelState(row.type, row.config, credentials, row.flowId).status !== 'disconnected'
}

export function startListening(context: ChannelContext): ChannelListeners {
  const { parts } = context
  const hasPublicUrl = parts.config.publicUrl !== null
  const types = creatableChannelTypes.filter((type) => {
    const hasAddress = hasPublicUrl && channelDescriptors[type].address !== null
    return channelKinds[type].listen !== null && !hasAddress
  })
  const leases = makeLeases(parts.database)
  const listeners = new Map<string, Listener>()
  const stopping = new AbortController()
  let wake: () => void = () => {}

  const endListener = async (id: string) => {
    const listener = listeners.get(id)
    if (!listener) return
    listeners.delete(id)
    listener.controller.abort()
    await listener.ended
    await leases.release(id)
  }

  const startListener = (row: ChannelRow) => {
    const controller = new AbortController()
    const ended = listenOn(context, row, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) parts.log.warn('listening failed', { channel: row.id, error })
    })
    listeners.set(row.id, { version: row.version, ended, controller })
  }

  const refresh = async () => {
    const rows = await channelsOfTypes(parts.database.db, types)
    const wanted = new Map(rows.filter((row) => isWanted(row, context)).map((row) => [row.id, row]))
    for (const [id, listener] of listeners) if (wanted.get(id)?.version !== listener.version) await endListener(id)
    for (const [id, row] of wanted) {
      const isMine = await leases.acquire(id)
      if (isMine && !listeners.has(id)) startListener(row)
      if (!isMine && listeners.has(id)) await endListener(id)
    }
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await refresh().catch(async (error: unknown) => {
        // Without the database, the lease may be lost and another process may already be listening.
        parts.log.warn('reading channels to listen on failed', { error })
        await Promise.all([...listeners.keys()].map((id) => endListener(id).catch(() => undefined)))
      })
      const woken = new Promise<void>((done) => {
        wake = done
      })
      await Promise.race([woken, wait(refreshMs, undefined, { signal: stopping.signal }).catch(() => undefined)])
    }
  })()

  return {
    refresh: () => wake(),
    async stop() {
      stopping.abort()
      wake()
      await loop
      await Promise.all([...listeners.keys()].map((id) => endListener(id).catch(() => undefined)))
      await leases.close()
    },
  }
}
