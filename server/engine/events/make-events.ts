/** Event bus of a process: events of this and other processes, with a replay buffer per account. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ChangeEvent } from '#contract/event.ts'
import type { Json } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import { noticeBytes, type NoticeListener, type Notices } from '#server/store/db/notices.ts'
import type { EventBus, EventListener, PublishedEvent } from './events.ts'

/** Events in the replay buffer of an account: enough for a lost connection of a minute with a busy flow. */
const keptEvents = 500
/**
 * Maximum number of accounts with a buffer; beyond it, those without listeners are evicted, least recently used first.
 */
const keptAccounts = 1_000
/** Collection window in ms, in which a run of five steps changes a dozen times. */
const collectMs = 50

const priority = { changed: 0, created: 1, removed: 2 }

type Said = Omit<ChangeEvent, 'at'>

/** Notification between processes. */
const Notice = z.object({
  from: z.string(),
  /** Previous notifications failed, so that events were lost. */
  missed: z.boolean(),
  events: z.array(z.tuple([z.string(), ChangeEvent])),
})

/**
 * Replay buffer of an account. Event ids are `<log id>-<number>`, so that ids from another process or from before a
 * reset are recognised as foreign.
 */
class EventLog {
  readonly hearings = new Set<EventListener>()
  private epoch = ''
  private count = 0
  private kept: PublishedEvent[] = []

  constructor() {
    this.restart()
  }

  get position(): string {
    return `${this.epoch}-${this.count}`
  }

  restart(): void {
    this.epoch = randomBytes(8).toString('base64url').replaceAll('-', '_')
    this.count = 0
    this.kept = []
  }

  add(event: ChangeEvent): void {
    this.count += 1
    const told = { ...event, seq: this.position }
    this.kept.push(told)
    // Halved when full, because removing single items would move all others.
    if (this.kept.length >= 2 * keptEvents) this.kept = this.kept.slice(-keptEvents)
    for (const hearing of this.hearings) hearing.change(told)
  }

  since(seq: string): readonly PublishedEvent[] | null {
    const [epoch, number = ''] = seq.split('-')
    if (epoch !== this.epoch || !/^\d{1,15}$/.test(number)) return null
    const behind = this.count - Number(number)
    if (behind < 0 || behind > Math.min(this.kept.length, keptEvents)) return null
    return behind === 0 ? [] : this.kept.slice(-behind)
  }
}

/** Events per object since the last flush, in order of first occurrence. */
class Collected {
  private readonly byObject = new Map<string, { account: string; said: Said }>()

  add(account: string, said: Said): void {
    const name = JSON.stringify([account, said.noun, said.id])
    const before = this.byObject.get(name)?.said
    const isLess = before !== undefined && priority[before.change] > priority[said.change]
    this.byObject.set(name, { account, said: { ...before, ...said, change: isLess ? before.change : said.change } })
  }

  take(at: string): [account: string, event: ChangeEvent][] {
    const all = [...this.byObject.values()].map(({ account, said }): [string, ChangeEvent] => [
      account,
      { ...said, at },
    ])
    this.byObject.clear()
    return all
  }
}

/** Packs events into payloads that each fit into one NOTIFY. Omits events that are too large even alone. */
function noticesOf(from: string, missed: boolean, events: readonly (readonly [string, ChangeEvent])[]): string[] {
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
  private readonly collected = new Collected()
  private timer: NodeJS.Timeout | null = null
  private notices: Notices | null = null
  private readonly name = randomBytes(8).toString('base64url')
  private isMissing = false
  private isClosed = false
  private sending: Promise<void> = Promise.resolve()
  private readonly now: () => Date
  private readonly log: Log

  constructor(now: () => Date, log: Log) {
    this.now = now
    this.log = log
  }

  async connect(open: (heard: NoticeListener) => Promise<Notices>): Promise<void> {
    this.notices = await open({ notice: (text) => this.hear(text), missed: () => this.reset() })
  }

  tell(account: string, said: Said): void {
    if (this.isClosed) return
    this.collected.add(account, said)
    this.timer ??= setTimeout(() => this.flush(), collectMs)
  }

  listen(account: string, hearing: EventListener): () => void {
    const log = this.logOf(account)
    log.hearings.add(hearing)
    return () => void log.hearings.delete(hearing)
  }

  position(account: string): string {
    return this.logOf(account).position
  }

  since(account: string, seq: string): readonly PublishedEvent[] | null {
    return this.logs.get(account)?.since(seq) ?? null
  }

  async close(): Promise<void> {
    this.flush()
    this.isClosed = true
    await this.sending
    await this.notices?.close()
  }

  /** Events are buffered only for accounts that had a listener. */
  private logOf(account: string): EventLog {
    const log = this.logs.get(account) ?? new EventLog()
    // In order of use, least recent first.
    this.logs.delete(account)
    if (this.logs.size >= keptAccounts)
      for (const [name, { hearings }] of this.logs)
        if (hearings.size === 0) {
          this.logs.delete(name)
          break
        }
    this.logs.set(account, log)
    return log
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const events = this.collected.take(this.now().toISOString())
    for (const [account, event] of events) this.logs.get(account)?.add(event)
    const { notices } = this
    if (!notices) return
    const texts = noticesOf(this.name, this.isMissing, events)
    // Sequential, so that under load only one connection of the pool is used.
    this.sending = this.sending.then(() => this.send(notices, texts))
  }

  private async send(notices: Notices, texts: readonly string[]): Promise<void> {
    try {
      for (const text of texts) await notices.send(text)
      this.isMissing = false
    } catch (error) {
      // Not fatal: listeners in other processes get a reset later.
      this.isMissing = true
      this.log.warn('events did not reach the other processes', { error })
    }
  }

  private hear(text: string): void {
    const notice = Notice.safeParse(parsed(text))
    if (!notice.success || notice.data.from === this.name) return
    if (notice.data.missed) this.reset()
    for (const [account, event] of notice.data.events) this.logs.get(account)?.add(event)
  }

  private reset(): void {
    for (const log of this.logs.values()) {
      log.restart()
      for (const hearing of log.hearings) hearing.reset()
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
  notices: ((heard: NoticeListener) => Promise<Notices>) | null
}

export async function makeEvents({ now, log, notices }: EventParts): Promise<EventBus> {
  const bus = new Bus(now, log)
  if (notices) await bus.connect(notices)
  return bus
}
