/**
 * Which run takes its process down? With a process all of its steps are cut off: one of them may have done it, the others only
 * stood beside. The log cannot tell them apart, so a step that was cut off more than once is begun apart: one such step at a
 * time in a process, and none in its first seconds, in which everything that was cut off is done again and whoever kills
 * processes one after the other would always meet the same steps. Only what happens there is held against it.
 */
import type { LoggedState } from './run-log.ts'

/** A step that was cut off so often, whatever it stood beside, is begun apart from now on. Once is what every kill leaves. */
export const sharedCrashes = 2
/** So often the process has to end while the step is the only one that stands apart: a kill from outside seldom meets it even once. */
const ownCrashes = 3
/** Then it is what ends the process. */
export const maxCrashes = sharedCrashes + ownCrashes

/** A process that is younger lets no suspect begin: so much time others have, however often their process is ended by one. */
const youngMs = 3_000

export interface SuspectSteps {
  /** Steps that are to be begun apart. */
  suspects: Set<string>
  /** The node of the step that ends its process; null where there is none. */
  proven: string | null
}

export function suspectStepsOf({ open, crashes }: Pick<LoggedState, 'open' | 'crashes'>): SuspectSteps {
  const suspects = new Set<string>()
  let proven: string | null = null
  for (const { step, last } of open) {
    const times = (crashes.get(step.key) ?? 0) + (last?.status === 'running' ? 1 : 0)
    if (times >= sharedCrashes) suspects.add(step.key)
    if (times >= maxCrashes) proven ??= step.node
  }
  return { suspects, proven }
}

/** Lets one run at a time begin steps that are suspected. Who takes it gives it back. */
export class SuspectLane {
  #holder: object | null = null
  readonly #since = performance.now()

  /** False where somebody else has it, and in the first seconds. */
  take(holder: object): boolean {
    if (this.#holder !== null || performance.now() - this.#since < youngMs) return false
    this.#holder = holder
    return true
  }

  free(holder: object): void {
    if (this.#holder === holder) this.#holder = null
  }
}
