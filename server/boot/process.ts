/** The process and its desktop: graceful shutdown on signals, and the default browser. */
import { spawn } from 'node:child_process'
import type { Log } from '#server/base/log.ts'

/** Exit code after a lost database, a failed stop or a second signal: sysexits' EX_SOFTWARE. */
export const exitFailure = 70

/** Calls `stop` on the first signal; a second one ends the process immediately. */
export function exitOnSignals(log: Log, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  const end = (signal: NodeJS.Signals) => {
    // A second signal means that the operator does not want to wait.
    process.once(signal, () => process.exit(exitFailure))
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stop failed', { error })
        process.exit(exitFailure)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(signal))
}

/** Opens a URL in the default browser. */
export function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  if (program === undefined) return
  // Failures are ignored: the URL is printed anyway.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}
