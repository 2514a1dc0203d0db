/** Whether the service answers. Every call reports here; the frame shows it and asks again until it does. */
import { signal } from '#lib/signal.ts'

/** Since when nothing answers, in ms; null = it answers. */
export const silentSince = signal<number | null>(null)

/** Called by the client after every request. */
export function reportAnswer(answered: boolean): void {
  silentSince.set(answered ? null : (silentSince.get() ?? Date.now()))
}
