import { signal } from '#lib/signal.ts'

/** Whether the session ended while the page was open. The frame then asks to sign in again, and the page stays as it is. */
export const sessionEnded = signal(false)
