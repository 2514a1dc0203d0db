/** Fields for a day and a time of day (`datetime-local`) hold the clock of a zone, not an instant. Pure. */
import { instantOf, wallClock } from './wall-clock.ts'

/** "2026-11-20T09:00" as such a field holds it, in the zone, as ISO 8601 in UTC; null where it is no time. */
export function instantOfField(text: string, zone: string): string | null {
  const clock = Date.parse(`${text}Z`)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(clock)
    ? new Date(instantOf(clock, zone)).toISOString()
    : null
}

/** The same the other way round. `now` in ms. */
export const fieldOfInstant = (now: number, zone: string): string =>
  new Date(wallClock(now, zone)).toISOString().slice(0, 16)
