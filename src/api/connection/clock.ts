/** How far this machine's clock is from the service's. Every call reports here; relative times are told by the service's. */
import { signal } from '#lib/signal.ts'

/** What a slow line and the whole seconds of the header make of two clocks that agree, in ms. */
const toleranceMs = 10_000

/** To be added to this machine's time, in ms; 0 where the clocks agree. */
export const clockOffset = signal(0)

/** The offset after an answer with this Date header, received at `now`. Small changes are the line's, not the clock's. Pure. */
export function offsetAfter(before: number, date: string | null, now: number): number {
  const at = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at)) return before
  const away = at - now
  if (Math.abs(away) < toleranceMs) return 0
  return Math.abs(away - before) < toleranceMs ? before : away
}

/** Called by the client after every answer. */
export const reportClock = (date: string | null): void =>
  clockOffset.set(offsetAfter(clockOffset.get(), date, Date.now()))
