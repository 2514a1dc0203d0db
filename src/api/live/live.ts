/**
 * Live updates (contract/event.ts): one event stream per page, read with fetch, which can send credentials. A change
 * invalidates cached reads. After a gap in the stream, the service replays the missed events or sends a reset, which
 * invalidates all cached reads. Loaded if a service has events, and for products, whose lists are read again instead.
 */
import type { QueryClient } from '@tanstack/react-query'
import { ChangeEvent, changeEvent, eventPath, resetEvent } from '#contract/event.ts'
import { baseUrl } from '#api/connection/connection.ts'
import { requestTo } from '#api/connection/credentials.ts'
import { EventLines, type StreamEvent } from './event-lines.ts'
import { missingExtensions } from '#api/connection/missing-extensions.ts'
import { liveState } from './live-state.ts'
import { unreachableSince } from '#api/connection/reachability.ts'
import { sessionEnded } from '#api/connection/session-end.ts'
import { StaleReads } from './stale-reads.ts'

/** Name of the extension in `/me/`. */
export const eventsExtension = 'events'

/** Pauses before reconnecting: doubled after each failure. */
const firstPauseMs = 1_000
const maxPauseMs = 30_000
/** Minimum duration in ms of a connection that does not count as a failure. */
const minStableMs = 10_000
/** A connection that is silent for longer is lost: services send at least a comment more often than that. */
const silentMs = 60_000
/** A hidden page closes its connection after this time: a browser allows six to one origin, in all its windows. */
const hiddenTimeoutMs = 30_000
/** Interval for polling while the stream is broken. */
const readEveryMs = 30_000
/** Nouns that change without a user's action. */
const volatileNouns = ['run', 'balance', 'conversation', 'channel']

/** Statuses that mean that the service has no event stream; 204 ends it for good. */
const absentStatuses = new Set([204, 404, 405, 501])

const isHidden = () => document.visibilityState === 'hidden'

/** Resolves after the given time, when the browser is online again, or when the signal is aborted. */
function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** Resolves once the condition holds; it is checked on each notification. */
function waitUntil(condition: () => boolean, subscribe: (listener: () => void) => () => void): Promise<void> {
  if (condition()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = subscribe(() => {
      if (!condition()) return
      end()
      resolve()
    })
  })
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Calls back when the page has been hidden for a while. */
function whenHidden(onHidden: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onChange = () => {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(onHidden, hiddenTimeoutMs)
  }
  onChange()
  const end = onVisibility(onChange)
  return () => {
    clearTimeout(timer)
    end()
  }
}

class Live {
  readonly #client: QueryClient
  readonly #stale: StaleReads
  readonly #end = new AbortController()
  #lastId: string
  #wasReset = false

  constructor(client: QueryClient, lastId: string) {
    this.#client = client
    this.#stale = new StaleReads(client)
    this.#lastId = lastId
  }

  close(): void {
    this.#end.abort()
    this.#stale.close()
    liveState.set('off')
  }

  /** Listens until `close` is called, or the service turns out to have no events. */
  async listen(): Promise<void> {
    const { signal } = this.#end
    let failures = 0
    let readAt = 0
    while (!signal.aborted) {
      if (isHidden()) {
        liveState.set('resting')
        await waitUntil(() => signal.aborted || !isHidden(), onVisibility)
      }
      // Waits until the service can be reached, and until the user is signed in.
      await waitUntil(() => unreachableSince.get() === null, unreachableSince.subscribe)
      await waitUntil(() => !sessionEnded.get(), sessionEnded.subscribe)
      if (signal.aborted) return
      const startedAt = performance.now()
      const end = await this.#readStream().catch(() => 'broken' as const)
      if (signal.aborted) return
      if (end === 'absent') {
        missingExtensions.set(new Set([...missingExtensions.get(), eventsExtension]))
        this.close()
        return
      }
      if (end === 'resting') continue
      if (liveState.get() !== 'broken') readAt = performance.now()
      liveState.set('broken')
      failures = performance.now() - startedAt > minStableMs ? 0 : failures + 1
      const most = Math.min(firstPauseMs * 2 ** failures, maxPauseMs)
      await waitOrOnline(most / 2 + (Math.random() * most) / 2, signal)
      if (performance.now() - readAt < readEveryMs) continue
      this.#stale.recordAll(volatileNouns)
      readAt = performance.now()
    }
  }

  /** Reads one connection until it ends. Rejects if the connection breaks. */
  async #readStream(): Promise<'absent' | 'broken' | 'resting'> {
    const controller = new AbortController()
    let wasHidden = false
    const stopWatching = whenHidden(() => {
      wasHidden = true
      controller.abort()
    })
    let silenceTimer = setTimeout(() => controller.abort(), silentMs)
    const onData = () => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(() => controller.abort(), silentMs)
    }
    try {
      const response = await this.#open(AbortSignal.any([this.#end.signal, controller.signal]))
      const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream')
      if (absentStatuses.has(response.status) || (response.ok && !isStream)) return 'absent'
      if (!response.ok || response.body === null) return 'broken'
      liveState.set('live')
      await this.#read(response.body, onData)
      return 'broken'
    } catch (problem) {
      if (wasHidden) return 'resting'
      throw problem
    } finally {
      clearTimeout(silenceTimer)
      stopWatching()
      controller.abort()
    }
  }

  async #open(signal: AbortSignal): Promise<Response> {
    const base = await baseUrl()
    const defaults = requestTo(base)
    const headers = new Headers(defaults.headers)
    headers.set('accept', 'text/event-stream')
    if (this.#lastId !== '') headers.set('last-event-id', this.#lastId)
    return fetch(`${base}${eventPath}`, { ...defaults, headers, cache: 'no-store', signal })
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>, onData: () => void): Promise<void> {
    const lines = new EventLines(this.#lastId)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onData()
      for (const event of lines.add(value)) this.#handle(event)
    }
  }

  #handle({ name, data, id }: StreamEvent): void {
    this.#lastId = id
    if (name === resetEvent) this.#reset()
    if (name !== changeEvent) return
    const change = ChangeEvent.safeParse(json(data))
    // Unknown events of a newer service are ignored: nothing on this page depends on them.
    if (change.success) this.#stale.record(change.data)
  }

  /**
   * Handles a reset: the missed events are unknown. If it is the first one, the page has just been read, so only nouns
   * that change without a user's action may be outdated.
   */
  #reset(): void {
    if (this.#wasReset) void this.#client.invalidateQueries()
    else this.#stale.recordAll(volatileNouns)
    this.#wasReset = true
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Listens to a service's events and invalidates cached reads. Returns the function that stops it.
 * @param lastId the event before the first read, so that the service replays what the page has missed; '' = unknown
 */
export function openLive(client: QueryClient, lastId: string): () => void {
  const live = new Live(client, lastId)
  void live.listen()
  return () => live.close()
}

/** ms between two reads of the lists of a product, which sends no events. */
const rereadMs = 15_000
/** Reads that show what happens in a product. An open flow is read again by its page. */
const rereadEndpoints: ReadonlySet<unknown> = new Set(['flow.list', 'run.list', 'run.summary'])

/** Reads the lists of a product again while the page is visible. Returns the function that ends it. */
export function rereadLists(client: QueryClient): () => void {
  const timer = setInterval(() => {
    if (isHidden()) return
    void client.invalidateQueries({ predicate: ({ queryKey: [, endpoint] }) => rereadEndpoints.has(endpoint) })
  }, rereadMs)
  return () => clearInterval(timer)
}
