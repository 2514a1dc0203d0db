/**
 * Order and keyset conditions. Nulls come last in both directions; the id breaks ties, in the direction of the last
 * key, so that one index serves both directions.
 */
import { and, or, sql, type SQL } from 'drizzle-orm'
import type { SortType } from './cursor.ts'

export interface SortKey {
  expression: SQL
  type: SortType
  descending: boolean
  nullable: boolean
}

/** Rows read by a statement: for one nullable key, rows with a value and rows without are read separately. */
export type Segment = 'all' | 'set' | 'unset'

/**
 * Segments of a list: a list ordered by one nullable key is read in two parts, since an index serves each, but not both
 * together.
 */
export const segmentsOf = (keys: readonly SortKey[]): Segment[] =>
  keys.length === 1 && keys[0]?.nullable ? ['set', 'unset'] : ['all']

const neutralValue = { text: sql`''`, int8: sql`0`, timestamptz: sql`interval '0'` } as const

/** A sort key that no index matches, with the same order, so that rows are filtered first and sorted afterwards. */
export const withoutIndex = (key: SortKey): SortKey => ({
  ...key,
  expression:
    key.type === 'text'
      ? sql`(${key.expression} || ${neutralValue.text})`
      : sql`(${key.expression} + ${neutralValue[key.type]})`,
})

const isDescending = (keys: readonly SortKey[]) => keys.at(-1)?.descending ?? false

const direction = (expression: SQL, descending: boolean) =>
  descending ? sql`${expression} desc` : sql`${expression} asc`

/** `order by` of a segment; `reversed` for the previous page. */
export function orderOf(keys: readonly SortKey[], id: SQL, segment: Segment, reversed: boolean): SQL[] {
  const last = direction(id, isDescending(keys) !== reversed)
  if (segment === 'unset') return [last]
  const orders = keys.map((key) => {
    const order = direction(key.expression, key.descending !== reversed)
    if (!key.nullable || segment === 'set') return order
    return reversed ? sql`${order} nulls first` : sql`${order} nulls last`
  })
  return [...orders, last]
}

const castValue = (key: SortKey, text: string) => sql`${text}::${sql.raw(key.type)}`

const isAfter = (expression: SQL, other: SQL, descending: boolean) =>
  descending ? sql`${expression} < ${other}` : sql`${expression} > ${other}`

/** Rows strictly after `values` (the id last) in the order of `keys`; before them if reversed. */
function afterValues(
  keys: readonly SortKey[],
  id: SQL,
  values: readonly (string | null)[],
  reversed: boolean,
): SQL | undefined {
  const same: SQL[] = []
  const alternatives: (SQL | undefined)[] = []
  keys.forEach((key, index) => {
    const at = values[index] ?? null
    const { expression } = key
    const unset = sql`${expression} is null`
    if (at === null) {
      if (reversed) alternatives.push(and(...same, sql`${expression} is not null`))
      same.push(unset)
      return
    }
    const isBeyond = isAfter(expression, castValue(key, at), key.descending !== reversed)
    alternatives.push(and(...same, key.nullable && !reversed ? or(isBeyond, unset) : isBeyond))
    same.push(sql`${expression} = ${castValue(key, at)}`)
  })
  alternatives.push(and(...same, isAfter(id, sql`${values.at(-1)}::text`, isDescending(keys) !== reversed)))
  return or(...alternatives)
}

/** Condition of a segment. `values` null = from its beginning (its end if reversed). */
export function conditionOf(
  keys: readonly SortKey[],
  id: SQL,
  segment: Segment,
  values: readonly (string | null)[] | null,
  reversed: boolean,
): SQL | undefined {
  const [key] = keys
  const isBeyond = isDescending(keys) !== reversed
  if (segment === 'unset' && key) {
    const at = values ? isAfter(id, sql`${values.at(-1)}::text`, isBeyond) : undefined
    return and(sql`${key.expression} is null`, at)
  }
  const from = values?.[0] ?? null
  const last = values?.at(-1) ?? null
  if (keys.length === 1 && key) {
    // An index can seek to a row comparison, but only filter by the general form below.
    const sign = isBeyond ? sql`<` : sql`>`
    const at =
      from !== null && last !== null
        ? sql`(${key.expression}, ${id}) ${sign} (${castValue(key, from)}, ${last}::text)`
        : undefined
    return and(segment === 'set' ? sql`${key.expression} is not null` : undefined, at)
  }
  return values ? afterValues(keys, id, values, reversed) : undefined
}
