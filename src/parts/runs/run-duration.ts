/** How long a run took, or has been in progress. Pure. */
import type { Run } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { isActive } from './run-reason.ts'

/** "3.3 s"; of a run in progress "12 s so far", in its largest unit; "" if it is unknown or has not started. */
export function runDurationWords(run: Pick<Run, 'status' | 'started_at' | 'duration_ms'>, now: number): string {
  if (!isAbsent(run.duration_ms)) return formatDuration(run.duration_ms)
  const start = Date.parse(run.started_at)
  if (!isActive(run) || run.status === 'queued' || Number.isNaN(start)) return ''
  // The clock of the page is up to ten seconds behind.
  const [value, unit] = formatDuration(Math.max(1_000, now - start)).split(' ')
  return `${Math.floor(Number(value))} ${unit} so far`
}
