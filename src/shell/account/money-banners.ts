/** Banners about a balance that runs out, and a budget that is nearly or entirely used up. Pure. */
import type { Balance } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { formatMoney, formatSum } from '#lib/money/format-money.ts'
import { isUsedUp } from '#parts/display/balance-runway.ts'
import type { Budget } from '#contract/budget.ts'
import type { BannerWords } from './account-status.ts'

const hour = 3_600_000
const day = 24 * hour
/** From two days on, the runway is given in days. */
const maxHours = 48

/** "less than an hour", "about 4 hours", "about 3 days"; null if unknown or in the past. */
function runwayWords(ms: number): string | null {
  if (!Number.isFinite(ms) || ms < 0) return null
  const hours = Math.round(ms / hour)
  if (hours < 1) return 'less than an hour'
  if (hours < maxHours) return `about ${count(hours, 'hour')}`
  return `about ${Math.round(ms / day)} days`
}

/** Null if there is nothing to report. `now` in ms. */
export function balanceBanner(money: Balance, now: number, locale?: string): BannerWords | null {
  const available = formatSum(money.available, money.currency, locale)
  const availableWords = isAbsent(money.available) ? '' : `${available} available. `
  const zero = formatMoney('0', money.currency, locale)
  switch (money.status) {
    case 'blocked':
    case 'depleted':
      // With credit left, the account is blocked for another reason.
      if (money.status === 'blocked' && !isUsedUp(money))
        return {
          title: 'The account is blocked.',
          words: `${availableWords}Flows do not run until an administrator lifts the block.`,
          isBad: true,
        }
      return {
        title: 'No credit is left.',
        words: `${availableWords}Runs do not start until an administrator adds credit.`,
        isBad: true,
      }
    case 'low': {
      const until = money.estimated_depletion_at
      const lasts = isAbsent(until) ? null : runwayWords(Date.parse(until) - now)
      return {
        title: `Balance is low${isAbsent(money.available) ? '' : `: ${available}`}${lasts === null ? '' : `, ${lasts} at your 7-day average`}.`,
        words: `Flows stop running at ${zero}.`,
        isBad: false,
      }
    }
    default:
      // No problem, or an unknown status of the service.
      return null
  }
}

const periodTexts: Record<Budget['period'], { of: string; end: string }> = {
  daily: { of: 'today', end: 'by the end of the day' },
  monthly: { of: 'this month', end: 'by the end of the month' },
}

/** "Budget for “Night desk”: 84.2%, €42.10 of €50.00 this month." */
export function budgetBanner({ flow, period, amount, currency, state, action }: Budget, locale?: string): BannerWords {
  const money = (text: string) => formatSum(text, currency, locale)
  const what = flow === null ? 'Budget for all flows' : `Budget for “${flow.name}”`
  const { of, end } = periodTexts[period]
  const isBad = state.status === 'over'
  const share = `${state.share.toLocaleString(locale)}%`
  const basis = `${state.basis.charAt(0).toUpperCase()}${state.basis.slice(1)}`
  const consequence =
    action !== 'pause'
      ? 'Flows keep running. Pause one or raise the budget.'
      : isBad
        ? `${flow === null ? 'Flows are' : 'The flow is'} paused until the next period. Raise the budget to run ${flow === null ? 'them' : 'it'} again.`
        : `${flow === null ? 'Flows' : 'The flow'} will be paused when it is used up.`
  return {
    title: `${what}${isBad ? ' is used up' : ''}: ${share}, ${money(state.spent)} of ${money(amount)} ${of}.`,
    words: `${basis}: ${money(state.projected)} ${end}. ${consequence}`,
    isBad,
  }
}
