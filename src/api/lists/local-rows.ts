/** Loaded rows: filtered, sorted and paged without the service. Pure; used in a worker if they are many. */
import type { ListQuery, Test } from '#contract/rows/list-query.ts'
import { rowMatches, type Match } from '#contract/rows/row-matches.ts'
import { sortRows, isInOrder } from '#contract/rows/row-order.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'

/** Some rows of a query, and their total number. */
export interface RowPage {
  rows: readonly FilterableRow[]
  count: number
}

/** Parameters that the service evidently ignored, and whether the rows have the requested order. */
export interface IgnoredParameters {
  ignored: readonly string[]
  isOrdered: boolean
}

const passes = (row: FilterableRow, { noun, tests, zone }: ListQuery): boolean =>
  // A row whose match is unknown is kept: the note beside the list says so.
  tests.every(({ rule }) => rowMatches(noun, row, rule, zone) !== 'no')

/** Parameters with this result for at least one row: "no", or "unknown" if the row lacks the field. */
function parametersWith(match: Match, { noun, tests, zone }: ListQuery, rows: readonly FilterableRow[]): string[] {
  const hasMatch = ({ rule }: Test) => rows.some((row) => rowMatches(noun, row, rule, zone) === match)
  return [...new Set(tests.filter(hasMatch).map(({ parameter }) => parameter))]
}

export class LocalRows {
  readonly rows: readonly FilterableRow[]
  /** The last filtered rows: the next page is a slice of them. */
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
      const filtered = query.tests.length === 0 ? this.rows : this.rows.filter((row) => passes(row, query))
      this.#last = { of, rows: sortRows(query.noun, filtered, query.ordering) }
    }
    const { rows } = this.#last
    return { rows: rows.slice(query.offset, query.offset + query.limit), count: rows.length }
  }

  /** Parameters that the service evidently did not apply, and whether the rows have the requested order. */
  findIgnored(query: ListQuery): IgnoredParameters {
    return {
      ignored: parametersWith('no', query, this.rows),
      isOrdered: isInOrder(query.noun, this.rows, query.ordering),
    }
  }

  /** Parameters of fields that some rows lack, so that their match is unknown. */
  findUnverifiable(query: ListQuery): readonly string[] {
    return parametersWith('unknown', query, this.rows)
  }
}
