/** Calendar days as text: "2026-11-01". */
import { wallClock } from './wall-clock.ts'

const dayLength = 86_400_000

/** Whether a text is a day that exists: JavaScript parses 30 February as 2 March. */
export function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

/** The calendar day in a zone at an instant (ms). */
export const dayIn = (at: number, zone: string): string => new Date(wallClock(at, zone)).toISOString().slice(0, 10)

/** The day that is `days` later, or earlier if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** Number of days from the first to the last day: 0 if they are equal. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayLength)
