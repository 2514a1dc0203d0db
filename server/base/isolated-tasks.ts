/** Runs independent tasks so that one failure does not affect the others. */
import type { Log } from './log.ts'

/** Runs named tasks in sequence. Failures are logged and do not stop the others. */
export async function runIsolated(
  log: Log,
  tasks: Iterable<readonly [what: string, work: () => Promise<unknown>]>,
): Promise<void> {
  for (const [what, work] of tasks) await work().catch((error: unknown) => log.warn(`${what} failed`, { error }))
}
