/** Rows that are all here: chosen, put in order and given page by page without the service. Pure; in a worker where they are many. */
import type { ListQuery, Test } from './list-query.ts'
import type { Heeded } from './opened-list.ts'
import { rowMatches } from './row-matches.ts'
import { inOrder, isInOrder } from './row-order.ts'
import type { Row } from './row-value.ts'

/** Some rows of a query, and how many it has in all. */
export interface RowPage {
  rows: readonly Row[]
  count: number
}

const passes = (row: Row, { noun, tests, zone }: ListQuery): boolean =>
  // What does not say whether it is what was asked for, is not shown as if it were.
  tests.every(({ rule }) => rowMatches(noun, row, rule, zone) === 'yes')

/** Parameters that were not heeded: one row that is plainly not what was asked for is enough. */
function unheeded({ noun, tests, zone }: ListQuery, rows: readonly Row[]): string[] {
  const isBroken = ({ rule }: Test) => rows.some((row) => rowMatches(noun, row, rule, zone) === 'no')
  return [...new Set(tests.filter(isBroken).map(({ parameter }) => parameter))]
}

export class HeldRows {
  readonly rows: readonly Row[]
  /** What was chosen last: the next page of it is a cut. */
  #last: { of: string; rows: readonly Row[] } | null = null

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }

  get size(): number {
    return this.rows.length
  }

  page(query: ListQuery): RowPage {
    const of = JSON.stringify([query.tests, query.ordering, query.zone])
    if (this.#last?.of !== of) {
      const chosen = query.tests.length === 0 ? this.rows : this.rows.filter((row) => passes(row, query))
      this.#last = { of, rows: inOrder(query.noun, chosen, query.ordering) }
    }
    const { rows } = this.#last
    return { rows: rows.slice(query.offset, query.offset + query.limit), count: rows.length }
  }

  /** Which parameters these rows were plainly not chosen by, and whether they stand in the order that was asked for. */
  heed(query: ListQuery): Heeded {
    return { unheeded: unheeded(query, this.rows), isOrdered: isInOrder(query.noun, this.rows, query.ordering) }
  }
}
