/**
 * Balance and spending. Booked amounts come from `ledger_day`, updated in the transaction of each `ledger` row; run
 * costs from `run_day` plus the runs that are not counted there yet. Amounts are bigint micros.
 */
import { and, desc, eq, gte, sql, type Column } from 'drizzle-orm'
import type { Balance } from '#contract/billing.ts'
import { formatMicros } from '#lib/money/money.ts'
import { account } from '#server/store/tables/account.ts'
import { ledger, ledgerDay } from '#server/store/tables/ledger.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { toolTrial } from '#server/store/tables/tool.ts'
import { selectDays } from '#server/store/runs/run-summary.ts'
import type { Scope } from '#server/store/db/scope.ts'

const dayMs = 86_400_000
/** Complete days of the average, before today: with a part of a day, the average would jump at midnight. */
const averageDays = 7
const spendDays = 30
/** Days beyond which a balance does not count as running out. */
const farDays = 36_500n

const dayOf = (at: Date | number) => new Date(at).toISOString().slice(0, 10)

/** Cost of runs and tool tests by UTC days: today, this month, the 7 days before today, the last 30 with today. */
async function spending(scope: Scope, now: Date) {
  const today = dayOf(now)
  const month = `${today.slice(0, 8)}01`
  const week = dayOf(now.getTime() - averageDays * dayMs)
  const last30Days = dayOf(now.getTime() - (spendDays - 1) * dayMs)
  const first = month < last30Days ? month : last30Days
  const sums = (day: Column, cost: Column) => {
    const between = (from: string, to: string) =>
      sql<string>`coalesce(sum(${cost}) filter (where ${day} between ${from}::date and ${to}::date), 0)::text`
    const yesterday = dayOf(now.getTime() - dayMs)
    return {
      today: between(today, today),
      month: between(month, today),
      week: between(week, yesterday),
      thirty: between(last30Days, today),
    }
  }
  const [runs] = await selectDays(scope, sums(runDay.day, runDay.cost), gte(runDay.day, first))
  const isTrial = and(eq(ledgerDay.kind, 'trial'), gte(ledgerDay.day, first))
  const [trials] = await scope.select(ledgerDay, sums(ledgerDay.day, ledgerDay.micros), isTrial)
  // Debits are negative in the ledger.
  const spentIn = (part: keyof ReturnType<typeof sums>) => BigInt(runs?.[part] ?? '0') - BigInt(trials?.[part] ?? '0')
  return { today: spentIn('today'), month: spentIn('month'), week: spentIn('week'), thirty: spentIn('thirty') }
}

/** Reserves of active runs and trials, and whether a run was blocked for lack of credit in the last 24 hours. */
async function readReserves(scope: Scope, now: Date): Promise<{ reserved: bigint; hasBlockedRun: boolean }> {
  const [open] = await scope.select(
    run,
    { reserved: sql<string>`coalesce(sum(${run.reserved}), 0)::text` },
    sql`${run.finishedAt} is null and not ${run.sample}`,
  )
  const [trialReserves] = await scope.select(toolTrial, {
    reserved: sql<string>`coalesce(sum(${toolTrial.reserved}), 0)::text`,
  })
  const blocked = sql`${run.status} = 'blocked' and ${run.startedAt} > ${new Date(now.getTime() - dayMs)} and not ${run.sample}`
  return {
    reserved: BigInt(open?.reserved ?? '0') + BigInt(trialReserves?.reserved ?? '0'),
    hasBlockedRun: (await scope.count(run, blocked, 1)) > 0,
  }
}

function statusOf(available: bigint, threshold: bigint, hasBlockedRun: boolean): Balance['status'] {
  if (available <= 0n) return hasBlockedRun ? 'blocked' : 'depleted'
  return available < threshold ? 'low' : 'ok'
}

export async function readBalance(scope: Scope, now: Date): Promise<Balance> {
  const [facts] = await scope.selectAccount({
    currency: account.currency,
    threshold: account.lowBalanceThreshold,
    credit: account.creditLimit,
    createdAt: account.createdAt,
  })
  if (!facts) throw new Error('The account of this request was deleted.')
  const sums = await scope
    .select(ledgerDay, { kind: ledgerDay.kind, micros: sql<string>`sum(${ledgerDay.micros})::text` })
    .groupBy(ledgerDay.kind)
  const [last] = await scope.select(ledger, { at: ledger.at }).orderBy(desc(ledger.at), desc(ledger.seq)).limit(1)
  const spend = await spending(scope, now)
  const sum = (kind?: string) =>
    sums.filter((row) => kind === undefined || row.kind === kind).reduce((total, row) => total + BigInt(row.micros), 0n)
  const balance = sum()
  const { reserved, hasBlockedRun } = await readReserves(scope, now)
  const available = balance + facts.credit - reserved
  const daily = spend.week / BigInt(averageDays)
  /** Rounded down to a minute, so that a date within JavaScript's range results. */
  const minutesLeft = daily > 0n && available > 0n ? (available * 1440n) / daily : null
  return {
    balance: formatMicros(balance),
    currency: facts.currency,
    available: formatMicros(available),
    reserved: formatMicros(reserved),
    granted: formatMicros(sum('grant')),
    topped_up: formatMicros(sum('top_up')),
    credit_limit: formatMicros(facts.credit),
    status: statusOf(available, facts.threshold, hasBlockedRun),
    low_balance_threshold: formatMicros(facts.threshold),
    spend: {
      today: formatMicros(spend.today),
      month_to_date: formatMicros(spend.month),
      last_30_days: formatMicros(spend.thirty),
    },
    avg_daily_spend_7d: formatMicros(daily),
    estimated_depletion_at:
      minutesLeft === null || minutesLeft > farDays * 1440n
        ? null
        : new Date(now.getTime() + Number(minutesLeft) * 60_000).toISOString(),
    updated_at: (last?.at ?? facts.createdAt).toISOString(),
  }
}
