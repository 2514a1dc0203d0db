/** A suite of hostile requests, and the counting of its cases. */
import type { Fault } from './faulty-proxy.ts'
import type { SuiteContext } from './suite-context.ts'

export interface Failure {
  /** The same for all cases that fail in the same way: "flow.rename returns 500 for a version out of range". */
  kind: string
  /** Request and response, to reproduce the failure. */
  reproduction: string
}

/** Counts cases; keeps the failed ones. */
export class Tally {
  tried = 0
  private readonly onFailure: (failure: Failure) => void
  readonly failures: Failure[] = []
  /** The worst value of each additional figure, by its name. */
  readonly figures = new Map<string, { value: number; unit: string }>()

  /** @param onFailure called with each failure */
  constructor(onFailure: (failure: Failure) => void = () => {}) {
    this.onFailure = onFailure
  }

  /** One case. `reproduction` is only called on failure. Returns whether it passed. */
  check(isRight: boolean, kind: string, reproduction: () => string): boolean {
    this.tried += 1
    if (isRight) return true
    const failure = { kind, reproduction: reproduction() }
    this.failures.push(failure)
    this.onFailure(failure)
    return false
  }

  worst(name: string, value: number, unit: string): void {
    this.figures.set(name, { value: Math.max(value, this.figures.get(name)?.value ?? 0), unit })
  }
}

export interface Suite {
  name: string
  /** Faults that the suite must find when they are planted between it and the service. */
  faults: readonly Fault[]
  run: (context: SuiteContext, tally: Tally) => Promise<void>
}
