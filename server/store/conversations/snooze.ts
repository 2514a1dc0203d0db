/** Reopens conversations whose snooze has ended. */
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/store/db/scope.ts'

/** Conversations per statement, to keep locks short. */
const batch = 500

export interface WokenConversation {
  account: string
  id: string
}

/**
 * Reopens conversations snoozed until now or earlier, of one account or of all (null). Each is woken once, even by
 * concurrent processes. The contact's waiting time is not affected by a snooze.
 */
export async function wakeSnoozed(db: Executor, account: string | null, now: Date): Promise<WokenConversation[]> {
  const woken: WokenConversation[] = []
  for (;;) {
    const { rows } = await db.execute<{ account_id: string; id: string }>(sql`
      update conversation set status = 'open', snoozed_until = null, version = version + 1, updated_at = ${now}
      where (account_id, id) in (
        select account_id, id from conversation
        where status = 'snoozed' and snoozed_until <= ${now} ${account === null ? sql`` : sql`and account_id = ${account}`}
        order by snoozed_until limit ${batch} for update skip locked
      )
      returning account_id, id`)
    woken.push(...rows.map((row) => ({ account: row.account_id, id: row.id })))
    if (rows.length < batch) return woken
  }
}
