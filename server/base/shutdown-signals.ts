/** Ends the process in order when it is asked to. */
import type { Log } from './log.ts'

/** After a database that hangs, or a stop that does: sysexits' "software error". */
export const exitLost = 70

/** `stop` is called at the first signal; a second one ends the process at once. */
export function endOnSignals(log: Log, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  const end = (signal: NodeJS.Signals) => {
    // Asked twice, a person means it.
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
