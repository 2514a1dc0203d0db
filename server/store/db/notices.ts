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
  onNotice(text: string): void
  /** Called after a reconnection: notifications may have been missed. */
  onMissed(): void
}

const channel = 'flow_event'
/** Interval between attempts to reconnect. */
const reconnectMs = 1_000
/** Keep-alive interval, which detects connections silently dropped by a firewall. */
const keepAliveMs = 30_000
const responseTimeoutMs = 10_000

/** A listening connection that reconnects after a loss. */
class ListenConnection {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private isClosed = false
  private wasConnected = false
  private readonly url: string
  private readonly listener: NoticeListener
  private readonly log: Log

  constructor(url: string, listener: NoticeListener, log: Log) {
    this.url = url
    this.listener = listener
    this.log = log
  }

  /** Rejects if the connection fails. */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'flow-console events',
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    })
    client.on('error', (error) => this.onLost(client, error))
    client.on('end', () => this.onLost(client, null))
    client.on('notification', ({ payload }) => this.listener.onNotice(payload ?? ''))
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
    if (this.wasConnected) this.listener.onMissed()
    this.wasConnected = true
    this.schedule(keepAliveMs, () => this.checkAlive(client))
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.timer) clearTimeout(this.timer)
    const { client } = this
    this.client = null
    await client?.end().catch(() => {})
  }

  private checkAlive(client: pg.Client): void {
    client.query('select 1').then(
      () => this.client === client && this.schedule(keepAliveMs, () => this.checkAlive(client)),
      (error: unknown) => this.onLost(client, error),
    )
  }

  private onLost(client: pg.Client, error: unknown): void {
    if (this.client !== client) return
    this.client = null
    client.end().catch(() => {})
    if (this.isClosed) return
    this.log.warn('listening for events was interrupted', { error })
    this.schedule(reconnectMs, () => this.reconnect())
  }

  private reconnect(): void {
    this.open().catch(() => {
      if (!this.isClosed) this.schedule(reconnectMs, () => this.reconnect())
    })
  }

  private schedule(ms: number, work: () => void): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(work, ms).unref()
  }
}

/** Listens on a separate connection: pooled ones are shared and would lose the subscription. */
export async function openNotices(url: string, pool: pg.Pool, listener: NoticeListener, log: Log): Promise<Notices> {
  const connection = new ListenConnection(url, listener, log)
  await connection.open()
  return {
    async send(text) {
      await pool.query('select pg_notify($1, $2)', [channel, text])
    },
    close: () => connection.close(),
  }
}
