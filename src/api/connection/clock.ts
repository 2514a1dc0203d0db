/**
 * Offset between this machine's clock and the service's. Each response updates it; relative times use the service's
 * clock.
 */
import { signal } from '#lib/signal.ts'

/** Tolerance in ms for latency and for the Date header, which has whole seconds. */
const toleranceMs = 10_000

/** Added to this machine's time, in ms; 0 if the clocks agree. */
export const clockOffset = signal(0)

/**
 * The offset after a response with this Date header, received at `now`. Changes within the tolerance are ignored. Pure.
 */
export function offsetAfter(before: number, date: string | null, now: number): number {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at)) return before
  const away = at - now
  if (Math.abs(away) < toleranceMs) return 0
  return Math.abs(away - before) < toleranceMs ? before : away
}

/** Called by the client after every response. */
export const reportClock = (date: string | null): void =>
  clockOffset.set(offsetAfter(clockOffset.get(), date, Date.now()))
