/**
 * Budgets with their state: cost of runs in the current period, and projection at the rate of the last 7 days. How a
 * budget pauses flows: engine-budget.ts.
 */
import { eq, sql } from 'drizzle-orm'
import { budgetActions, budgetPeriods, type Budget } from '#contract/budget.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { newId } from '#lib/id.ts'
import { formatMicros } from '#lib/money/money.ts'
import { dayStart, nextDayStart, type Period } from '#lib/time/period.ts'
import { budget } from '#server/store/tables/budget.ts'
import { flow } from '#server/store/tables/flow.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { costsBetween, type FlowMicros } from './costs-between.ts'
import type { Scope } from '#server/store/db/scope.ts'

type Row = Omit<typeof budget.$inferSelect, 'accountId' | 'pausedFrom'>

/** Settings of a budget; `amount` in micros, `thresholds` in percent. */
export interface BudgetFacts {
  flow: { id: string; name: string } | null
  period: Budget['period']
  zone: string
  amount: bigint
  thresholds: number[]
  action: (typeof budgetActions)[number]
}

/** Maximum number of budgets per account: listing them computes the state of each. */
export const maxBudgets = 100

const paceDays = 7
const paceLength = paceDays * 86_400_000

const fields = {
  id: budget.id,
  flowId: budget.flowId,
  flowName: budget.flowName,
  period: budget.period,
  zone: budget.zone,
  amount: budget.amount,
  thresholds: budget.thresholds,
  action: budget.action,
  sample: budget.sample,
  version: budget.version,
  createdAt: budget.createdAt,
  updatedAt: budget.updatedAt,
}

/** The first day of the following month. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** The current day or month in the zone. */
export function budgetPeriod(period: Budget['period'], zone: string, now: number): Period {
  const day = dayIn(now, zone)
  if (period === 'daily') return { from: dayStart(day, zone), to: nextDayStart(now, zone) }
  return { from: dayStart(`${day.slice(0, 8)}01`, zone), to: dayStart(nextMonth(day), zone) }
}

/** Tenths of a percent, rounded down: 100% is only shown once all of it is spent. */
const permilleOf = (part: bigint, whole: bigint): bigint => (part * 1000n) / whole

interface Figures {
  period: Period
  periodCost: bigint
  /** Cost of the last seven days. */
  recentCost: bigint
}

/** @param now a time within the period */
export function budgetStateOf(
  { amount, thresholds }: Pick<Row, 'amount' | 'thresholds'>,
  { period, periodCost, recentCost }: Figures,
  now: number,
): Budget['state'] {
  const permille = permilleOf(periodCost, amount)
  const reached = thresholds.findLast((percent) => permille >= BigInt(percent) * 10n) ?? null
  const coming = (recentCost * BigInt(Math.max(0, period.to - now))) / BigInt(paceLength)
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    spent: formatMicros(periodCost),
    share: Number(permille) / 10,
    reached,
    status: periodCost >= amount ? 'over' : reached === null ? 'ok' : 'alert',
    projected: formatMicros(periodCost + coming),
    basis: recentCost === 0n ? `no spend in the last ${paceDays} days` : `at your ${paceDays}-day average`,
  }
}

const microsOf = (sums: FlowMicros, flowId: string | null): bigint =>
  flowId === null ? [...sums.values()].reduce((sum, one) => sum + one, 0n) : (sums.get(flowId) ?? 0n)

/** Reads the totals once per distinct time range. */
async function withStates(scope: Scope, rows: readonly Row[], now: Date): Promise<Budget[]> {
  if (rows.length === 0) return []
  const at = now.getTime()
  const currency = await accountCurrency(scope)
  const recentCost = await costsBetween(scope, at - paceLength, at)
  const read = new Map<string, { period: Period; sums: FlowMicros }>()
  const found: Budget[] = []
  for (const row of rows) {
    const kind = budgetPeriods.find((one) => one === row.period) ?? 'monthly'
    const period = budgetPeriod(kind, row.zone, at)
    const key = `${period.from} ${period.to}`
    const known = read.get(key) ?? { period, sums: await costsBetween(scope, period.from, period.to) }
    read.set(key, known)
    const figures = {
      period,
      periodCost: microsOf(known.sums, row.flowId),
      recentCost: microsOf(recentCost, row.flowId),
    }
    found.push({
      id: row.id,
      flow: row.flowId === null ? null : { id: row.flowId, name: row.flowName ?? '' },
      period: kind,
      tz: row.zone,
      amount: formatMicros(row.amount),
      currency,
      thresholds: row.thresholds,
      action: budgetActions.find((one) => one === row.action) ?? 'warn',
      sample: row.sample,
      version: row.version,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      state: budgetStateOf(row, figures, at),
    })
  }
  return found
}

const statuses: readonly Budget['state']['status'][] = ['ok', 'alert', 'over']
const rank = ({ state }: Budget): number => statuses.indexOf(state.status)

/** Exceeded budgets first, then those with an alert; highest share first within each. */
export async function listBudgets(scope: Scope, now: Date): Promise<Budget[]> {
  const rows = await scope.select(budget, fields).orderBy(budget.id).limit(maxBudgets)
  return (await withStates(scope, rows, now)).toSorted((a, b) => rank(b) - rank(a) || b.state.share - a.state.share)
}

export async function readBudget(scope: Scope, id: string, now: Date): Promise<Budget | null> {
  const [found] = await withStates(scope, await scope.select(budget, fields, eq(budget.id, id)), now)
  return found ?? null
}

/** Name of a flow of this account; null if there is none. */
export async function nameOfFlow(scope: Scope, id: string): Promise<string | null> {
  const [row] = await scope.select(flow, { name: flow.name }, eq(flow.id, id))
  return row?.name ?? null
}

const columnsOf = ({ flow: of, ...facts }: BudgetFacts) => ({
  ...facts,
  flowId: of?.id ?? null,
  flowName: of?.name ?? null,
})

/** Null if the limit is reached. */
export async function createBudget(scope: Scope, facts: BudgetFacts, now: Date): Promise<string | null> {
  if ((await scope.count(budget, undefined, maxBudgets)) >= maxBudgets) return null
  const id = newId('bud', now.getTime())
  await scope.insert(budget, [{ id, ...columnsOf(facts), createdAt: now, updatedAt: now }])
  return id
}

export async function changeBudget(scope: Scope, id: string, facts: BudgetFacts, now: Date): Promise<void> {
  const change = { ...columnsOf(facts), version: sql`${budget.version} + 1`, updatedAt: now }
  await scope.update(budget, change, eq(budget.id, id))
}

export async function removeBudget(scope: Scope, id: string): Promise<void> {
  await scope.remove(budget, eq(budget.id, id))
}
