/** Form draft of a budget. Pure. */
import type { Budget } from '#contract/budget.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { amountPreview, readAmount, typedAmount } from '#lib/money/typed-amount.ts'

export interface BudgetDraft {
  /** Null = all flows. */
  flow: { id: string; name: string } | null
  period: Budget['period']
  amount: string
  /** "80, 100" */
  thresholds: string
  action: NonNullable<Budget['action']>
}

export const newBudget: BudgetDraft = {
  flow: null,
  period: 'monthly',
  amount: '',
  thresholds: '80, 100',
  action: 'warn',
}

/** Two leading digits: €11.14 becomes €12, €1,445 becomes €1,500. At least a cent. */
function roundUp(micros: bigint): bigint {
  const least = 10_000n
  if (micros <= least) return least
  const step = 10n ** BigInt(String(micros).length - 2)
  return ((micros + step - 1n) / step) * step
}

/** A monthly budget a fifth above the cost of the last 30 days; without an amount if there was no cost. */
export function suggestedBudget(flow: { id: string; name: string }, monthCost: string): BudgetDraft {
  const micros = parseMicros(monthCost) ?? 0n
  const amount = micros > 0n ? typedAmount(formatMicros(roundUp((micros * 6n + 4n) / 5n))) : ''
  return { ...newBudget, flow, amount }
}

export const budgetDraftOf = ({ flow, period, amount, thresholds, action }: Budget): BudgetDraft => ({
  flow,
  period,
  amount: typedAmount(amount),
  thresholds: thresholds.join(', '),
  action: action ?? 'warn',
})

const percentsOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter((part) => part !== '')
    .map(Number)

const amountIn = (typed: string): string => {
  const read = readAmount(typed)
  return 'problem' in read ? typed.trim() : read.amount
}

/** The body of the request. Without `hasPauses`, for a service that only warns, the action is left out. */
export const budgetBodyOf = ({ flow, period, amount, thresholds, action }: BudgetDraft, hasPauses = true) => ({
  flow: flow?.id ?? null,
  period,
  amount: amountIn(amount),
  thresholds: percentsOf(thresholds),
  ...(hasPauses ? { action } : {}),
})

/** Problems by field; the service checks the rest. */
export function budgetProblemsOf({ amount, thresholds }: BudgetDraft): { amount?: string; thresholds?: string } {
  const read = readAmount(amount)
  const micros = 'problem' in read ? null : parseMicros(read.amount)
  const none = 'Enter an amount above 0, such as 250.00.'
  const wrong = 'problem' in read && amount.trim() !== '' ? read.problem : none
  const percents = percentsOf(thresholds)
  const isWhole = percents.every((percent) => Number.isInteger(percent) && percent > 0)
  return {
    ...(micros === null || micros <= 0n ? { amount: wrong } : {}),
    ...(percents.length === 0 || !isWhole ? { thresholds: 'Enter whole percentages, such as 80, 100.' } : {}),
  }
}

export const budgetPeriodWords: Record<Budget['period'], string> = { daily: 'a day', monthly: 'a month' }

/** "€1,500.00 a month": what will be saved; null if the amount is invalid. */
export const savedWords = ({ amount, period }: BudgetDraft, currency: string): string | null => {
  const words = amountPreview(amount, currency)
  return words === null ? null : `${words} ${budgetPeriodWords[period]}`
}

/** The existing budget for the same flow and period; `own` is the edited one. */
export const budgetOfSameScope = (
  { flow, period }: BudgetDraft,
  budgets: readonly Budget[],
  own: Budget | null,
): Budget | null =>
  budgets.find((one) => one.id !== own?.id && one.period === period && one.flow?.id === flow?.id) ?? null

/** "€5.50 a month for all flows" */
export const budgetWords = ({ amount, currency, period, flow }: Budget): string =>
  `${formatMoney(amount, currency)} ${budgetPeriodWords[period]} for ${flow?.name ?? 'all flows'}`

/** "monthly, Europe/Berlin": the period and its time zone. */
export const budgetZoneWords = ({ period, tz }: Budget): string => `${period === 'daily' ? 'daily' : 'monthly'}, ${tz}`
