/**
 * Exports spans to a collector in batches, asynchronously: a slow or unreachable collector loses spans, but does not
 * affect runs.
 */
import type { Log } from '#server/base/log.ts'
import type { Telemetry } from '#server/base/telemetry-settings.ts'
import { exportOf, type Span } from './spans.ts'

export interface Exporter {
  add(span: Span): void
  /** Number of lost spans. */
  readonly dropped: number
  /** Sends pending spans, for at most two seconds. */
  close(): Promise<void>
}

/** Defaults of the SDK's batch processor: spans per request, queue size, and delay. */
const batchSize = 512
const maxWaiting = 2_048
const sendAfterMs = 5_000
const responseTimeoutMs = 10_000
const closeWithinMs = 2_000
/** Minimum interval between log messages about the collector. */
const warnIntervalMs = 60_000

interface Parts {
  telemetry: Telemetry
  version: string
  log: Log
  sendAfterMs?: number
}

class BatchExporter implements Exporter {
  dropped = 0
  private waiting: Span[] = []
  private sending: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private warnedAt = -Infinity
  private isClosed = false
  private readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  add(span: Span): void {
    if (this.isClosed || this.waiting.length >= maxWaiting) {
      this.dropped += 1
      return
    }
    this.waiting.push(span)
    if (this.waiting.length >= batchSize) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), this.parts.sendAfterMs ?? sendAfterMs).unref()
  }

  async close(): Promise<void> {
    this.isClosed = true
    const timeout = new Promise<void>((done) => void setTimeout(done, closeWithinMs).unref())
    const all = async () => {
      while (this.sending || this.waiting.length > 0) {
        this.flush()
        await this.sending
      }
    }
    await Promise.race([all(), timeout])
  }

  /** Only one request at a time. */
  private flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.sending || this.waiting.length === 0) return
    const batch = this.waiting.splice(0, batchSize)
    this.sending = this.send(batch).then((isAccepted) => {
      this.sending = null
      if (!isAccepted) this.dropped += batch.length
      if (this.waiting.length >= batchSize) this.flush()
      else if (this.waiting.length > 0)
        this.timer ??= setTimeout(() => this.flush(), this.parts.sendAfterMs ?? sendAfterMs).unref()
    })
  }

  private async send(batch: readonly Span[]): Promise<boolean> {
    const { telemetry, version } = this.parts
    try {
      const answer = await fetch(telemetry.url, {
        method: 'POST',
        headers: { ...telemetry.headers, 'content-type': 'application/json' },
        body: JSON.stringify(exportOf(telemetry.service, version, batch)),
        redirect: 'error',
        signal: AbortSignal.timeout(responseTimeoutMs),
      })
      await answer.body?.cancel()
      if (answer.ok) return true
      this.warn({ status: answer.status })
    } catch (error) {
      this.warn({ error: error instanceof Error ? (error.cause ?? error) : error })
    }
    return false
  }

  private warn(facts: Record<string, unknown>): void {
    const now = performance.now()
    if (now - this.warnedAt < warnIntervalMs) return
    this.warnedAt = now
    this.parts.log.warn('traces could not be exported', { host: this.parts.telemetry.url.host, ...facts })
  }
}

export const makeExporter = (parts: Parts): Exporter => new BatchExporter(parts)
