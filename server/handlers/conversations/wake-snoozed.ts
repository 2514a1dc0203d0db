/** Opens conversations whose snooze is over, and tells who looks on. */
import type { Services } from '#server/protocol/services.ts'
import { wakeSnoozed } from '#server/store/conversations/snooze.ts'

/** Of one account, or of all. */
export async function wakeConversations(
  { database, events, now }: Pick<Services, 'database' | 'events' | 'now'>,
  account: string | null = null,
): Promise<void> {
  for (const woken of await wakeSnoozed(database.db, account, now()))
    events.tell(woken.account, { noun: 'conversation', id: woken.id, change: 'changed', conversation: woken.id })
}
