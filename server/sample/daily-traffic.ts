/**
 * Distribution of events over time in the sample workspace: fewer at night and on weekends, one peak day, one outage.
 */
import { Random } from './random.ts'

export const dayMs = 86_400_000
const hourMs = 3_600_000
/** Days of history. */
export const sampleDays = 120
/** Days before now on which a traffic peak and an outage occurred. */
const peakDay = 9
const outageDay = 41
const outage = { from: 9, until: 15, failures: 14 }

/** Relative traffic by hour (UTC) of a shop in central Europe. */
const byHour = [6, 4, 3, 3, 4, 8, 18, 38, 62, 80, 86, 82, 74, 78, 82, 80, 74, 70, 66, 62, 54, 40, 24, 12]
const byWeekday = [0.42, 1.06, 1.1, 1.04, 1, 0.96, 0.5]

const daysBefore = (at: number, now: number): number => Math.floor(now / dayMs) - Math.floor(at / dayMs)

/** Factor by which failures are more frequent than usual. */
export function failureFactor(at: number, now: number): number {
  const hour = new Date(at).getUTCHours()
  return daysBefore(at, now) === outageDay && hour >= outage.from && hour < outage.until ? outage.failures : 1
}

function weightOf(hour: number, now: number, isEven: boolean): number {
  const date = new Date(hour)
  const before = daysBefore(hour, now)
  const growth = 1.25 - before / 300
  if (isEven) return growth
  const peakFactor = before === peakDay ? 2.4 : 1
  const outageFactor = failureFactor(hour, now) > 1 ? 0.35 : 1
  return (byHour[date.getUTCHours()] ?? 1) * (byWeekday[date.getUTCDay()] ?? 1) * growth * peakFactor * outageFactor
}

/** Yields `count` times in order, within the last 120 days before `now`. `isEven`: evenly over day and night. */
export function* trafficTimes(count: number, now: number, isEven: boolean): Generator<number> {
  const random = new Random(`moments ${count} ${isEven}`)
  const first = Math.floor((now - sampleDays * dayMs) / hourMs) * hourMs
  const hours: { from: number; length: number; weight: number }[] = []
  for (let from = first; from < now; from += hourMs) {
    const length = Math.min(hourMs, now - from)
    hours.push({ from, length, weight: (weightOf(from, now, isEven) * length) / hourMs })
  }
  const whole = hours.reduce((sum, hour) => sum + hour.weight, 0)
  let before = 0
  let made = 0
  for (const { from, length, weight } of hours) {
    before += weight
    const until = Math.round((before / whole) * count)
    const times = Array.from({ length: until - made }, () => from + Math.floor(random.next() * length))
    made = until
    yield* times.toSorted((a, b) => a - b)
  }
}
