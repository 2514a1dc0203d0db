/** Typed dates and times in a zone, as half-open ranges of instants. */
import { instantOf, wallClock } from './wall-clock.ts'

/** A half-open range; null = unbounded on that side. */
export interface TimeRange {
  from: Date | null
  to: Date | null
}

const dayLength = 86_400_000
/** Bounds of the years that have four digits in both databases and in ISO 8601. */
export const earliestInstant = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

const bounded = (instant: number) => new Date(Math.min(Math.max(instant, earliestInstant), latest))

/**
 * The range that a text denotes: a day without a time is the whole day in the zone, a time without an offset is
 * wall-clock time in the zone; a time is a range of one millisecond. Null if the text is not a time
 * ("2026-11-01T99:00").
 */
export function rangeOfText(text: string, zone: string): { from: Date; to: Date } | null {
  const iso = text.replace(' ', 'T')
  if (iso.length === 10) {
    const clock = Date.parse(`${iso}T00:00:00Z`)
    if (Number.isNaN(clock)) return null
    return { from: bounded(instantOf(clock, zone)), to: bounded(instantOf(clock + dayLength, zone)) }
  }
  const absolute = /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso.slice(10))
  const parsed = Date.parse(absolute ? iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : `${iso}Z`)
  if (Number.isNaN(parsed)) return null
  const at = absolute ? parsed : instantOf(parsed, zone)
  return { from: bounded(at), to: bounded(at + 1) }
}

/** Whether a time without an offset is in a gap, because the clocks of the zone are set forward. False for days. */
export function isSkipped(text: string, zone: string): boolean {
  const iso = text.replace(' ', 'T')
  if (iso.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso.slice(10))) return false
  const clock = Date.parse(`${iso}Z`)
  return !Number.isNaN(clock) && wallClock(instantOf(clock, zone), zone) !== clock
}

/**
 * Converts the value of a `datetime-local` field ("2026-11-20T09:00"), which is wall-clock time in a zone, to ISO 8601
 * in UTC; null if the value is not a time.
 */
export function instantOfField(text: string, zone: string): string | null {
  const clock = Date.parse(`${text}Z`)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(clock)
    ? new Date(instantOf(clock, zone)).toISOString()
    : null
}

/** The value of a `datetime-local` field for an instant. `now` in ms. */
export const fieldOfInstant = (now: number, zone: string): string =>
  new Date(wallClock(now, zone)).toISOString().slice(0, 16)
