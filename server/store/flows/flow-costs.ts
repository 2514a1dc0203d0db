/**
 * Cost and failures of flows in the last 30 days, for ordering. The totals are stored in the flow's row, because ordering
 * by totals computed on request would read every flow. Counting runs adds to them (engine-tally.ts), and
 * `account.flow_cost_since` contains the first day; bulk changes of `run_day` set it to null. Displayed totals are read
 * from `run_day`.
 */
import { eq, sql } from 'drizzle-orm'
import { account } from '#server/store/tables/account.ts'
import { flow } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { tallyLock } from '#server/store/engine/engine-tally.ts'
import { costSince, failedRuns } from './flow-fields.ts'
import type { Scope } from '#server/store/db/scope.ts'

const storedSince = { since: account.flowCostSince }

/** Recomputes the totals when one of these orders is requested, if they are of an earlier day or were reset. */
export async function refreshRecentTotals(scope: Scope, now: Date): Promise<void> {
  const since = costSince(now)
  const [known] = await scope.selectAccount(storedSince)
  if (known?.since === since) return
  await scope.transaction(async (tx) => {
    // Blocks counting: a run could be added to a total that already includes it, or that is being replaced.
    await tx.withAccount((db) => db.execute(sql`select pg_advisory_xact_lock(${tallyLock})`))
    // Bulk changes reset the account's row in their transaction: the lock serialises both.
    const [current] = await tx.selectAccount(storedSince).for('no key update')
    if (current?.since === since) return
    await tx.withAccount(async (db, id) => {
      await db.execute(sql`
        update ${flow} set recent_cost = sums.cost, recent_failures = sums.failures
        from (
          select f.id, coalesce(c.cost, 0) as cost, coalesce(c.failures, 0) as failures
          from ${flow} f left join (
            select flow_id, sum(cost)::int8 as cost, ${failedRuns} as failures
            from ${runDay} where account_id = ${id} and day >= ${since}::date group by flow_id
          ) c on c.flow_id = f.id
          where f.account_id = ${id} and (f.recent_cost, f.recent_failures) is distinct from (coalesce(c.cost, 0), coalesce(c.failures, 0))
        ) sums
        where ${flow.accountId} = ${id} and ${flow.id} = sums.id`)
      await db.update(account).set({ flowCostSince: since }).where(eq(account.id, id))
    })
  })
}
