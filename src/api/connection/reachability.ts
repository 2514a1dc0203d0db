/** Whether the service can be reached, as reported by each request. The frame shows an outage and retries. */
import { signal } from '#lib/signal.ts'

/** Time of the first request without a response, in ms since the epoch; null = the service responds. */
export const unreachableSince = signal<number | null>(null)

/** Called by the client after every request. */
export function reportReachability(isReachable: boolean): void {
  unreachableSince.set(isReachable ? null : (unreachableSince.get() ?? Date.now()))
}
