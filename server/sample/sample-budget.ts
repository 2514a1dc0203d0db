/** A budget of which most is spent, so that the account shows what a budget warns about. */
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { Scope } from '#server/store/db/scope.ts'
import { budgetPeriod } from '#server/store/money/budget.ts'
import { costsBetween } from '#server/store/money/costs-between.ts'
import { BulkWriter, listLiteral } from './bulk-writer.ts'

/** Zones of the shop; their months begin at different times, so that one of them has a past when another begins. */
const zones = ['Europe/Berlin', 'UTC'] as const
/** Percent that is spent: at least the first threshold. */
const spentPercent = { least: 81, most: 83, target: 82 }
const thresholds = ['80', '100']

/** The amount with the fewest digits of which about 82% is spent. In micros. */
export function amountFor(spent: bigint): bigint {
  const exact = (spent * 100n) / BigInt(spentPercent.target)
  for (let unit = 10n ** BigInt(String(exact).length - 1); unit > 1n; unit /= 10n)
    for (const step of [unit * 5n, unit]) {
      const amount = ((exact + step / 2n) / step) * step
      const isNear =
        spent * 100n > BigInt(spentPercent.least) * amount && spent * 100n < BigInt(spentPercent.most) * amount
      if (amount > 0n && isNear) return amount
    }
  return exact
}

/** To be called after the runs and their daily totals are written. No budget if nothing was spent. */
export async function writeBudget(client: PoolClient, account: string, now: number): Promise<void> {
  const scope = new Scope(drizzle(client), account)
  const spentIn = async (zone: string) => {
    const sums = await costsBetween(scope, budgetPeriod('monthly', zone, now).from, now)
    return { zone, spent: [...sums.values()].reduce((sum, micros) => sum + micros, 0n) }
  }
  const found: Awaited<ReturnType<typeof spentIn>>[] = []
  for (const zone of zones) found.push(await spentIn(zone))
  const [best] = found.toSorted((a, b) => Number(b.spent > a.spent) - Number(a.spent > b.spent))
  if (!best || best.spent === 0n) return
  const columns = {
    id: 'text',
    period: 'text',
    zone: 'text',
    amount: 'bigint',
    thresholds: 'numbers',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  } as const
  const writer = new BulkWriter(client, account, 'budget', columns)
  writer.add({
    id: 'bud_sample_month',
    period: 'monthly',
    zone: best.zone,
    amount: amountFor(best.spent),
    thresholds: listLiteral(thresholds),
    created_at: now - 90 * 86_400_000,
    updated_at: now - 90 * 86_400_000,
  })
  await writer.flush()
}
