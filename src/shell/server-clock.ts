import { clockOffset } from '#api/connection/clock.ts'
import { shiftNow } from '#ui/browser/now.ts'

/** Tells times by the clock of the service: on a machine whose clock is wrong, what just happened is not "in 3 h". Once, at the start. */
export function followServerClock(): void {
  clockOffset.subscribe(() => shiftNow(clockOffset.get()))
}
