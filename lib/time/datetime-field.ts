/** Values of `datetime-local` fields, which hold a zone's wall-clock time, not an instant. Pure. */
import { instantOf, wallClock } from './wall-clock.ts'

/** ISO 8601 in UTC for the field value "2026-11-20T09:00" in a zone; null if it is not a time. */
export function instantOfField(text: string, zone: string): string | null {
  const clock = Date.parse(`${text}Z`)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(clock)
    ? new Date(instantOf(clock, zone)).toISOString()
    : null
}

/** The field value for an instant. `now` in ms. */
export const fieldOfInstant = (now: number, zone: string): string =>
  new Date(wallClock(now, zone)).toISOString().slice(0, 16)
