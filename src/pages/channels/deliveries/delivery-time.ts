/** Time filter of deliveries: any time, a recent period, or a range; a single value in the URL. Pure. */
import { formatClock, formatDay, type TimeOptions } from '#lib/time/format-time.ts'

/** Recent periods in hours, by their names in the URL. */
export const lastTimes = [
  { word: '1h', hours: 1, label: 'Last hour' },
  { word: '24h', hours: 24, label: 'Last 24 hours' },
  { word: '7d', hours: 168, label: 'Last 7 days' },
] as const

const hourMs = 3_600_000
/** A recent period starts at a whole minute, so that the request stays the same for a minute. */
const minuteMs = 60_000

/** '' = any time, the name of a recent period, or "from/until" as an ISO 8601 interval. */
export type LogTime = string

/** Both ends of an interval in ms; null if the text is not one. */
function endsOf(time: LogTime): { from: number; until: number } | null {
  const [from, until, ...more] = time.split('/').map((text) => Date.parse(text))
  if (from === undefined || until === undefined || more.length > 0 || !(from < until)) return null
  return { from, until }
}

const lastOf = (time: LogTime) => lastTimes.find(({ word }) => word === time)

export const logTimeRange = (from: number, until: number): LogTime =>
  `${new Date(from).toISOString()}/${new Date(until).toISOString()}`

/** The value in the URL; an invalid one counts as any time. */
export function readLogTime(text: string | null): LogTime {
  if (text === null) return ''
  if (lastOf(text)) return text
  const ends = endsOf(text)
  return ends === null ? '' : logTimeRange(ends.from, ends.until)
}

/** As parameters of the request. */
export function deliveryTimeInput(time: LogTime, now: number): { at__gte?: string; at__lt?: string } {
  const last = lastOf(time)
  if (last) {
    const from = Math.floor(now / minuteMs) * minuteMs - last.hours * hourMs
    return { at__gte: new Date(from).toISOString() }
  }
  const ends = endsOf(time)
  if (ends === null) return {}
  return { at__gte: new Date(ends.from).toISOString(), at__lt: new Date(ends.until).toISOString() }
}

/** "Last 24 hours", "20 Nov, 14:00 to 15:00"; '' for any time. */
export function deliveryTimeWords(time: LogTime, options: TimeOptions): string {
  const last = lastOf(time)
  if (last) return last.label
  const ends = endsOf(time)
  if (ends === null) return ''
  const wordsOf = (at: number) => ({
    day: formatDay(new Date(at).toISOString(), options),
    clock: formatClock(at, options.zone, options.locale),
  })
  const [from, until] = [wordsOf(ends.from), wordsOf(ends.until)]
  return `${from.day}, ${from.clock} to ${from.day === until.day ? '' : `${until.day}, `}${until.clock}`
}
