/** Suggested snooze times, and the text of a snooze time. Pure. */
import { formatClock, formatDay } from '#lib/time/format-time.ts'
import { instantOf, wallClock } from '#lib/time/wall-clock.ts'

export interface SnoozeTime {
  label: string
  /** ISO 8601 in UTC. */
  at: string
}

const hour = 3_600_000
const day = 24 * hour
/** Hour of day of the morning suggestions. */
const morning = 9
/** "Later today" is offered only if it is before this hour. */
const lastLater = 18
/** Hours from now until "Later today". */
const later = 3
const monday = 1

/** Suggested times, in order. `zone`: IANA name. */
export function snoozeTimes(now: number, zone: string): SnoozeTime[] {
  const clock = wallClock(now, zone)
  const midnight = Math.floor(clock / day) * day
  const weekday = new Date(clock).getUTCDay()
  const morningIn = (days: number) => new Date(instantOf(midnight + days * day + morning * hour, zone)).toISOString()
  const untilMonday = (monday - weekday + 7) % 7 || 7
  const times = [
    { label: 'In an hour', at: new Date(now + hour).toISOString() },
    ...((clock - midnight) / hour < lastLater - later
      ? [{ label: 'Later today', at: new Date(now + later * hour).toISOString() }]
      : []),
    { label: 'Tomorrow morning', at: morningIn(1) },
    ...(untilMonday > 1 ? [{ label: 'Next Monday', at: morningIn(untilMonday) }] : []),
    { label: 'In a week', at: morningIn(7) },
  ]
  // On a Monday, "Next Monday" and "In a week" are the same time.
  return times.filter((time, index) => times.findIndex((other) => other.at === time.at) === index)
}

export interface Clock {
  now: number
  zone: string
}

/** "15:00" today, else "23 Nov, 09:00". */
export function untilWords(at: string, { now, zone }: Clock): string {
  const date = formatDay(at, { now, zone })
  const time = formatClock(Date.parse(at), zone)
  return date === formatDay(new Date(now).toISOString(), { now, zone }) ? time : `${date}, ${time}`
}
