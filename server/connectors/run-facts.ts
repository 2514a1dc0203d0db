/**
 * Facts of runs that a product gives only with all of a run's data: its error and the tokens of its models. Asked for
 * the rows that are shown, and kept for runs that have ended.
 */
import type { Run } from '#contract/billing.ts'
import { openRunStatuses, type RunStatus } from '#contract/values/run-status.ts'
import { inParallel } from './in-parallel.ts'
import type { RunCost } from './model-cost.ts'

/** Runs whose facts are kept: about 300 bytes each. */
const maxKept = 50_000
/** Requests at the same time. */
const parallel = 6

export interface RunFact {
  error: Run['error']
  /** Null if it used no model, or one without a price. */
  cost: RunCost | null
}

export const isEnded = (status: RunStatus): boolean => !openRunStatuses.some((open) => open === status)

export class RunFacts<Row extends { id: string; status: RunStatus }> {
  readonly #kept = new Map<string, RunFact>()
  readonly #read: (row: Row) => Promise<RunFact>

  /** `read` asks the product for one run. */
  constructor(read: (row: Row) => Promise<RunFact>) {
    this.#read = read
  }

  /** The facts of a run, if they are known already. */
  known(id: string): RunFact | undefined {
    return this.#kept.get(id)
  }

  /** Reads the facts of the rows that are not known. A run that cannot be read (it was deleted) has none. */
  async load(rows: readonly Row[]): Promise<void> {
    const missing = rows.filter(({ id, status }) => isEnded(status) && !this.#kept.has(id))
    await inParallel(missing, parallel, async (row) => {
      const fact = await this.#read(row).catch(() => null)
      if (fact !== null) this.#keep(row.id, fact)
    })
  }

  #keep(id: string, fact: RunFact): void {
    this.#kept.set(id, fact)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
  }
}
