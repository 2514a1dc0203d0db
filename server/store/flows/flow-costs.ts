/**
 * What flows cost in the last 30 days, to be ordered by. The sum of a flow stands in its row, because an order by sums that are
 * made when it is asked for reads every flow. Whoever counts runs adds to it (engine-tally.ts), and `account.flow_cost_since`
 * says from which day on; who adds or removes days by the thousand sets that to null. What a flow costs is told from `run_day`.
 */
import { eq, sql } from 'drizzle-orm'
import { account } from '#server/store/tables/account.ts'
import { flow } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { tallyLock } from '#server/store/engine/engine-tally.ts'
import { costSince } from './flow-fields.ts'
import type { Scope } from '#server/store/db/scope.ts'

const heldSince = { since: account.flowCostSince }

/** Sums up anew where another day has begun: once a day, when the order is first asked for. */
export async function keepRecentCosts(scope: Scope, now: Date): Promise<void> {
  const since = costSince(now)
  const [known] = await scope.selectAccount(heldSince)
  if (known?.since === since) return
  await scope.transaction(async (tx) => {
    // No run is counted meanwhile: it would be added to a sum that holds it already, or to one that is replaced.
    await tx.withAccount((db) => db.execute(sql`select pg_advisory_xact_lock(${tallyLock})`))
    // Who writes days by the thousand sets the account's row back in the same transaction: one waits for the other.
    const [held] = await tx.selectAccount(heldSince).for('no key update')
    if (held?.since === since) return
    await tx.withAccount(async (db, id) => {
      await db.execute(sql`
        update ${flow} set recent_cost = sums.cost
        from (
          select f.id, coalesce(c.cost, 0) as cost
          from ${flow} f left join (
            select flow_id, sum(cost)::int8 as cost from ${runDay} where account_id = ${id} and day >= ${since}::date group by flow_id
          ) c on c.flow_id = f.id
          where f.account_id = ${id} and f.recent_cost <> coalesce(c.cost, 0)
        ) sums
        where ${flow.accountId} = ${id} and ${flow.id} = sums.id`)
      await db.update(account).set({ flowCostSince: since }).where(eq(account.id, id))
    })
  })
}
