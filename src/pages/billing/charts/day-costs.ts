/** Cost by day, without gaps, beside the compared period. Pure; money is bigint micros. */
import type { RunSummary } from '#contract/billing.ts'
import { addDays, daysBetween, isCalendarDay } from '#lib/time/calendar-day.ts'
import { parseMicros } from '#lib/money/money.ts'
import type { DayRange } from '#parts/period/period.ts'

export interface DayCost {
  /** "2026-11-18" */
  day: string
  cost: bigint
  count: number
  failed: number
  /** Cost of the corresponding day of the compared period; null = unknown, or there is no such day. */
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

const micros = (cost: string): bigint => parseMicros(cost) ?? 0n

/** The days of a compared period, and those of them with runs. */
export interface DaysBefore {
  range: DayRange
  groups: Groups
}

/**
 * @param range the days of the period; days with runs beyond its end are added, since clocks differ
 * @param before the compared period; undefined = not loaded
 */
export function dayCosts(
  summary: Pick<RunSummary, 'totals' | 'groups'>,
  range: DayRange,
  before: DaysBefore | undefined,
): DayCosts {
  const groups = summary.groups.day ?? []
  const lastWithRuns = groups.map((group) => group.key).findLast(isCalendarDay)
  const last = lastWithRuns !== undefined && lastWithRuns > range.last ? lastWithRuns : range.last
  const count = daysBetween(range.first, last) + 1
  const first = count > maxDays ? addDays(last, 1 - maxDays) : range.first
  const skipped = daysBetween(range.first, first)
  const byDay = new Map(groups.map((group) => [group.key, group]))
  const beforeByDay = new Map(before?.groups.map((group) => [group.key, micros(group.cost)]))
  const days = Array.from({ length: Math.min(count, maxDays) }, (_, index): DayCost => {
    const day = addDays(first, index)
    const group = byDay.get(day)
    const same = before === undefined ? null : addDays(before.range.first, skipped + index)
    return {
      day,
      cost: micros(group?.cost ?? '0'),
      count: group?.count ?? 0,
      failed: group?.failed ?? 0,
      before: before === undefined || same === null || same > before.range.last ? null : (beforeByDay.get(same) ?? 0n),
    }
  })
  const sum = days.reduce((total, { cost }) => total + cost, 0n)
  return { days, earlier: micros(summary.totals.cost) - sum }
}
