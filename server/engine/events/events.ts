/** What has changed, to whoever listens in this process: GET /event/ does. Between processes by NOTIFY. */
import type { ChangeEvent } from '#contract/event.ts'

/** An event with its place: `seq` is the id under which a listener goes on after it. */
export type PublishedEvent = ChangeEvent & { seq: string }

export interface EventListener {
  change(event: PublishedEvent): void
  /** What was told until now is not known any more, and something may have been missed. */
  reset(): void
}

export interface EventBus {
  /** Told after the commit. Cheap: what is told within some milliseconds goes out together, doubles once. */
  tell(account: string, event: Omit<ChangeEvent, 'at'>): void
  /** Calls back for every event of the account from now on; the function that comes back ends it. */
  listen(account: string, hearing: EventListener): () => void
  /** The id after which everything is still to come. */
  position(account: string): string
  /** Events after `seq`, or null where they are not known any more. */
  since(account: string, seq: string): readonly PublishedEvent[] | null
  close(): Promise<void>
}
