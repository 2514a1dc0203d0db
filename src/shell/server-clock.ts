import { clockOffset } from '#api/connection/clock.ts'
import { shiftNow } from '#ui/browser/now.ts'

/**
 * Shows times by the service's clock: on a machine with a wrong clock, recent events are not "in 3 h". Called once, at
 * the start.
 */
export function followServerClock(): void {
  clockOffset.subscribe(() => shiftNow(clockOffset.get()))
}
