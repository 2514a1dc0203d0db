/** The end of a snooze: a conversation whose time has come is open again. */
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/store/db/scope.ts'

/** Woken by one statement: what is locked meanwhile is little. */
const batch = 500

export interface Woken {
  account: string
  id: string
}

/**
 * Opens what was snoozed until now or before, of one account or of all (null). Each is woken once, whichever processes do
 * this at the same time. The contact waits since when it did: a snooze changes nothing about that.
 */
export async function wakeSnoozed(db: Executor, account: string | null, now: Date): Promise<Woken[]> {
  const woken: Woken[] = []
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
