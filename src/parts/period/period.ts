/** The period of a page, in calendar days of its zone, and the period it is compared with. Pure. */
import { addDays, dayIn, daysBetween, isCalendarDay } from '#lib/time/calendar-day.ts'
import { dayStart } from '#lib/time/period.ts'
import { instantOf, wallClock } from '#lib/time/wall-clock.ts'

/** First and last day, both included. */
export interface DayRange {
  first: string
  last: string
}

export const periodPresets = ['month', 'today', '7d', '30d'] as const
export type PeriodPreset = (typeof periodPresets)[number]
export type Period = PeriodPreset | DayRange

/** The range that a period is compared with; half-open, in ISO 8601. */
export interface ComparedRange extends DayRange {
  from: string
  to: string
}

/** The end of a comparison is rounded down to this, so that the request stays the same for some minutes. */
const stepMs = 300_000

const pattern = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Reads "7d" or "2026-11-01..2026-11-20"; this month if the text is neither. */
export function readPeriod(text: string | null): Period {
  const [, first = '', last = ''] = pattern.exec(text ?? '') ?? []
  if (isCalendarDay(first) && isCalendarDay(last) && first <= last) return { first, last }
  return periodPresets.find((preset) => preset === text) ?? 'month'
}

export const periodText = (period: Period): string =>
  typeof period === 'string' ? period : `${period.first}..${period.last}`

const monthStart = (day: string): string => `${day.slice(0, 8)}01`

export function daysOfPeriod(period: Period, now: number, zone: string): DayRange {
  if (typeof period !== 'string') return period
  const last = dayIn(now, zone)
  const first = { month: monthStart(last), today: last, '7d': addDays(last, -6), '30d': addDays(last, -29) }[period]
  return { first, last }
}

/** The preset with these days; null = there is none. */
export const presetOfDays = ({ first, last }: DayRange, now: number, zone: string): PeriodPreset | null =>
  periodPresets.find((preset) => {
    const days = daysOfPeriod(preset, now, zone)
    return days.first === first && days.last === last
  }) ?? null

/** Filters of the runs of these days. Without an end up to today, so that a slow clock does not hide new runs. */
export function startedFilter({ first, last }: DayRange, today: string): Record<string, string> {
  if (first === last) return { started_at: first }
  return { started_at__gte: first, ...(last < today ? { started_at__lt: addDays(last, 1) } : {}) }
}

/** "previous 28 days": the period that every page compares with. */
export const previousDaysWords = (count: number): string =>
  count === 1 ? 'previous day' : `previous ${count.toLocaleString()} days`

/** The same number of days before. If the period includes today, up to this time of day. */
export function comparedRange(period: Period, now: number, zone: string): ComparedRange {
  const { first, last } = daysOfPeriod(period, now, zone)
  const shift = daysBetween(first, last) + 1
  const start = addDays(first, -shift)
  const end = addDays(first, -1)
  const isSoFar = last >= dayIn(now, zone)
  const clock = Math.floor(wallClock(now, zone) / stepMs) * stepMs - shift * 86_400_000
  const to = isSoFar ? instantOf(clock, zone) : dayStart(addDays(last, 1 - shift), zone)
  const from = dayStart(start, zone)
  return {
    first: start,
    last: end,
    from: new Date(from).toISOString(),
    to: new Date(Math.max(from, Math.min(to, dayStart(first, zone)))).toISOString(),
  }
}
