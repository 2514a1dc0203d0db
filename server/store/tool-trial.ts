/**
 * Trials of tools: money is set aside while one is under way, with a note of what it has spent; its bookings, and a call in the
 * sums of the tool, take the place of that. What a killed process leaves is booked by whoever lives, by its last note.
 */
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { toolTrial } from '#server/store/tables/tool.ts'
import { book } from './account.ts'
import type { Booking } from './engine-commit.ts'
import { inTransaction } from './engine-db.ts'
import { Scope } from './scope.ts'

/** A trial has ended by then; one that has not could not be closed. */
const longestMs = 10 * 60_000

/** Sets money aside. */
export async function beginTrial(
  scope: Scope,
  trial: { id: string; toolId: string; executor: string; reserved: bigint },
  now: Date,
): Promise<void> {
  await scope.insert(toolTrial, [{ ...trial, at: now }])
}

/** What would be booked if it ended now. */
export async function noteTrial(scope: Scope, id: string, bookings: readonly Booking[]): Promise<void> {
  await scope.update(toolTrial, { bookings }, eq(toolTrial.id, id))
}

/** Gives back what was set aside; null where somebody has done so already. */
export async function releaseTrial(scope: Scope, id: string): Promise<{ bookings: Booking[] } | null> {
  const rows = await scope
    .remove(toolTrial, eq(toolTrial.id, id))
    .returning({ bookings: sql<Booking[]>`${toolTrial.bookings}` })
  return rows[0] ?? null
}

interface Ended {
  toolId: string
  bookings: readonly Booking[]
  failed: boolean
}

/** What a trial leaves. Within an open transaction. A booking whose key is there already is not made once more. */
export async function writeTrial(scope: Scope, { toolId, bookings, failed }: Ended, now: Date): Promise<void> {
  for (const { micros, ...booking } of bookings)
    await scope.withAccount((db, account) =>
      book(db, account, { ...booking, kind: 'trial', micros: BigInt(micros) }, now),
    )
  const day = now.toISOString().slice(0, 10)
  const cost = bookings.reduce((sum, { micros }) => sum - BigInt(micros), 0n)
  // The tool may have been deleted meanwhile.
  await scope.withAccount((db, account) =>
    db.execute(sql`insert into tool_day (account_id, tool_id, day, calls, errors, cost)
      select account_id, id, ${day}::date, 1, ${failed ? 1 : 0}::int, ${cost} from tool where account_id = ${account} and id = ${toolId}
      on conflict (account_id, tool_id, day) do update set calls = tool_day.calls + 1,
        errors = tool_day.errors + excluded.errors, cost = tool_day.cost + excluded.cost`),
  )
}

/**
 * Books what trials have spent whose process is no more, or whose end could not be written, and gives back what was set aside.
 * Of all accounts; several processes may do the same at once.
 */
export async function closeLeftTrials(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ account: string; id: string; toolId: string }>(
    `select account_id as account, id, tool_id as "toolId" from tool_trial t
     where at < $1 or not exists (select 1 from executor e where e.id = t.executor)`,
    [new Date(now.getTime() - longestMs)],
  )
  for (const { account, id, toolId } of rows)
    await inTransaction(pool, async (client) => {
      const scope = new Scope(drizzle(client), account)
      const left = await releaseTrial(scope, id)
      if (left) await writeTrial(scope, { toolId, bookings: left.bookings, failed: true }, now)
    })
}
