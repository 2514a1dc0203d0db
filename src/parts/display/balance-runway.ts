/** Texts about how long the balance lasts. Pure. */
import type { Balance } from '#contract/billing.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'
import { formatDay, type TimeOptions } from '#lib/time/format-time.ts'
import { parseMicros } from '#lib/money/money.ts'

/** Whether the balance is used up, so that no run can start; false if unknown. */
export function isUsedUp({ available }: Pick<Balance, 'available'>): boolean {
  const micros = parseMicros(available)
  return micros !== null && micros <= 0n
}

/**
 * When the balance runs out. `value`: the date, "Used up", or "—" if there is no date. `words`: the basis or reason;
 * '' if unknown.
 */
export function balanceRunway(
  money: Pick<Balance, 'available' | 'avg_daily_spend_7d' | 'estimated_depletion_at'>,
  options: TimeOptions,
): { value: string; words: string } {
  if (isUsedUp(money)) return { value: 'Used up', words: 'runs do not start without credit' }
  if (!isAbsent(money.estimated_depletion_at))
    return { value: formatDay(money.estimated_depletion_at, options), words: 'at your 7-day average' }
  const daily = parseMicros(money.avg_daily_spend_7d)
  if (daily === null || !isReturned(money, 'estimated_depletion_at')) return { value: '—', words: '' }
  const isIdle = daily === 0n
  return { value: '—', words: isIdle ? 'no spend in the last 7 days' : 'does not run out at your 7-day average' }
}

/** Short form: "about 24 Nov", "used up", "no spend yet", "not soon", "—". */
export function balanceRunwayShort(money: Parameters<typeof balanceRunway>[0], options: TimeOptions): string {
  if (isUsedUp(money)) return 'used up'
  if (!isAbsent(money.estimated_depletion_at)) return `about ${formatDay(money.estimated_depletion_at, options)}`
  if (!isReturned(money, 'estimated_depletion_at')) return '—'
  return (parseMicros(money.avg_daily_spend_7d) ?? 0n) > 0n ? 'not soon' : 'no spend yet'
}
