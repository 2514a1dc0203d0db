/** Sentences about sums of runs. Pure. */
import type { RunSummary } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatChange } from '#lib/format-share.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { parseMicros } from '#lib/money/money.ts'
import { previousDaysWords } from '#parts/period/period.ts'
import { failedShare } from './failed-share.ts'

const dayMs = 86_400_000
/** Maximum deviation of a day on which the clocks change. */
const clockChangeMs = 3_600_000

/** "previous 30 days", "previous 5 h". */
export function previousPeriodWords({ from, to }: { from: string; to: string }): string {
  const length = Date.parse(to) - Date.parse(from)
  const days = Math.round(length / dayMs)
  return days > 0 && Math.abs(length - days * dayMs) <= clockChangeMs
    ? previousDaysWords(days)
    : `previous ${formatDuration(length)}`
}

/** "0.9% failed"; '' without ended runs. */
export function failedWords(totals: Pick<RunSummary['totals'], 'count' | 'ended' | 'failed'>): string {
  const share = failedShare(totals)
  return share === '' ? '' : `${totals.failed === 0 ? 'none' : share} failed`
}

type SummedCost = Pick<RunSummary['totals'], 'cost' | 'unknown_costs'>

/** "without 3 runs whose cost is not known"; '' if all costs are known. */
export function unknownCostWords({ unknown_costs: unknown = 0 }: Pick<SummedCost, 'unknown_costs'>): string {
  return unknown === 0 ? '' : `without ${count(unknown, 'run')} whose cost is not known`
}

/** "+12.6%"; null if a cost is not known. */
export function costChange(now: SummedCost, before: SummedCost): string | null {
  const [costNow, costBefore] = [now, before].map((sums) => (sums.unknown_costs ? null : parseMicros(sums.cost)))
  return costNow == null || costBefore == null ? null : formatChange(costNow, costBefore)
}

/**
 * "Cost +12.6%, runs −3.0% vs the previous 30 days, when 0.7% failed"; '' without a previous period.
 * @param isByOutcome whether the runs were chosen by their outcome, so that a share of failures says nothing
 */
export function comparedWords(
  { totals, previous }: Pick<RunSummary, 'totals' | 'previous'>,
  isByOutcome = false,
): string {
  if (previous === null) return ''
  const period = `the ${previousPeriodWords(previous)}`
  if (previous.count === 0)
    return totals.count === 0 ? '' : `None in the ${previousPeriodWords(previous).replace('previous ', '')} before`
  const cost = costChange(totals, previous)
  const isCounted = !isAbsent(totals.count) && !isAbsent(previous.count)
  const runs = isCounted ? formatChange(BigInt(totals.count), BigInt(previous.count)) : null
  const changes = [cost === null ? '' : `Cost ${cost}`, runs === null ? '' : `runs ${runs}`].filter((one) => one !== '')
  const failed = isByOutcome ? '' : failedWords(previous)
  if (changes.length === 0 && failed === '') return ''
  const words = `${changes.join(', ')} vs ${period}${failed === '' ? '' : `, when ${failed}`}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
