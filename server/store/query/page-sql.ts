/**
 * One page of a list, by cursor or offset, in one statement together with its count (two where a nullable sort value
 * makes two segments meet on the page, or where the count is asked exactly).
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { defaultLimit, type Page, type PageQuery } from '#contract/kernel/page.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'
import { conditionOf, orderOf, segmentsOf, withoutIndex, type Segment, type SortKey } from './keyset.ts'
import { bringsTotal, countOf, totalField } from './row-count.ts'
import { planAnew } from '#server/store/db/statement-name.ts'
import type { OwnedTable, Scope } from '#server/store/db/scope.ts'

/** What every row of a page brings along: its sort values as text, and the count of the list. */
export interface PageFields {
  keys: SQL<(string | null)[]>
  total: SQL<number | null>
}
interface PageRow {
  keys: (string | null)[]
  total: number | null
}

/** The rest of a statement that the noun begins: `select(…fields, …part.fields).…where(condition and part.condition)`. */
export interface PagePart {
  /**
   * Names the statement among those of its account, where nothing but the account is a value in it (no filter, no cursor);
   * null otherwise. Fields, condition and order are built when they are read, so that a statement that is kept builds none.
   */
  shape: string | null
  fields: PageFields
  condition: SQL | undefined
  /**
   * `order by`, with limit and offset at its end: they are written out, because a plan that is kept for a limit which it
   * does not know is made for a tenth of the table.
   */
  order: SQL[]
}

export interface ListSource<R extends PageRow, T> {
  scope: Scope
  table: OwnedTable
  /** The list's filter, without the account and the cursor. */
  where: SQL | undefined
  /** Names list and ordering: a cursor of another one is refused. */
  name: string
  keys: readonly SortKey[]
  id: SQL
  query: PageQuery
  read: (part: PagePart) => Promise<R[]>
  toResult: (row: R) => T
  /** True where the filter may let through next to nothing and the planner cannot know (full text, several rules). */
  sparse?: boolean
  /** Rows can be found by their ids, and are ordered by what the table itself has: long lists settle first which rows come. */
  findsById?: boolean
  /** The rows that `where` means, told so that counting a part of them reads less. */
  rows?: SQL | undefined
  /** A better guess at a long list than the planner's. */
  estimate?: (() => Promise<number>) | undefined
}

/** Sort keys by name, from `ordering` or the list's own; 400 where a name is not one of them. */
export function sortKeys(
  known: Readonly<Record<string, Omit<SortKey, 'descending'>>>,
  ordering: string | undefined,
  usual: string,
): SortKey[] {
  const names = Object.keys(known)
  const asked = parseOrdering(names, ordering ?? '')
  if (typeof asked === 'string') throw invalid('ordering', asked)
  const orders = asked.length > 0 ? asked : parseOrdering(names, usual)
  if (typeof orders === 'string') throw new Error(`The list's own ordering is wrong: ${orders}`)
  return orders.flatMap(({ name, descending }) => {
    const key = known[name]
    return key ? [{ ...key, descending }] : []
  })
}

interface Place {
  limit: number
  offset: number
  cursor: Cursor | null
}

function placeOf(list: string, keys: readonly SortKey[], query: PageQuery): Place {
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

function cut(order: readonly SQL[], limit: number, offset: number): SQL[] {
  const end = offset > 0 ? ` limit ${limit} offset ${offset}` : ` limit ${limit}`
  return order.map((part, index) => (index === order.length - 1 ? sql`${part}${sql.raw(end)}` : part))
}

/** Segments to read, in reading order, from the cursor on. */
function remaining(keys: readonly SortKey[], place: Place): Segment[] {
  const segments = segmentsOf(keys)
  if (place.cursor?.before) segments.reverse()
  if (segments.length === 1 || !place.cursor) return segments
  return segments.slice(segments.indexOf(place.cursor.values[0] === null ? 'unset' : 'set'))
}

interface Reading {
  shape: string | null
  fields: () => PageFields
  /** So few match that they are found first and sorted then. */
  few: boolean
}

interface Stretch {
  segment: Segment
  /** Where it begins; null = at the segment's own beginning. */
  from: readonly (string | null)[] | null
  skip: number
  wanted: number
}

/** One statement's part of a page. */
function partOf<R extends PageRow, T>(
  { scope, table, where, keys, id, findsById }: ListSource<R, T>,
  { shape, fields, few }: Reading,
  reversed: boolean,
  { segment, from, skip, wanted }: Stretch,
): PagePart {
  const condition = () => conditionOf(keys, id, segment, from, reversed)
  const order = () => orderOf(few ? keys.map(withoutIndex) : keys, id, segment, reversed)
  // Rows that are passed over or sorted away are not looked up: which ones come is settled first, mostly by an index alone.
  const isLate = (few || skip > 0) && findsById === true
  const ids = () => scope.select(table, { id }, and(where, condition())).orderBy(...cut(order(), wanted, skip))
  return {
    shape: shape === null ? null : `${shape} ${segment} ${wanted}`,
    get fields() {
      return fields()
    },
    get condition() {
      return isLate ? sql`${id} = any(array(${ids()}))` : condition()
    },
    get order() {
      return cut(order(), wanted, isLate ? 0 : skip)
    },
  }
}

/** Rows of the page and one more, from the segments in which they lie. */
async function readSegments<R extends PageRow, T>(
  source: ListSource<R, T>,
  place: Place,
  reading: Reading,
): Promise<R[]> {
  const { scope, table, where, keys, id, read } = source
  const reversed = place.cursor?.before ?? false
  const rows: R[] = []
  let from = place.cursor?.values ?? null
  let skip = place.offset
  const segments = remaining(keys, place)
  for (const segment of segments) {
    const wanted = place.limit + 1 - rows.length
    if (wanted <= 0) break
    const found = await read(partOf(source, reading, reversed, { segment, from, skip, wanted }))
    rows.push(...found)
    from = null
    if (found.length > 0 || segment === segments.at(-1)) skip = 0
    // The offset ends in the next segment: it goes on there without what this one has.
    else if (skip > 0)
      skip = Math.max(0, skip - (await scope.count(table, and(where, conditionOf(keys, id, segment, null, false)))))
  }
  return rows
}

/** The name of a first page's statement; null where it holds more values than the account. */
const shapeOf = <R extends PageRow, T>(source: ListSource<R, T>, list: string, place: Place, totalIsKnown: boolean) =>
  source.where === undefined && place.cursor === null && place.offset === 0
    ? `${list} ${totalIsKnown ? 'rows' : 'rows and total'}`
    : null

/** Reads one page. `next` and `previous` are query parameters (`cursor=…`, `offset=…`); mount.ts makes them URLs. */
export async function readPage<R extends PageRow, T>(source: ListSource<R, T>): Promise<Page<T>> {
  const { scope, keys, id, query } = source
  const list = `${source.name} ${scope.account} ${keys.map((key) => (key.descending ? '-' : '+')).join('')}`
  const place = placeOf(list, keys, query)
  const reversed = place.cursor?.before ?? false
  const counting = {
    scope,
    table: source.table,
    where: source.where,
    exact: query.count === 'exact',
    rows: source.rows,
    estimate: source.estimate,
  }
  // Few rows are sorted, many are met soon on the way along the order's index: only a count can tell which it is.
  const known = source.sparse === true ? await countOf(counting, null) : null
  const few = known !== null && known.count_is === undefined
  const anew = source.where === undefined ? sql`` : sql.raw(planAnew)
  const totalIsKnown = known !== null || !bringsTotal(counting)
  const shape = shapeOf(source, list, place, totalIsKnown)
  const fields = () => ({
    keys: sql<(string | null)[]>`${keyFields(keys, id)} ${anew}`,
    total: totalIsKnown ? sql<null>`null::int` : totalField(counting),
  })
  const rows = known?.count === 0 ? [] : await readSegments(source, place, { shape, fields, few })
  const more = rows.length > place.limit
  if (more) rows.length = place.limit
  if (reversed) rows.reverse()
  // A first page without rows is a list without rows; behind it, only a count can tell.
  const none = place.cursor === null && place.offset === 0 ? 0 : null
  const counted = known ?? (await countOf(counting, rows[0] ? rows[0].total : none))
  return { ...counted, ...links(list, place, rows, more), results: rows.map((row) => source.toResult(row)) }
}

function links(
  list: string,
  place: Place,
  rows: readonly PageRow[],
  more: boolean,
): { next: string | null; previous: string | null } {
  const link = (before: boolean, row: PageRow | undefined) =>
    row ? `cursor=${writeCursor(list, { before, values: row.keys })}` : null
  const reversed = place.cursor?.before ?? false
  const next = more || reversed ? link(false, rows.at(-1)) : null
  if (place.cursor) return { next, previous: more || !reversed ? link(true, rows[0]) : null }
  return { next, previous: place.offset > 0 ? `offset=${Math.max(0, place.offset - place.limit)}` : null }
}
