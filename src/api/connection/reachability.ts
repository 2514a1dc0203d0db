/** Whether the service answers. Each call reports here; the frame shows it and retries until the service answers. */
import { signal } from '#lib/signal.ts'

/** When answers stopped, in ms since the epoch; null = the service answers. */
export const silentSince = signal<number | null>(null)

/** Called by the client after every request. */
export function reportAnswer(answered: boolean): void {
  silentSince.set(answered ? null : (silentSince.get() ?? Date.now()))
}
