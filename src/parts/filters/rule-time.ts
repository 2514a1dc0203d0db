/**
 * Times in rules: a day ("2026-11-01"), a local time in the page's zone ("2026-11-01T08:00"), or an instant with its
 * offset. Pure.
 */
import { addDays } from '#lib/time/calendar-day.ts'
import { formatDay, type TimeOptions } from '#lib/time/format-time.ts'
import { wallClock } from '#lib/time/wall-clock.ts'

const hasOffset = (value: string): boolean => /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10))

/** Day and time of a value in a zone. `time` is '' for a whole day, else "08:00" or "08:00:15". */
export function localOf(value: string, zone: string): { day: string; time: string } {
  if (value.length > 10 && hasOffset(value)) {
    const at = Date.parse(value)
    if (!Number.isNaN(at)) return clockAt(at, zone)
  }
  return { day: value.slice(0, 10), time: value.slice(11).replace(/\.\d+$/, '') }
}

function clockAt(at: number, zone: string): { day: string; time: string } {
  const shown = new Date(wallClock(at, zone)).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 19).replace(/:00$/, '') }
}

/** The value for a day and a time; without a time, for the whole day; '' without a day. */
export const valueOfLocal = (day: string, time: string): string =>
  day === '' ? '' : time === '' ? day : `${day}T${time}`

/** Display text of a value: "21 Nov, 13:30", or only the day for a whole day. */
export function ruleTimeWords(value: string, { now, zone, locale }: TimeOptions): string {
  const { day, time } = localOf(value, zone)
  const words = formatDay(`${day}T00:00:00Z`, { now, zone: 'UTC', locale })
  if (words === '—') return value
  return time === '' ? words : `${words}, ${time}`
}

export const isDay = (value: string): boolean => value.length === 10

/** The previous day: a range that ends before the 22nd includes the 21st. */
export const dayBefore = (day: string): string => addDays(day, -1)
