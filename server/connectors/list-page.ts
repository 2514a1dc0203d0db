/** A page of rows that are all in memory: search, filters, order and offset by the contract, exact. */
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import type { AnyEndpoint, Noun } from '#contract/kernel/endpoint.ts'
import { listQuery } from '#contract/rows/list-query.ts'
import { rowMatches } from '#contract/rows/row-matches.ts'
import { sortRows } from '#contract/rows/row-order.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'
import { invalid } from '#server/base/fault.ts'
import type { KeptRows } from './kept-list.ts'

/** The parsed query of a list, and its filters. */
export interface ListQuestion {
  query: Readonly<Record<string, unknown>>
  filter: readonly FilterPart[]
}

export interface RowPage<T> {
  count: number
  count_is?: 'about'
  next: string | null
  previous: string | null
  results: T[]
}

/** A row without the field matches no rule about it: a filter that the product cannot answer finds nothing. */
function passes(noun: Noun, row: FilterableRow, part: FilterPart, zone: string): boolean {
  if (isRule(part)) return rowMatches(noun, row, part, zone) === 'yes'
  if (part.parts.length === 0) return true
  const isMatch = (one: FilterPart) => passes(noun, row, one, zone)
  return part.join === 'and' ? part.parts.every(isMatch) : part.parts.some(isMatch)
}

/** The rows that match search and filters, in their own order. */
export function matchingRows<T extends FilterableRow>(
  endpoint: AnyEndpoint,
  rows: readonly T[],
  { query, filter }: ListQuestion,
): readonly T[] {
  const { noun } = endpoint
  const { tests, zone } = listQuery(endpoint, { ...query })
  const parts = [...tests.map(({ rule }) => rule), ...filter]
  if (parts.length === 0) return rows
  return rows.filter((row) => parts.every((part) => passes(noun, row, part, zone)))
}

/** One page of the rows. Throws 400 for a cursor: these pages are found by their offset. */
export function listPage<T extends FilterableRow>(
  endpoint: AnyEndpoint,
  { rows, isComplete }: KeptRows<T>,
  question: ListQuestion,
): RowPage<T> {
  if (question.query['cursor'] !== undefined) throw invalid('cursor', 'Use offset and limit for this list.')
  const catalogue = endpoint.filters
  const ordering = question.query['ordering'] ?? catalogue?.defaultOrdering
  const query = { ...question.query, ...(ordering === undefined ? {} : { ordering }) }
  const { ordering: order, offset, limit } = listQuery(endpoint, query)
  const matching = matchingRows(endpoint, rows, question)
  const page = sortRows(endpoint.noun, matching, order).slice(offset, offset + limit)
  const before = Math.max(0, offset - limit)
  return {
    count: matching.length,
    ...(isComplete ? {} : { count_is: 'about' as const }),
    next: offset + limit < matching.length ? `offset=${offset + limit}` : null,
    previous: offset > 0 ? `offset=${before}` : null,
    results: page,
  }
}
