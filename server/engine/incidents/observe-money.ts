/** Incidents of budgets and balances. Only accounts with a budget or a low balance get statements of their own. */
import type { Balance } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import { formatSum } from '#lib/money/format-money.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import { accountsWithBudgets, accountsWithLowBalance } from '#server/store/incidents/figures.ts'
import { readBalance } from '#server/store/money/billing.ts'
import { listBudgets } from '#server/store/money/budget.ts'
import { noFigures, type Observation } from './observation.ts'

const nameOf = ({ flow, period }: Budget): string => `${flow?.name ?? 'All flows'}, ${period}`

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
    path: '/billing/budgets',
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
  const found: (Observation | null)[] = []
  for (const account of await accountsWithBudgets(pool))
    for (const budget of await listBudgets(new Scope(db, account), now)) found.push(reachedBudget(account, budget))
  return found.filter((one) => one !== null)
}

export async function observeBalances({ db, pool }: Database, now: Date): Promise<Observation[]> {
  const found: (Observation | null)[] = []
  for (const account of await accountsWithLowBalance(pool))
    found.push(lowBalance(account, await readBalance(new Scope(db, account), now)))
  return found.filter((one) => one !== null)
}
