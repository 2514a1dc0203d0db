/** A budget as it is typed. Pure. */
import type { Budget } from '#contract/budget.ts'
import { parseMicros } from '#lib/money.ts'

export interface BudgetDraft {
  /** Null = all flows. */
  flow: { id: string; name: string } | null
  period: Budget['period']
  amount: string
  /** "80, 100" */
  thresholds: string
}

export const newBudget: BudgetDraft = { flow: null, period: 'monthly', amount: '', thresholds: '80, 100' }

export const draftOf = ({ flow, period, amount, thresholds }: Budget): BudgetDraft => ({
  flow,
  period,
  amount: amount.replace(/(\.\d\d\d*?)0+$/, '$1'),
  thresholds: thresholds.join(', '),
})

/** An amount as people type it: with a comma or a point. */
const amountOf = (text: string): string => text.trim().replace(',', '.')
const percentsOf = (text: string): number[] =>
  text
    .split(/[\s,;%]+/)
    .filter((part) => part !== '')
    .map(Number)

/** What the service is asked. */
export const bodyOf = ({ flow, period, amount, thresholds }: BudgetDraft) => ({
  flow: flow?.id ?? null,
  period,
  amount: amountOf(amount),
  thresholds: percentsOf(thresholds),
})

/** What is wrong, by field; the service says what else it does not take. */
export function problemsOf({ amount, thresholds }: BudgetDraft): { amount?: string; thresholds?: string } {
  const micros = parseMicros(amountOf(amount))
  const percents = percentsOf(thresholds)
  const isWhole = percents.every((percent) => Number.isInteger(percent) && percent > 0)
  return {
    ...(micros === null || micros <= 0n ? { amount: 'Type an amount above 0, like 250.00.' } : {}),
    ...(percents.length === 0 || !isWhole ? { thresholds: 'Type whole percentages, like 80, 100.' } : {}),
  }
}
