/** Chores that have nothing to do with each other. */
import type { Log } from './log.ts'

/** Does one after the other, by what each is called. One that fails is logged, and keeps none of the others from being done. */
export async function runIsolated(
  log: Log,
  chores: Iterable<readonly [what: string, work: () => Promise<unknown>]>,
): Promise<void> {
  for (const [what, work] of chores) await work().catch((error: unknown) => log.warn(`${what} failed`, { error }))
}
