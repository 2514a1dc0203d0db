/** Cost by day, without gaps, beside the previous period. Pure; money is bigint micros. */
import type { RunSummary } from '#contract/billing.ts'
import { addDays, dayIn, daysBetween, isCalendarDay } from '#lib/time/calendar-day.ts'
import { parseMicros } from '#lib/money/money.ts'
import { wholeDays } from '#lib/time/period.ts'

export interface DayCost {
  /** "2026-11-18" */
  day: string
  cost: bigint
  count: number
  failed: number
  /** Cost of the corresponding day of the previous period; null = unknown. */
  before: bigint | null
}

export interface DayCosts {
  days: DayCost[]
  /** Cost of runs on earlier days, which are not in `days`; 0 if there are none. */
  earlier: bigint
}

/** Maximum days that a service sums; gaps are filled up to this number. */
const maxDays = 366

type Groups = NonNullable<RunSummary['groups']['day']>

const instantOf = (text: string): number | null => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** The days of the filter if it has a start, else the days with runs. */
function rangeOf(groups: Groups, previous: RunSummary['previous'], zone: string): [string, string] | null {
  const daysWithRuns = groups.map((group) => group.key).filter(isCalendarDay)
  const [first, last] = [daysWithRuns[0], daysWithRuns.at(-1)]
  const [from, to] = [previous && instantOf(previous.from), previous && instantOf(previous.to)]
  if (from === null || to === null) return first === undefined || last === undefined ? null : [first, last]
  // The previous period ends where this one begins, and has the same length.
  const start = dayIn(to, zone)
  const count = wholeDays({ from, to }, zone)
  const end = count === null ? dayIn(Math.max(to, to + (to - from) - 1), zone) : addDays(start, Math.max(0, count - 1))
  return [first !== undefined && first < start ? first : start, last !== undefined && last > end ? last : end]
}

const micros = (cost: string): bigint => parseMicros(cost) ?? 0n

/**
 * @param groups days with runs, in order
 * @param before days of the previous period, in order; undefined = not loaded
 */
export function dayCosts(
  summary: Pick<RunSummary, 'totals' | 'previous' | 'groups'>,
  before: Groups | undefined,
  zone: string,
): DayCosts {
  const groups = summary.groups.day ?? []
  const range = rangeOf(groups, summary.previous, zone)
  if (range === null) return { days: [], earlier: micros(summary.totals.cost) }
  const [from, last] = range
  const count = daysBetween(from, last) + 1
  const first = count > maxDays ? addDays(last, 1 - maxDays) : from
  const skipped = daysBetween(from, first)
  const beforeFrom = summary.previous === null ? null : dayIn(Date.parse(summary.previous.from), zone)
  const byDay = new Map(groups.map((group) => [group.key, group]))
  const beforeByDay = new Map(before?.map((group) => [group.key, micros(group.cost)]))
  const days = Array.from({ length: Math.min(count, maxDays) }, (_, index): DayCost => {
    const day = addDays(first, index)
    const group = byDay.get(day)
    const same = beforeFrom === null ? null : addDays(beforeFrom, skipped + index)
    return {
      day,
      cost: micros(group?.cost ?? '0'),
      count: group?.count ?? 0,
      failed: group?.failed ?? 0,
      before: before === undefined || same === null ? null : (beforeByDay.get(same) ?? 0n),
    }
  })
  const sum = days.reduce((total, { cost }) => total + cost, 0n)
  return { days, earlier: micros(summary.totals.cost) - sum }
}
