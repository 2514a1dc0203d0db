/** Graceful shutdown on signals. */
import type { Log } from './log.ts'

/** Exit code after a hung database or a hung stop: sysexits' EX_SOFTWARE. */
export const exitLost = 70

/** Calls `stop` on the first signal; a second one ends the process immediately. */
export function endOnSignals(log: Log, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  const end = (signal: NodeJS.Signals) => {
    // A second signal is deliberate.
    process.once(signal, () => process.exit(exitLost))
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stop failed', { error })
        process.exit(exitLost)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(signal))
}
