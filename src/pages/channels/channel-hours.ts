/** Hours of a channel as bars and in words. Pure. */
import type { ChannelHour, ChannelHours } from '#contract/channel-history.ts'
import { formatClock, formatDay, type TimeOptions } from '#lib/time/format-time.ts'
import type { ChartBar } from '#ui/chart/chart.tsx'

export const hourMs = 3_600_000

/** "20 Nov, 14:00"; without the day if it is today. */
export function hourName(at: string, options: TimeOptions): string {
  const clock = formatClock(Date.parse(at), options.zone, options.locale)
  const day = formatDay(at, options)
  return day === formatDay(new Date(options.now).toISOString(), options) ? clock : `${day}, ${clock}`
}

/** "12 received, 3 sent, 1 rejected"; zeros are left out. */
export function hourWords({ received, sent, refused }: Omit<ChannelHour, 'at'>): string {
  const parts = [
    [received, 'received'],
    [sent, 'sent'],
    [refused, 'rejected'],
  ] as const
  const nonZeroParts = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number.toLocaleString()} ${word}`)
  return nonZeroParts.length === 0 ? 'no traffic' : nonZeroParts.join(', ')
}

/** Number of events in an hour, including rejected ones. */
const eventsOf = ({ received, sent, refused }: ChannelHour): number => received + sent + refused

/** Bars of the hours, earliest first; the last hour is incomplete, and paler. */
export const hourBars = (hours: readonly ChannelHour[], options: TimeOptions): ChartBar[] =>
  hours.map((hour, index) => ({
    key: hour.at,
    name: hourName(hour.at, options),
    value: eventsOf(hour),
    words: hourWords(hour),
    before: null,
    beforeWords: '',
    isIncomplete: index === hours.length - 1,
  }))

export const sumOfHours = (hours: readonly ChannelHour[]): Omit<ChannelHour, 'at'> =>
  hours.reduce(
    (sum, { received, sent, refused }) => ({
      received: sum.received + received,
      sent: sum.sent + sent,
      refused: sum.refused + refused,
    }),
    { received: 0, sent: 0, refused: 0 },
  )

type ChannelCounts = ChannelHours['results'][number]

/** Slot of an hour, width of its bar, and height of the highest bar, in px. */
export const spark = { slot: 3, bar: 2, height: 20 } as const
/** Minimum height of a bar, so that it is visible. */
const lowestBar = 2

/** The hours of a channel as bars in two SVG paths: complete hours, and the current one. */
export function sparkPaths({ received, sent, refused }: ChannelCounts): { past: string; now: string } {
  const values = received.map((came, index) => came + (sent[index] ?? 0) + (refused[index] ?? 0))
  const highest = Math.max(1, ...values)
  const bars = values.map((value, index) => {
    if (value === 0) return ''
    const height = Math.max(lowestBar, Math.round((value / highest) * spark.height))
    return `M${index * spark.slot} ${spark.height}h${spark.bar}v-${height}h-${spark.bar}z`
  })
  return { past: bars.slice(0, -1).join(''), now: bars.at(-1) ?? '' }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** The sums over all hours. */
export const sumOfSpark = ({ received, sent, refused }: ChannelCounts): Omit<ChannelHour, 'at'> => ({
  received: sumOf(received),
  sent: sumOf(sent),
  refused: sumOf(refused),
})
