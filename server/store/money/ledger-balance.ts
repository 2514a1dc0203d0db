/**
 * The balance at a point of the ledger: earlier days come from the daily totals, so that only bookings of one day are
 * added up.
 */
import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import { ledger, ledgerDay } from '#server/store/tables/ledger.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Micros of all days before that of `at` (UTC), plus that day's bookings that meet the condition. */
async function balanceWhere(scope: Scope, at: Date, condition: SQL): Promise<bigint> {
  const day = at.toISOString().slice(0, 10)
  const before = scope.select(ledgerDay, { micros: sql`coalesce(sum(${ledgerDay.micros}), 0)` }, lt(ledgerDay.day, day))
  const [sum] = await scope.select(
    ledger,
    { micros: sql<string>`(coalesce(sum(${ledger.micros}), 0) + ${before})::text` },
    and(gte(ledger.at, new Date(day)), condition),
  )
  return BigInt(sum?.micros ?? '0')
}

/** Balance right after a booking, in chronological order. */
export const balanceAfter = (scope: Scope, { at, seq }: { at: Date; seq: bigint }): Promise<bigint> =>
  balanceWhere(scope, at, sql`(${ledger.at}, ${ledger.seq}) <= (${at.toISOString()}::timestamptz, ${seq})`)
