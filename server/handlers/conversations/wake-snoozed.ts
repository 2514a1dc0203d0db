/** Reopens conversations whose snooze is over, and publishes events. */
import type { Services } from '#server/protocol/services.ts'
import { wakeSnoozed } from '#server/store/conversations/snooze.ts'

/** In one account, or in all. */
export async function wakeConversations(
  { database, events, now }: Pick<Services, 'database' | 'events' | 'now'>,
  account: string | null = null,
): Promise<void> {
  for (const woken of await wakeSnoozed(database.db, account, now()))
    events.tell(woken.account, { noun: 'conversation', id: woken.id, change: 'changed', conversation: woken.id })
}
