/** Hours of a channel as bars and in words. Pure. */
import type { ChannelHour } from '#contract/channel-history.ts'
import { formatClock, formatDay, type TimeOptions } from '#lib/format-time.ts'
import type { ChartBar } from '#ui/chart.tsx'

export const hourMs = 3_600_000

/** "20 Nov, 14:00"; without the day where that is today. */
export function hourName(at: string, options: TimeOptions): string {
  const clock = formatClock(Date.parse(at), options.zone, options.locale)
  const day = formatDay(at, options)
  return day === formatDay(new Date(options.now).toISOString(), options) ? clock : `${day}, ${clock}`
}

/** "12 in, 3 out, 1 refused": what there was none of is left out. */
export function hourWords({ received, sent, refused }: Omit<ChannelHour, 'at'>): string {
  const parts = [
    [received, 'in'],
    [sent, 'out'],
    [refused, 'refused'],
  ] as const
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number.toLocaleString()} ${word}`)
  return said.length === 0 ? 'nothing' : said.join(', ')
}

/** All that happened in an hour: what was refused came all the same. */
const eventsOf = ({ received, sent, refused }: ChannelHour): number => received + sent + refused

/** The earliest first; the last hour is not over, and paler. */
export const hourBars = (hours: readonly ChannelHour[], options: TimeOptions): ChartBar[] =>
  hours.map((hour, index) => ({
    key: hour.at,
    name: hourName(hour.at, options),
    value: eventsOf(hour),
    words: hourWords(hour),
    before: null,
    beforeWords: '',
    pale: index === hours.length - 1,
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
