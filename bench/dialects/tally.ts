/** Counts facts that were read correctly, and those that were not. */
import { isDeepStrictEqual } from 'node:util'

/**
 * Outcomes of the facts of an endpoint. `right`: equal, or absent if the service does not give them. `missed`: absent
 * though the service gives them. `wrong`: different. `broken`: the row or the whole response could not be read.
 */
export const outcomes = ['right', 'missed', 'wrong', 'broken'] as const
export type Outcome = (typeof outcomes)[number]

export interface Verdict {
  endpoint: string
  counts: Record<Outcome, number>
  /** "wrong: Order intake.cost_last_30_days: 0.00421 instead of 0.004210". */
  faults: string[]
}

/** A field of an object: its path in the contract, and its expected value. `''` = the service does not give it. */
export type Expected =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'micros'; value: number }
  | { kind: 'time'; value: number }
  | { kind: 'json'; value: unknown }
  | { kind: 'absent' }
export type Line = readonly [path: string, expected: Expected]

/** The value at "contact.name"; undefined if a part of the path is missing. */
export function at(thing: unknown, path: string): unknown {
  let value = thing
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** "0.00421" → 4210; NaN if it is not an amount. */
function parseMicros(amount: unknown): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(String(amount)) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

const isAbsent = (actual: unknown): boolean =>
  actual === undefined || actual === null || actual === '' || (Array.isArray(actual) && actual.length === 0)

function matches(expected: Expected, actual: unknown): boolean {
  if (expected.kind === 'absent') return isAbsent(actual)
  if (expected.kind === 'text' || expected.kind === 'number') return actual === expected.value
  if (expected.kind === 'micros') return parseMicros(actual) === expected.value
  if (expected.kind === 'time')
    return typeof actual === 'string' && actual.endsWith('Z') && Date.parse(actual) === expected.value
  return isDeepStrictEqual(actual, expected.value)
}

const emptyVerdict = (endpoint: string): Verdict => ({
  endpoint,
  counts: { right: 0, missed: 0, wrong: 0, broken: 0 },
  faults: [],
})

function outcomeOf(thing: unknown, expected: Expected, actual: unknown): Outcome {
  if (thing === undefined || typeof at(thing, 'error') === 'string') return 'broken'
  if (matches(expected, actual)) return 'right'
  return isAbsent(actual) ? 'missed' : 'wrong'
}

export const textAt = (row: unknown, path: string): string => {
  const found = at(row, path)
  return typeof found === 'string' ? found : ''
}

export class Tally {
  readonly verdicts: Verdict[] = []
  #now: Verdict = emptyVerdict('')

  open(endpoint: string): void {
    this.#now = emptyVerdict(endpoint)
    this.verdicts.push(this.#now)
  }

  check(name: string, thing: unknown, lines: readonly Line[]): void {
    for (const [path, expected] of lines) {
      const actual = at(thing, path)
      const outcome = outcomeOf(thing, expected, actual)
      this.#now.counts[outcome] += 1
      const value = 'value' in expected ? JSON.stringify(expected.value) : 'nothing'
      if (outcome !== 'right')
        this.#now.faults.push(`${outcome}: ${name}.${path}: ${JSON.stringify(actual) ?? 'nothing'} instead of ${value}`)
    }
  }

  /** Counts rows with a unique id that `isRight` accepts. */
  checkIds(rows: readonly unknown[], isRight: (id: string, row: unknown) => boolean = () => true): void {
    const ids = rows.map((row) => textAt(row, 'id'))
    for (const [index, id] of ids.entries()) {
      const isAlone = ids.indexOf(id) === index && ids.lastIndexOf(id) === index
      const outcome = id === '' ? 'missed' : isAlone && isRight(id, rows[index]) ? 'right' : 'wrong'
      this.#now.counts[outcome] += 1
      if (outcome !== 'right') this.#now.faults.push(`${outcome}: id of row ${index + 1}: ${JSON.stringify(id)}`)
    }
  }

  /** An unreadable list counts as empty. */
  rows(seen: unknown): unknown[] {
    if (Array.isArray(seen)) return seen
    this.#now.faults.push(`broken: ${JSON.stringify(seen) ?? 'no answer'}`)
    return []
  }
}
