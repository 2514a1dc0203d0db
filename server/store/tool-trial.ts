/** What a trial of a tool leaves: its bookings, and a call in the sums of the tool. */
import { sql } from 'drizzle-orm'
import { book } from './account.ts'
import type { Booking } from './engine-commit.ts'
import type { Scope } from './scope.ts'

/** Within an open transaction. A booking whose key is there already is not made once more. */
export async function writeTrial(
  scope: Scope,
  trial: { toolId: string; bookings: readonly Booking[]; micros: bigint; failed: boolean },
  now: Date,
): Promise<void> {
  for (const { micros, ...booking } of trial.bookings)
    await scope.withAccount((db, account) =>
      book(db, account, { ...booking, kind: 'trial', micros: BigInt(micros) }, now),
    )
  const day = now.toISOString().slice(0, 10)
  // The tool may have been deleted meanwhile.
  await scope.withAccount((db, account) =>
    db.execute(sql`insert into tool_day (account_id, tool_id, day, calls, errors, cost)
      select account_id, id, ${day}::date, 1, ${trial.failed ? 1 : 0}::int, ${trial.micros} from tool where account_id = ${account} and id = ${trial.toolId}
      on conflict (account_id, tool_id, day) do update set calls = tool_day.calls + 1,
        errors = tool_day.errors + excluded.errors, cost = tool_day.cost + excluded.cost`),
  )
}
