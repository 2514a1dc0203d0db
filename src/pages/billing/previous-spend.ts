/** Earlier periods for comparison with the balance's figures. Days are counted in UTC, as in the balance. Pure. */
import { addDays } from '#lib/time/calendar-day.ts'

/** A half-open range, as in the request. */
export interface Range {
  started_at__gte: string
  started_at__lt: string
}

/** The time is rounded down to this, so that the request stays the same for some minutes. */
const stepMs = 300_000

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Yesterday up to this time of day. */
export function yesterdaySoFar(now: number): Range {
  const yesterday = addDays(dayOf(now), -1)
  const until = new Date(Math.floor(now / stepMs) * stepMs)
  // In the first minutes of a day the range is empty.
  const time = until.toISOString().slice(11)
  return { started_at__gte: `${yesterday}T00:00:00Z`, started_at__lt: `${yesterday}T${time}` }
}

/**
 * The same number of whole days of the previous month as this month has completed; null on the first day, and if the
 * previous month is too short.
 */
export function monthBeforeSoFar(now: number): Range | null {
  const today = dayOf(now)
  const completedDays = Number(today.slice(8)) - 1
  const first = `${today.slice(0, 8)}01`
  const firstBefore = `${addDays(first, -1).slice(0, 8)}01`
  const until = addDays(firstBefore, completedDays)
  return completedDays === 0 || until > first ? null : { started_at__gte: firstBefore, started_at__lt: until }
}

/** "November", and the previous month. */
export function monthNames(now: number, locale?: string): { month: string; before: string } {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const first = Date.parse(`${dayOf(now).slice(0, 8)}01T00:00:00Z`)
  return { month: format.format(first), before: format.format(first - 1) }
}
