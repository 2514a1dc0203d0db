/** Banner about a budget that is nearly or entirely used up. Pure. */
import type { Budget } from '#contract/budget.ts'
import { formatSum } from '#lib/money/format-money.ts'
import type { BannerWords } from './account-status.ts'

const spans: Record<Budget['period'], { of: string; end: string }> = {
  daily: { of: 'today', end: 'by the end of the day' },
  monthly: { of: 'this month', end: 'by the end of the month' },
}

/** "Budget for “Night desk”: 84.2 % used, €42.10 of €50.00 this month." */
export function budgetBanner({ flow, period, amount, currency, state }: Budget, locale?: string): BannerWords {
  const money = (text: string) => formatSum(text, currency, locale)
  const what = flow === null ? 'Budget for all flows' : `Budget for “${flow.name}”`
  const { of, end } = spans[period]
  const isBad = state.status === 'over'
  const share = `${state.share.toLocaleString(locale)}\u00a0%`
  const basis = `${state.basis.charAt(0).toUpperCase()}${state.basis.slice(1)}`
  return {
    title: `${what}${isBad ? ' is used up' : ''}: ${share}, ${money(state.spent)} of ${money(amount)} ${of}.`,
    words: `${basis}: ${money(state.projected)} ${end}. Flows keep running. Pause one or raise the budget.`,
    isBad,
  }
}
