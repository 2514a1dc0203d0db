/** Rows that are all here: chosen, put in order and given page by page without the service. Pure; in a worker where they are many. */
import type { ListQuery, Test, Heeded } from './list-query.ts'
import { rowMatches, type Match } from './row-matches.ts'
import { sortRows, isInOrder } from './row-order.ts'
import type { FilterableRow } from './row-value.ts'

/** Some rows of a query, and how many it has in all. */
export interface RowPage {
  rows: readonly FilterableRow[]
  count: number
}

const passes = (row: FilterableRow, { noun, tests, zone }: ListQuery): boolean =>
  // What does not say whether it is what was asked for stays: the note beside the list says so.
  tests.every(({ rule }) => rowMatches(noun, row, rule, zone) !== 'no')

/** Parameters by which some row is plainly not what was asked for, or does not say whether it is. */
function parametersWith(match: Match, { noun, tests, zone }: ListQuery, rows: readonly FilterableRow[]): string[] {
  const isSo = ({ rule }: Test) => rows.some((row) => rowMatches(noun, row, rule, zone) === match)
  return [...new Set(tests.filter(isSo).map(({ parameter }) => parameter))]
}

export class LocalRows {
  readonly rows: readonly FilterableRow[]
  /** What was chosen last: the next page of it is a cut. */
  #last: { of: string; rows: readonly FilterableRow[] } | null = null

  constructor(rows: readonly FilterableRow[]) {
    this.rows = rows
  }

  get size(): number {
    return this.rows.length
  }

  page(query: ListQuery): RowPage {
    const of = JSON.stringify([query.tests, query.ordering, query.zone])
    if (this.#last?.of !== of) {
      const chosen = query.tests.length === 0 ? this.rows : this.rows.filter((row) => passes(row, query))
      this.#last = { of, rows: sortRows(query.noun, chosen, query.ordering) }
    }
    const { rows } = this.#last
    return { rows: rows.slice(query.offset, query.offset + query.limit), count: rows.length }
  }

  /** Which parameters these rows were plainly not chosen by, and whether they stand in the order that was asked for. */
  heed(query: ListQuery): Heeded {
    return {
      unheeded: parametersWith('no', query, this.rows),
      isOrdered: isInOrder(query.noun, this.rows, query.ordering),
    }
  }

  /** Parameters of which some rows do not say whether they match. */
  untold(query: ListQuery): readonly string[] {
    return parametersWith('unknown', query, this.rows)
  }
}
