/**
 * Periods of whole days in a zone, and the previous period of equal length. A day may have 23, 24, 24.5 or 25 hours.
 * Pure; instants in ms.
 */
import { addDays, dayIn } from './calendar-day.ts'
import { earliestInstant } from './local-time.ts'
import { instantOf, wallClock } from './wall-clock.ts'

const dayLength = 86_400_000

/** Half-open range. */
export interface Period {
  from: number
  to: number
}

/** Start of a day in a zone: midnight, or the end of a gap that begins at midnight. */
export const dayStart = (day: string, zone: string): number => instantOf(Date.parse(`${day}T00:00:00Z`), zone)

/** Start of the day after the day of an instant. */
export const nextDayStart = (at: number, zone: string): number => dayStart(addDays(dayIn(at, zone), 1), zone)

/** Midnight of the wall-clock day, expressed as if it were UTC (ms). */
const clockDay = (at: number, zone: string): number => Math.floor(wallClock(at, zone) / dayLength) * dayLength

const isDayStart = (at: number, zone: string): boolean => instantOf(clockDay(at, zone), zone) === at

/** Number of days of the zone in a period; null if the period does not begin and end at day boundaries. */
export function wholeDays({ from, to }: Period, zone: string): number | null {
  if (!isDayStart(from, zone) || !isDayStart(to, zone)) return null
  return Math.round((clockDay(to, zone) - clockDay(from, zone)) / dayLength)
}

/**
 * The previous period, which ends where the given period begins. Whole days give the same number of days (the period
 * before a 25-hour day is one day, not 25 hours), other periods the same duration. Never begins before the year 1.
 */
export function previousPeriod(period: Period, zone: string): Period {
  const { from, to } = period
  const days = wholeDays(period, zone)
  if (days === null || days < 0) return { from: Math.max(earliestInstant, from - Math.max(0, to - from)), to: from }
  const clock = Math.max(earliestInstant, clockDay(from, zone) - days * dayLength)
  return { from: instantOf(clock, zone), to: from }
}
