/** With what the figures of the balance are compared. The balance counts days in UTC, so these do as well. Pure. */
import { addDays } from '#lib/time/calendar-day.ts'

/** A half-open range as the service takes it. */
export interface Range {
  started_at__gte: string
  started_at__lt: string
}

/** The same comparison holds for some minutes: it is not asked again with every second. */
const stepMs = 300_000

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Yesterday up to this hour. */
export function yesterdaySoFar(now: number): Range {
  const yesterday = addDays(dayOf(now), -1)
  const until = new Date(Math.floor(now / stepMs) * stepMs)
  // The same time of the day before; in the first minutes of a day that is its beginning.
  const time = until.toISOString().slice(11)
  return { started_at__gte: `${yesterday}T00:00:00Z`, started_at__lt: `${yesterday}T${time}` }
}

/**
 * As many whole days of the month before as this month has behind it; null on the first day, and where the month before
 * is too short for it.
 */
export function monthBeforeSoFar(now: number): Range | null {
  const today = dayOf(now)
  const behind = Number(today.slice(8)) - 1
  const first = `${today.slice(0, 8)}01`
  const firstBefore = `${addDays(first, -1).slice(0, 8)}01`
  const until = addDays(firstBefore, behind)
  return behind === 0 || until > first ? null : { started_at__gte: firstBefore, started_at__lt: until }
}

/** "November", and the month before it. */
export function monthNames(now: number, locale?: string): { month: string; before: string } {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const first = Date.parse(`${dayOf(now).slice(0, 8)}01T00:00:00Z`)
  return { month: format.format(first), before: format.format(first - 1) }
}
