/** Runway of the balance, in words. Pure. */
import type { Balance } from '#contract/billing.ts'
import { isAbsent, isGiven } from '#lib/absent.ts'
import { formatDay, type TimeOptions } from '#lib/time/format-time.ts'
import { parseMicros } from '#lib/money/money.ts'

/** Whether nothing is left to start a run; false if not known. */
export function isUsedUp({ available }: Pick<Balance, 'available'>): boolean {
  const micros = parseMicros(available)
  return micros !== null && micros <= 0n
}

/** A date and how it was computed; `value` is "—" if there is none, and `words` say why. */
export function balanceRunway(
  money: Pick<Balance, 'available' | 'avg_daily_spend_7d' | 'estimated_depletion_at'>,
  options: TimeOptions,
): { value: string; words: string } {
  if (isUsedUp(money)) return { value: 'Used up', words: 'runs do not start without credit' }
  if (!isAbsent(money.estimated_depletion_at))
    return { value: formatDay(money.estimated_depletion_at, options), words: 'at your 7-day average' }
  const daily = parseMicros(money.avg_daily_spend_7d)
  if (daily === null || !isGiven(money, 'estimated_depletion_at')) return { value: '—', words: '' }
  const isIdle = daily === 0n
  return { value: '—', words: isIdle ? 'no spend in the last 7 days' : 'does not run out at your 7-day average' }
}

/** The same, shorter: "about 24 Nov", "used up", "no spend yet", "not soon", "—". */
export function balanceRunwayShort(money: Parameters<typeof balanceRunway>[0], options: TimeOptions): string {
  if (isUsedUp(money)) return 'used up'
  if (!isAbsent(money.estimated_depletion_at)) return `about ${formatDay(money.estimated_depletion_at, options)}`
  if (!isGiven(money, 'estimated_depletion_at')) return '—'
  return (parseMicros(money.avg_daily_spend_7d) ?? 0n) > 0n ? 'not soon' : 'no spend yet'
}
