/** Runs of the last 24 hours, as bars of one hour each. Pure. */
import { hourStart } from '#lib/time/hour-start.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatClock } from '#lib/time/format-time.ts'

const hours = 24

/** Hours between two labels below the bars, and the width of a label in bars. */
const labelEvery = 6
const labelWidth = 3

export interface HourBar {
  from: string
  /** End, excluded. */
  to: string
  runs: number
  failed: number
  /** The hour has not ended. */
  isCurrent: boolean
  /** "14:00 – 15:00: 312 runs, 12 failed" */
  words: string
  /** Label below the bar; '' = none. */
  label: string
}

interface Group {
  key: string
  count: number
  failed: number
}

/** Starts of the last 24 hours on the clocks of a zone, earliest first; the last hour is the current one. */
export function lastHours(now: number, zone: string): number[] {
  const starts = [hourStart(now, zone)]
  while (starts.length < hours) starts.unshift(hourStart((starts[0] ?? now) - 1, zone))
  return starts
}

/** @param groups of the summary of these hours; hours without runs are missing */
export function hourBars(starts: readonly number[], groups: readonly Group[], zone: string): HourBar[] {
  const found = new Map(groups.map((group) => [Date.parse(group.key), group]))
  return starts.map((at, index) => {
    const end = starts[index + 1] ?? hourStart(at + 3_600_000, zone)
    const { count: runs = 0, failed = 0 } = found.get(at) ?? {}
    const clock = formatClock(at, zone)
    const isLabelled = Number.parseInt(clock, 10) % labelEvery === 0 && index + labelWidth <= starts.length
    return {
      from: new Date(at).toISOString(),
      to: new Date(end).toISOString(),
      runs,
      failed,
      isCurrent: index === starts.length - 1,
      words: `${clock} – ${formatClock(end, zone)}: ${count(runs, 'run')}${failed === 0 ? '' : `, ${formatCount(failed)} failed`}`,
      label: isLabelled ? clock : '',
    }
  })
}
