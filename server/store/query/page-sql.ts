/**
 * One page of a list, by cursor or offset, in one statement including its count (two if the page spans both segments of
 * a nullable sort key, or for an exact count).
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { defaultLimit, type Page, type PageQuery } from '#contract/kernel/page.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { conditionOf, orderOf, segmentsOf, withoutIndex, type Segment, type SortKey } from './keyset.ts'
import { includesTotal, countOf, totalField } from './row-count.ts'
import { planEachTime } from '#server/store/db/statement-name.ts'
import type { OwnedTable, Scope } from '#server/store/db/scope.ts'

/** Additional fields of every row: sort values as text, and the count of the list. */
export interface PageFields {
  keys: SQL<(string | null)[]>
  total: SQL<number | null>
}
interface PageRow {
  keys: (string | null)[]
  total: number | null
}

/**
 * Parts of a statement that is started by the noun: `select(…fields, …part.fields).…where(condition and
 * part.condition)`.
 */
export interface PagePart {
  /**
   * Name of the statement within its account, if the account is its only value (no filter, no cursor); else null.
   * Fields, condition and order are lazy, so that a cached statement builds none.
   */
  statementKey: string | null
  fields: PageFields
  condition: SQL | undefined
  /**
   * `order by`, with limit and offset as literals, because a cached plan for an unknown limit assumes a tenth of the
   * table.
   */
  order: SQL[]
}

export interface ListSource<R extends PageRow, T> {
  scope: Scope
  table: OwnedTable
  /** Filter of the list, without account and cursor. */
  where: SQL | undefined
  /** Name of list and ordering: cursors of others are rejected. */
  name: string
  keys: readonly SortKey[]
  id: SQL
  query: PageQuery
  read: (part: PagePart) => Promise<R[]>
  toResult: (row: R) => T
  /** True if the filter may match very few rows without the planner knowing (full text, several rules). */
  sparse?: boolean
  /**
   * Rows can be found by id and are ordered by columns of the table itself: long lists determine the rows of the page
   * first.
   */
  findsById?: boolean
  /** The rows matched by `where`, in a form that is cheaper to count. */
  rows?: SQL | undefined
  /** A better estimate of a long list than the planner's. */
  estimate?: (() => Promise<number>) | undefined
}

/** Sort keys from `ordering` or the default; 400 for an unknown name. */
export function sortKeys(
  known: Readonly<Record<string, Omit<SortKey, 'descending'>>>,
  ordering: string | undefined,
  defaultOrdering: string,
): SortKey[] {
  const names = Object.keys(known)
  const requested = parseOrdering(names, ordering ?? '')
  if (typeof requested === 'string') throw invalid('ordering', requested)
  const orders = requested.length > 0 ? requested : parseOrdering(names, defaultOrdering)
  if (typeof orders === 'string') throw new Error(`The default ordering of the list is invalid: ${orders}`)
  return orders.flatMap(({ name, descending }) => {
    const key = known[name]
    return key ? [{ ...key, descending }] : []
  })
}

interface PagePosition {
  limit: number
  offset: number
  cursor: Cursor | null
}

function positionOf(list: string, keys: readonly SortKey[], query: PageQuery): PagePosition {
  const limit = query.limit ?? query.page_size ?? defaultLimit
  if (query.cursor === undefined)
    return { limit, offset: query.offset ?? ((query.page ?? 1) - 1) * limit, cursor: null }
  const types = keys.map((key) => key.type)
  const cursor = readCursor(list, types, query.cursor)
  if (!cursor)
    throw new Fault('invalid', 'This cursor does not belong to this list.', {
      errors: { cursor: ['Start again without a cursor.'] },
    })
  return { limit, offset: 0, cursor }
}

const keyFields = (keys: readonly SortKey[], id: SQL): SQL<(string | null)[]> =>
  sql`array[${sql.join([...keys.map((key) => sql`(${key.expression})::text`), id], sql`, `)}]`

function withLimit(order: readonly SQL[], limit: number, offset: number): SQL[] {
  const end = offset > 0 ? ` limit ${limit} offset ${offset}` : ` limit ${limit}`
  return order.map((part, index) => (index === order.length - 1 ? sql`${part}${sql.raw(end)}` : part))
}

/** Segments left to read, in order, from the cursor on. */
function remaining(keys: readonly SortKey[], position: PagePosition): Segment[] {
  const segments = segmentsOf(keys)
  if (position.cursor?.before) segments.reverse()
  if (segments.length === 1 || !position.cursor) return segments
  return segments.slice(segments.indexOf(position.cursor.values[0] === null ? 'unset' : 'set'))
}

interface ReadPlan {
  statementKey: string | null
  fields: () => PageFields
  /** Few rows match: they are filtered first and sorted afterwards. */
  hasFewRows: boolean
}

interface PageStretch {
  segment: Segment
  /** Start of the part; null = start of the segment. */
  from: readonly (string | null)[] | null
  skip: number
  wanted: number
}

/** Page part of one statement. */
function partOf<R extends PageRow, T>(
  { scope, table, where, keys, id, findsById }: ListSource<R, T>,
  { statementKey, fields, hasFewRows }: ReadPlan,
  reversed: boolean,
  { segment, from, skip, wanted }: PageStretch,
): PagePart {
  const condition = () => conditionOf(keys, id, segment, from, reversed)
  const order = () => orderOf(hasFewRows ? keys.map(withoutIndex) : keys, id, segment, reversed)
  // Skipped or unsorted rows are not joined: the rows of the page are determined first, usually by an index alone.
  const findsIdsFirst = (hasFewRows || skip > 0) && findsById === true
  const ids = () => scope.select(table, { id }, and(where, condition())).orderBy(...withLimit(order(), wanted, skip))
  return {
    statementKey: statementKey === null ? null : `${statementKey} ${segment} ${wanted}`,
    get fields() {
      return fields()
    },
    get condition() {
      return findsIdsFirst ? sql`${id} = any(array(${ids()}))` : condition()
    },
    get order() {
      return withLimit(order(), wanted, findsIdsFirst ? 0 : skip)
    },
  }
}

/** Rows of the page, plus one, from its segments. */
async function readSegments<R extends PageRow, T>(
  source: ListSource<R, T>,
  position: PagePosition,
  plan: ReadPlan,
): Promise<R[]> {
  const { scope, table, where, keys, id, read } = source
  const reversed = position.cursor?.before ?? false
  const rows: R[] = []
  let from = position.cursor?.values ?? null
  let skip = position.offset
  const segments = remaining(keys, position)
  for (const segment of segments) {
    const wanted = position.limit + 1 - rows.length
    if (wanted <= 0) break
    const found = await read(partOf(source, plan, reversed, { segment, from, skip, wanted }))
    rows.push(...found)
    from = null
    if (found.length > 0 || segment === segments.at(-1)) skip = 0
    // The offset reaches into the next segment, minus the rows of this one.
    else if (skip > 0)
      skip = Math.max(0, skip - (await scope.count(table, and(where, conditionOf(keys, id, segment, null, false)))))
  }
  return rows
}

/** Statement name of a first page; null if it has values other than the account. */
const statementKeyOf = <R extends PageRow, T>(
  source: ListSource<R, T>,
  list: string,
  position: PagePosition,
  totalIsKnown: boolean,
) =>
  source.where === undefined && position.cursor === null && position.offset === 0
    ? `${list} ${totalIsKnown ? 'rows' : 'rows and total'}`
    : null

/**
 * Reads one page. `next` and `previous` are query parameters (`cursor=…`, `offset=…`); page-links.ts makes them URLs.
 */
export async function readPage<R extends PageRow, T>(source: ListSource<R, T>): Promise<Page<T>> {
  const { scope, keys, id, query } = source
  const list = `${source.name} ${scope.account} ${keys.map((key) => (key.descending ? '-' : '+')).join('')}`
  const position = positionOf(list, keys, query)
  const reversed = position.cursor?.before ?? false
  const counting = {
    scope,
    table: source.table,
    where: source.where,
    exact: query.count === 'exact',
    rows: source.rows,
    estimate: source.estimate,
  }
  // Few matches are sorted, many are found quickly along the order's index: only a count can decide.
  const known = source.sparse === true ? await countOf(counting, null) : null
  const hasFewRows = known !== null && known.count_is === undefined
  const planHint = source.where === undefined ? sql`` : sql.raw(planEachTime)
  const totalIsKnown = known !== null || !includesTotal(counting)
  const statementKey = statementKeyOf(source, list, position, totalIsKnown)
  const fields = () => ({
    keys: sql<(string | null)[]>`${keyFields(keys, id)} ${planHint}`,
    total: totalIsKnown ? sql<null>`null::int` : totalField(counting),
  })
  const rows = known?.count === 0 ? [] : await readSegments(source, position, { statementKey, fields, hasFewRows })
  const more = rows.length > position.limit
  if (more) rows.length = position.limit
  if (reversed) rows.reverse()
  // An empty first page means an empty list; on later pages only a count can tell.
  const none = position.cursor === null && position.offset === 0 ? 0 : null
  const counted = known ?? (await countOf(counting, rows[0] ? rows[0].total : none))
  return { ...counted, ...links(list, position, rows, more), results: rows.map((row) => source.toResult(row)) }
}

function links(
  list: string,
  position: PagePosition,
  rows: readonly PageRow[],
  more: boolean,
): { next: string | null; previous: string | null } {
  const link = (before: boolean, row: PageRow | undefined) =>
    row ? `cursor=${writeCursor(list, { before, values: row.keys })}` : null
  const reversed = position.cursor?.before ?? false
  const next = more || reversed ? link(false, rows.at(-1)) : null
  if (position.cursor) return { next, previous: more || !reversed ? link(true, rows[0]) : null }
  return { next, previous: position.offset > 0 ? `offset=${Math.max(0, position.offset - position.limit)}` : null }
}
