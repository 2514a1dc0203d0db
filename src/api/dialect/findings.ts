/** Findings of the conversion of a response, for the compatibility report. Pure. */

export interface DialectFindings {
  /** "results", "data.flows", "bare object" …: where the rows or the object were found. */
  shape: string
  /** [name of the service, name of the contract] if they differ; nested names as `contact.name`. */
  mapped: [string, string][]
  /** Fields that the contract does not have: they are shown raw. */
  raw: string[]
  /** Fields of the contract that the service did not give. */
  absent: string[]
  /** Sentences for the user. */
  notes: string[]
}

/** Maximum entries per category: the report stays readable, even if ids are used as keys. */
const maxOfKind = 60

/** Collects the findings of all rows of a response, without duplicates. */
export class DialectFindingList {
  readonly #mapped = new Map<string, [string, string]>()
  readonly #raw = new Set<string>()
  readonly #absent = new Set<string>()
  readonly #notes = new Set<string>()
  /** Fields that at least one row has. */
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
