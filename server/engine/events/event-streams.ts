/** Server-sent event streams of connected clients. Source: HTML Living Standard, "Server-sent events". */
import { changeEvent, resetEvent } from '#contract/event.ts'
import { Fault } from '#server/base/fault.ts'
import type { EventBus, PublishedEvent } from './events.ts'

/** Maximum streams per person or key: over HTTP/1.1, a browser opens at most six connections to a service. */
const maxStreamsPerOwner = 20
/** Maximum streams per process: each holds a connection and a buffer. */
const maxStreams = 2_000
/** Maximum bytes buffered for a slow client, in addition to socket buffers. */
const maxBufferedBytes = 256 * 1024
/** Reconnection delay of browsers. */
const retryMs = 2_000

export interface StreamRequest {
  account: string
  /** Id of the person or key. */
  caller: string
  /** `Last-Event-ID`; null = first connection. */
  lastId: string | null
  /** Whether the session or key is still valid. */
  isStillValid: () => Promise<boolean>
}

export interface EventStreams {
  /**
   * Opens a stream, which counts towards the limits until it ends or is cancelled. 429 beyond the limit of the caller,
   * 503 beyond that of the process.
   */
  open(request: StreamRequest): ReadableStream<Uint8Array<ArrayBuffer>>
  /** Number of open streams. */
  readonly count: number
  /** Ends all streams; later calls of `open` throw 503. */
  close(): void
}

const encoder = new TextEncoder()
const changeText = ({ seq, ...event }: PublishedEvent) =>
  `event: ${changeEvent}\nid: ${seq}\ndata: ${JSON.stringify(event)}\n\n`
const resetText = (seq: string) => `event: ${resetEvent}\nid: ${seq}\ndata: {}\n\n`

/** One stream, from response to end. */
class Stream {
  private hasEnded = false
  private controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null
  private unsubscribe: (() => void) | null = null
  readonly request: StreamRequest
  private readonly bus: EventBus
  private readonly onEnd: (stream: Stream) => void

  constructor(request: StreamRequest, bus: EventBus, onEnd: (stream: Stream) => void) {
    this.request = request
    this.bus = bus
    this.onEnd = onEnd
  }

  /** Called when the client can receive data; the first call starts the stream. */
  pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void {
    if (this.hasEnded) controller.close()
    else if (!this.controller) this.begin(controller)
  }

  private begin(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void {
    const { account, lastId } = this.request
    this.controller = controller
    this.send(`retry: ${retryMs}\n\n`)
    const missed = lastId === null ? null : this.bus.eventsAfter(account, lastId)
    if (missed === null) this.send(resetText(this.bus.currentSeq(account)))
    else for (const event of missed) this.send(changeText(event))
    this.unsubscribe = this.bus.subscribe(account, {
      change: (event) => this.send(changeText(event)),
      reset: () => this.send(resetText(this.bus.currentSeq(account))),
    })
  }

  send(text: string): void {
    const { controller } = this
    if (!controller) return
    // A slow client is disconnected; it reconnects and resumes, or gets a reset.
    if ((controller.desiredSize ?? 0) < -maxBufferedBytes) {
      this.end()
      controller.error(new Error('The client is too slow to read the events.'))
    } else controller.enqueue(encoder.encode(text))
  }

  async check(): Promise<void> {
    // If the database is unavailable, the stream stays open until the next check.
    if (!(await this.request.isStillValid().catch(() => true))) this.close()
  }

  close(): void {
    const { controller } = this
    this.end()
    controller?.close()
  }

  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.controller = null
    this.unsubscribe?.()
    this.onEnd(this)
  }
}

/** Heartbeat: 15 s is below all usual idle timeouts of proxies. Sessions and keys are checked every minute. */
const defaultTimes = { heartbeatMs: 15_000, checkMs: 60_000 }

export function makeEventStreams(bus: EventBus, times: typeof defaultTimes = defaultTimes): EventStreams {
  const streams = new Set<Stream>()
  let isClosed = false
  const timers = [
    setInterval(() => {
      for (const stream of streams) stream.send(': here\n\n')
    }, times.heartbeatMs).unref(),
    setInterval(() => {
      for (const stream of streams) void stream.check()
    }, times.checkMs).unref(),
  ]
  const admit = (caller: string) => {
    const headers = { 'retry-after': '5' }
    if (isClosed || streams.size >= maxStreams)
      throw new Fault(
        'unavailable',
        isClosed
          ? 'The service is stopping. Try again later.'
          : `${maxStreams} event streams are open, the maximum. Try again later.`,
        { headers },
      )
    const own = [...streams].filter(({ request }) => request.caller === caller).length
    if (own >= maxStreamsPerOwner)
      throw new Fault('throttled', `${maxStreamsPerOwner} event streams are already open. Close one first.`, {
        headers,
      })
  }
  return {
    open(request) {
      admit(request.caller)
      const stream = new Stream(request, bus, (ended) => streams.delete(ended))
      streams.add(stream)
      return new ReadableStream<Uint8Array<ArrayBuffer>>(
        { pull: (controller) => stream.pull(controller), cancel: () => stream.end() },
        { highWaterMark: 0, size: (chunk) => chunk.byteLength },
      )
    },
    get count() {
      return streams.size
    },
    close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const stream of streams) stream.close()
    },
  }
}
