/** Incidents of budgets and balances. Only accounts with a budget or a low balance get statements of their own. */
import type { Balance } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import type { IncidentFigures } from '#contract/incident.ts'
import { trendLength } from '#contract/values/trend.ts'
import { formatSum } from '#lib/money/format-money.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { accountsWithBudgets, accountsWithLowBalance } from '#server/store/incidents/figures.ts'
import { costPerDay } from '#server/store/incidents/trends.ts'
import { readBalance } from '#server/store/money/billing.ts'
import { listBudgets } from '#server/store/money/budget.ts'
import { noFigures, type Observation } from './observation.ts'

const nameOf = ({ flow, period }: Budget): string => `${flow?.name ?? 'All flows'}, ${period}`

/** Days before the trend, whose mean is the usual cost. */
const usualDays = 30
const micros = 1_000_000

/** Cost per day; null if nothing was spent. */
async function costTrend(
  db: Queryable,
  { flow, currency }: Budget,
  account: string,
  now: Date,
): Promise<IncidentFigures['trend']> {
  const costs = await costPerDay(db, { account, flow: flow?.id ?? null }, now, trendLength + usualDays)
  const [before, values] = [costs.slice(0, usualDays), costs.slice(usualDays)]
  if (values.every((cost) => cost === 0)) return null
  const usual = before.reduce((sum, cost) => sum + cost, 0) / usualDays
  return {
    unit: 'day',
    values: values.map((cost) => cost / micros),
    usual: usual === 0 ? null : Math.round(usual) / micros,
    currency,
  }
}

function reachedBudget(account: string, budget: Budget): Observation | null {
  const { state, amount, currency, period, thresholds } = budget
  if (state.reached === null && state.status !== 'over') return null
  const money = (text: string) => formatSum(text, currency, 'en')
  const when = period === 'daily' ? 'today' : 'this month'
  const forecast =
    state.status === 'over'
      ? 'Flows keep running.'
      : `At the current rate it will be ${money(state.projected)} at the end of the ${period === 'daily' ? 'day' : 'month'}.`
  return {
    account,
    kind: 'budget',
    severity: 'attention',
    subject: { noun: 'budget', id: budget.id, name: nameOf(budget) },
    message: `${money(state.spent)} of ${money(amount)} spent ${when}, ${state.share}%. ${forecast}`,
    figures: { ...noFigures, share: state.share, since: state.from },
    path: `/billing/budgets?${new URLSearchParams({ budget: budget.id })}`,
    step: thresholds.filter((percent) => percent <= state.share).length,
    count: 0,
    isSample: budget.sample === true,
  }
}

function lowBalance(
  account: string,
  { status, available, currency, estimated_depletion_at: end }: Balance,
): Observation | null {
  if (status === 'ok') return null
  const isEmpty = status !== 'low'
  const until = end === null ? '' : ` It will last until about ${end.slice(0, 10)}.`
  return {
    account,
    kind: 'balance',
    severity: isEmpty ? 'broken' : 'attention',
    subject: null,
    message: isEmpty
      ? 'The balance is used up. Flows do not start until you top up.'
      : `The balance is low: ${formatSum(available, currency, 'en')}.${until}`,
    figures: noFigures,
    path: '/billing',
    step: isEmpty ? 1 : 0,
    count: 0,
    isSample: false,
  }
}

export async function observeBudgets({ db, pool }: Database, now: Date): Promise<Observation[]> {
  const found: Observation[] = []
  for (const account of await accountsWithBudgets(pool))
    for (const budget of await listBudgets(new Scope(db, account), now)) {
      const reached = reachedBudget(account, budget)
      if (reached === null) continue
      const trend = await costTrend(pool, budget, account, now)
      found.push({ ...reached, figures: { ...reached.figures, trend } })
    }
  return found
}

export async function observeBalances({ db, pool }: Database, now: Date): Promise<Observation[]> {
  const found: (Observation | null)[] = []
  for (const account of await accountsWithLowBalance(pool))
    found.push(lowBalance(account, await readBalance(new Scope(db, account), now)))
  return found.filter((one) => one !== null)
}
