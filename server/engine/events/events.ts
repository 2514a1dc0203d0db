/** Change events for listeners in this process, such as GET /event/. Processes exchange them by NOTIFY. */
import type { ChangeEvent } from '#contract/event.ts'

/** An event with its sequence id `seq`, after which a listener can resume. */
export type PublishedEvent = ChangeEvent & { seq: string }

export interface EventListener {
  change(event: PublishedEvent): void
  /** Some events may have been missed, and earlier ones can no longer be replayed. */
  reset(): void
}

export interface EventBus {
  /**
   * Publishes an event; to be called after the commit. Events within some milliseconds are sent together,
   * at most one for each object.
   */
  publish(account: string, event: Omit<ChangeEvent, 'at'>): void
  /** Subscribes to future events of the account; returns the unsubscribe function. */
  subscribe(account: string, listener: EventListener): () => void
  /** Current sequence id. */
  currentSeq(account: string): string
  /** Events after `seq`, or null if they are no longer buffered. */
  eventsAfter(account: string, seq: string): readonly PublishedEvent[] | null
  close(): Promise<void>
}
