/**
 * Notifications between processes on one Postgres (NOTIFY). Not needed for the embedded database, which has one
 * process.
 */
import pg from 'pg'
import type { Log } from '#server/base/log.ts'

/** Maximum bytes of a payload: Postgres accepts 7,999. */
export const noticeBytes = 7_900

export interface Notices {
  /** Sends to all listeners, including this process. Rejects if the database does not accept it. */
  send(text: string): Promise<void>
  close(): Promise<void>
}

export interface NoticeListener {
  notice(text: string): void
  /** Called after a reconnection: notifications may have been missed. */
  missed(): void
}

const channel = 'flow_event'
/** Reconnection interval. */
const againMs = 1_000
/** Keep-alive interval, which detects connections silently dropped by a firewall. */
const askEveryMs = 30_000
const answerWithinMs = 10_000

/** A listening connection that reconnects after a loss. */
class Listener {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private isClosed = false
  private wasHere = false
  private readonly url: string
  private readonly heard: NoticeListener
  private readonly log: Log

  constructor(url: string, heard: NoticeListener, log: Log) {
    this.url = url
    this.heard = heard
    this.log = log
  }

  /** Rejects if the first connection fails. */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'flow-console events',
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
    client.on('error', (error) => this.lost(client, error))
    client.on('end', () => this.lost(client, null))
    client.on('notification', ({ payload }) => this.heard.notice(payload ?? ''))
    this.client = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      this.client = null
      client.end().catch(() => {})
      throw error
    }
    if (this.isClosed) {
      await client.end()
      return
    }
    if (this.wasHere) this.heard.missed()
    this.wasHere = true
    this.later(askEveryMs, () => this.ask(client))
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
    const { client } = this
    this.client = null
    await client?.end().catch(() => {})
  }

  private ask(client: pg.Client): void {
    client.query('select 1').then(
      () => this.client === client && this.later(askEveryMs, () => this.ask(client)),
      (error: unknown) => this.lost(client, error),
    )
  }

  private lost(client: pg.Client, error: unknown): void {
    if (this.client !== client) return
    this.client = null
    client.end().catch(() => {})
    if (this.isClosed) return
    this.log.warn('listening for events was interrupted', { error })
    this.later(againMs, () => this.again())
  }

  private again(): void {
    this.open().catch(() => {
      if (!this.isClosed) this.later(againMs, () => this.again())
    })
  }

  private later(ms: number, work: () => void): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(work, ms).unref()
  }
}

/** Listens on a separate connection: pooled ones are shared and would lose the subscription. */
export async function openNotices(url: string, pool: pg.Pool, heard: NoticeListener, log: Log): Promise<Notices> {
  const listener = new Listener(url, heard, log)
  await listener.open()
  return {
    async send(text) {
      await pool.query('select pg_notify($1, $2)', [channel, text])
    },
    close: () => listener.close(),
  }
}
