/**
 * Order and keyset conditions. Rows without the value come last in both directions; the id breaks the tie, in the
 * direction of the last key, so that one index serves both directions.
 */
import { and, or, sql, type SQL } from 'drizzle-orm'
import type { SortType } from './cursor.ts'

export interface SortKey {
  expression: SQL
  type: SortType
  descending: boolean
  nullable: boolean
}

/** Which rows a statement reads: for one nullable key, those with a value and those without are read one after the other. */
export type Segment = 'all' | 'set' | 'unset'

/** A list that is read along one key which may be null is read in two parts: an index serves each, but not both at once. */
export const segmentsOf = (keys: readonly SortKey[]): Segment[] =>
  keys.length === 1 && keys[0]?.nullable ? ['set', 'unset'] : ['all']

const nothing = { text: sql`''`, int8: sql`0`, timestamptz: sql`interval '0'` } as const

/** The same order by an expression that no index has, so that the rows are found first and sorted then. */
export const withoutIndex = (key: SortKey): SortKey => ({
  ...key,
  expression:
    key.type === 'text' ? sql`(${key.expression} || ${nothing.text})` : sql`(${key.expression} + ${nothing[key.type]})`,
})

const isDescending = (keys: readonly SortKey[]) => keys.at(-1)?.descending ?? false

const direction = (expression: SQL, descending: boolean) =>
  descending ? sql`${expression} desc` : sql`${expression} asc`

/** `order by` of a segment; `reversed` for the page before. */
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

const value = (key: SortKey, text: string) => sql`${text}::${sql.raw(key.type)}`

const isAfter = (expression: SQL, other: SQL, descending: boolean) =>
  descending ? sql`${expression} < ${other}` : sql`${expression} > ${other}`

/** Rows strictly behind `values` (the id last) in the order of `keys`; before them when reversed. */
function behind(
  keys: readonly SortKey[],
  id: SQL,
  values: readonly (string | null)[],
  reversed: boolean,
): SQL | undefined {
  const same: SQL[] = []
  const ways: (SQL | undefined)[] = []
  keys.forEach((key, index) => {
    const at = values[index] ?? null
    const { expression } = key
    const unset = sql`${expression} is null`
    if (at === null) {
      if (reversed) ways.push(and(...same, sql`${expression} is not null`))
      same.push(unset)
      return
    }
    const further = isAfter(expression, value(key, at), key.descending !== reversed)
    ways.push(and(...same, key.nullable && !reversed ? or(further, unset) : further))
    same.push(sql`${expression} = ${value(key, at)}`)
  })
  ways.push(and(...same, isAfter(id, sql`${values.at(-1)}::text`, isDescending(keys) !== reversed)))
  return or(...ways)
}

/** The condition that a segment adds. `values` null = from its beginning (its end when reversed). */
export function conditionOf(
  keys: readonly SortKey[],
  id: SQL,
  segment: Segment,
  values: readonly (string | null)[] | null,
  reversed: boolean,
): SQL | undefined {
  const [key] = keys
  const further = isDescending(keys) !== reversed
  if (segment === 'unset' && key) {
    const at = values ? isAfter(id, sql`${values.at(-1)}::text`, further) : undefined
    return and(sql`${key.expression} is null`, at)
  }
  const from = values?.[0] ?? null
  const last = values?.at(-1) ?? null
  if (keys.length === 1 && key) {
    // A row comparison is what an index can seek to; the general form below it can only filter by.
    const sign = further ? sql`<` : sql`>`
    const at =
      from !== null && last !== null
        ? sql`(${key.expression}, ${id}) ${sign} (${value(key, from)}, ${last}::text)`
        : undefined
    return and(segment === 'set' ? sql`${key.expression} is not null` : undefined, at)
  }
  return values ? behind(keys, id, values, reversed) : undefined
}
