/** What was understood of an answer and what was not, for the compatibility report. Pure. */

export interface DialectFindings {
  /** "results", "data.flows", "bare object" …; where the rows or the object lay. */
  shape: string
  /** [name of the service, name of the contract], where they differ; names in objects as `contact.name`. */
  mapped: [string, string][]
  /** Fields that the contract does not know: they are shown raw. */
  raw: string[]
  /** Fields of the contract that were not given. */
  absent: string[]
  /** Sentences for a person. */
  notes: string[]
}

/** Of each kind: a report that goes on for ever is read by nobody, and ids as keys are without number. */
const maxOfKind = 60

/** Collects findings of all rows of an answer, each one once. */
export class DialectFindingList {
  readonly #mapped = new Map<string, [string, string]>()
  readonly #raw = new Set<string>()
  readonly #absent = new Set<string>()
  readonly #notes = new Set<string>()
  /** Given by one row, left out by another. */
  readonly #given = new Set<string>()

  map(from: string, to: string): void {
    this.#given.add(to)
    if (from !== to && this.#mapped.size < maxOfKind) this.#mapped.set(`${from} ${to}`, [from, to])
  }

  raw(name: string): void {
    if (this.#raw.size < maxOfKind) this.#raw.add(name)
  }

  absent(name: string): void {
    if (this.#absent.size < maxOfKind) this.#absent.add(name)
  }

  note(words: string): void {
    if (this.#notes.size < maxOfKind) this.#notes.add(words)
  }

  all(shape: string): DialectFindings {
    return {
      shape,
      mapped: [...this.#mapped.values()],
      raw: [...this.#raw],
      absent: [...this.#absent].filter((name) => !this.#given.has(name)),
      notes: [...this.#notes],
    }
  }
}
