/** Event bus of a process: events of this and other processes, with a replay buffer per account. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ChangeEvent } from '#contract/event.ts'
import type { Json } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import { noticeBytes, type NoticeListener, type Notices } from '#server/store/db/notices.ts'
import type { EventBus, EventListener, PublishedEvent } from './events.ts'

/** Events in the replay buffer of an account: enough to resume a busy flow after a minute offline. */
const maxBufferedEvents = 500
/**
 * Maximum number of accounts with a buffer; beyond it, those without listeners are evicted, least recently used first.
 */
const maxBufferedAccounts = 1_000
/** Time in ms in which events are collected: a run of five steps changes a dozen times within it. */
const collectMs = 50

const priority = { changed: 0, created: 1, removed: 2 }

type EventDraft = Omit<ChangeEvent, 'at'>

/** Notification between processes. */
const Notice = z.object({
  from: z.string(),
  /** Previous notifications failed, so the recipient has missed events. */
  missed: z.boolean(),
  events: z.array(z.tuple([z.string(), ChangeEvent])),
})

/**
 * Replay buffer of an account. Event ids are `<log id>-<number>`, so that ids from another process or from before a
 * reset are recognised as foreign.
 */
class EventLog {
  readonly listeners = new Set<EventListener>()
  private epoch = ''
  private count = 0
  private buffer: PublishedEvent[] = []

  constructor() {
    this.restart()
  }

  get currentSeq(): string {
    return `${this.epoch}-${this.count}`
  }

  restart(): void {
    this.epoch = randomBytes(8).toString('base64url').replaceAll('-', '_')
    this.count = 0
    this.buffer = []
  }

  add(event: ChangeEvent): void {
    this.count += 1
    const published = { ...event, seq: this.currentSeq }
    this.buffer.push(published)
    // Halved when full, because removing single items would move all others.
    if (this.buffer.length >= 2 * maxBufferedEvents) this.buffer = this.buffer.slice(-maxBufferedEvents)
    for (const listener of this.listeners) listener.change(published)
  }

  eventsAfter(seq: string): readonly PublishedEvent[] | null {
    const [epoch, number = ''] = seq.split('-')
    if (epoch !== this.epoch || !/^\d{1,15}$/.test(number)) return null
    const behind = this.count - Number(number)
    if (behind < 0 || behind > Math.min(this.buffer.length, maxBufferedEvents)) return null
    return behind === 0 ? [] : this.buffer.slice(-behind)
  }
}

/** Events per object since the last flush, in order of first occurrence. */
class PendingEvents {
  private readonly byObject = new Map<string, { account: string; draft: EventDraft }>()

  add(account: string, draft: EventDraft): void {
    const name = JSON.stringify([account, draft.noun, draft.id])
    const before = this.byObject.get(name)?.draft
    const isLess = before !== undefined && priority[before.change] > priority[draft.change]
    this.byObject.set(name, { account, draft: { ...before, ...draft, change: isLess ? before.change : draft.change } })
  }

  drain(at: string): [account: string, event: ChangeEvent][] {
    const all = [...this.byObject.values()].map(({ account, draft }): [string, ChangeEvent] => [
      account,
      { ...draft, at },
    ])
    this.byObject.clear()
    return all
  }
}

/** Packs events into payloads that each fit into one NOTIFY. Omits events that are too large even alone. */
function packNotices(from: string, missed: boolean, events: readonly (readonly [string, ChangeEvent])[]): string[] {
  const text = (list: readonly Json[]) => JSON.stringify({ from, missed, events: list })
  const frame = text([]).length
  const texts: string[] = []
  let list: Json[] = []
  let bytes = frame
  for (const [account, event] of events) {
    const entry: Json = [account, { ...event }]
    const size = Buffer.byteLength(JSON.stringify(entry)) + 1
    if (frame + size > noticeBytes) continue
    if (bytes + size > noticeBytes) {
      texts.push(text(list))
      list = []
      bytes = frame
    }
    list.push(entry)
    bytes += size
  }
  return list.length > 0 || missed ? [...texts, text(list)] : texts
}

class Bus implements EventBus {
  private readonly logs = new Map<string, EventLog>()
  private readonly pending = new PendingEvents()
  private timer: NodeJS.Timeout | null = null
  private notices: Notices | null = null
  private readonly processId = randomBytes(8).toString('base64url')
  private hasLostEvents = false
  private isClosed = false
  private sending: Promise<void> = Promise.resolve()
  private readonly now: () => Date
  private readonly log: Log

  constructor(now: () => Date, log: Log) {
    this.now = now
    this.log = log
  }

  async connect(open: (listener: NoticeListener) => Promise<Notices>): Promise<void> {
    this.notices = await open({ onNotice: (text) => this.onNotice(text), onMissed: () => this.reset() })
  }

  publish(account: string, draft: EventDraft): void {
    if (this.isClosed) return
    this.pending.add(account, draft)
    this.timer ??= setTimeout(() => this.flush(), collectMs)
  }

  subscribe(account: string, listener: EventListener): () => void {
    const log = this.logOf(account)
    log.listeners.add(listener)
    return () => void log.listeners.delete(listener)
  }

  currentSeq(account: string): string {
    return this.logOf(account).currentSeq
  }

  eventsAfter(account: string, seq: string): readonly PublishedEvent[] | null {
    return this.logs.get(account)?.eventsAfter(seq) ?? null
  }

  async close(): Promise<void> {
    this.flush()
    this.isClosed = true
    await this.sending
    await this.notices?.close()
  }

  /** Events are buffered only for accounts that had a listener in this process. */
  private logOf(account: string): EventLog {
    const log = this.logs.get(account) ?? new EventLog()
    // In order of use, least recent first.
    this.logs.delete(account)
    if (this.logs.size >= maxBufferedAccounts)
      for (const [name, { listeners }] of this.logs)
        if (listeners.size === 0) {
          this.logs.delete(name)
          break
        }
    this.logs.set(account, log)
    return log
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const events = this.pending.drain(this.now().toISOString())
    for (const [account, event] of events) this.logs.get(account)?.add(event)
    const { notices } = this
    if (!notices) return
    // Sequential, so that under load only one connection of the pool is used.
    this.sending = this.sending.then(() => this.send(notices, events))
  }

  private async send(notices: Notices, events: readonly (readonly [string, ChangeEvent])[]): Promise<void> {
    try {
      // Packed only now: whether events were lost is known once the previous notifications were sent.
      for (const text of packNotices(this.processId, this.hasLostEvents, events)) await notices.send(text)
      this.hasLostEvents = false
    } catch (error) {
      // Not fatal: the next notification that succeeds makes other processes reset their listeners.
      this.hasLostEvents = true
      this.log.warn('events did not reach the other processes', { error })
    }
  }

  private onNotice(text: string): void {
    const notice = Notice.safeParse(parsed(text))
    if (!notice.success || notice.data.from === this.processId) return
    if (notice.data.missed) this.reset()
    for (const [account, event] of notice.data.events) this.logs.get(account)?.add(event)
  }

  private reset(): void {
    for (const log of this.logs.values()) {
      log.restart()
      for (const listener of log.listeners) listener.reset()
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface EventParts {
  now: () => Date
  log: Log
  /** Null = single process (embedded database). */
  notices: ((listener: NoticeListener) => Promise<Notices>) | null
}

export async function makeEvents({ now, log, notices }: EventParts): Promise<EventBus> {
  const bus = new Bus(now, log)
  if (notices) await bus.connect(notices)
  return bus
}
