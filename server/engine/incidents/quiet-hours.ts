/** Quiet hours of alerts, in the wall-clock time of their zone. Pure. */
import type { QuietHours } from '#contract/alert.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { instantOf } from '#lib/time/wall-clock.ts'

/** Quiet hours that follow each other without a gap are followed this far; longer ones end here. */
const maxDays = 8

/** 1 = Monday. */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const instant = (day: string, time: string, zone: string): number => instantOf(Date.parse(`${day}T${time}:00Z`), zone)

/** The period that begins on a day; null if none does. */
function periodOn({ from, until, days, tz }: QuietHours, day: string): { from: number; until: number } | null {
  if (days !== undefined && !days.includes(weekdayOf(day))) return null
  return { from: instant(day, from, tz), until: instant(until > from ? day : addDays(day, 1), until, tz) }
}

/** End of the quiet hours at an instant (ms); null if it is outside of them. */
export function quietEnd(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null
  let end = now
  for (let part = 0; part <= maxDays; part += 1) {
    const today = dayIn(end, quiet.tz)
    const periods = [addDays(today, -1), today].map((day) => periodOn(quiet, day))
    const current = periods.find((period) => period !== null && period.from <= end && end < period.until)
    if (!current) break
    end = current.until
  }
  return end === now ? null : end
}
