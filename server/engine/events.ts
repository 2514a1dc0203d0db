/** What has changed, to whoever listens in this process: GET /event/ does. Between processes by NOTIFY. */
import type { ChangeEvent } from '#contract/event.ts'

export interface EventBus {
  /** Told after the commit. Cheap: what is told within some milliseconds goes out together. */
  tell(account: string, event: Omit<ChangeEvent, 'at'>): void
  /** Calls back for every event of the account from now on; the function that comes back ends it. */
  listen(account: string, hear: (event: ChangeEvent & { seq: string }) => void): () => void
  /** Events after `seq`, or null where they are not known any more. */
  since(account: string, seq: string): readonly (ChangeEvent & { seq: string })[] | null
  close(): Promise<void>
}
