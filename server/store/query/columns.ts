/**
 * Column tables, one per noun: they define how its rows are read, filtered and ordered, and its facets. Typed by the
 * catalogue: a field without a column does not compile.
 */
import { SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Catalogue, Field, FieldType } from '#contract/kernel/catalogue.ts'
import type { SortType } from './cursor.ts'
import type { FilterSource, FilterSources } from './filter-sql.ts'
import type { SortKey } from './keyset.ts'

/** Column of a catalogue field. */
export interface FilterColumn extends Pick<FilterSource, 'folded' | 'search'> {
  /** A column or an expression: the condition of a flag, the index of a rank; unused for a search. */
  value: PgColumn | SQL
  /** Column with the display name of an id, for facets. */
  label?: PgColumn
}

/** Orderable fields need a plain column, which determines nullability; facets of ids need display names. */
type ColumnOf<F extends Field> = FilterColumn &
  (F extends { orderable: true } ? { value: PgColumn } : unknown) &
  (F extends { facet: true; type: 'ref' } ? { label: PgColumn } : unknown)

/** A column for every field of a catalogue. */
export type CatalogueColumns<C extends Catalogue> = {
  readonly [F in C['fields'][number] as F['name']]: ColumnOf<F>
}

/** A reader for every field of a response. */
export type ReadColumns<T, Row> = { readonly [K in keyof T]: { read: (row: Row) => T[K] } }

type Named<Name extends string> = readonly (Field & { name: Name })[]

/** SQL expression of a column. */
export const valueOf = ({ value }: FilterColumn): SQL => (value instanceof SQL ? value : sql`${value}`)

function sourceOf(column: FilterColumn): FilterSource {
  const { folded, search } = column
  return { expression: valueOf(column), ...(folded ? { folded } : {}), ...(search ? { search } : {}) }
}

/** Filter sources for the fields of a catalogue. */
export function columnSources<Name extends string>(
  fields: Named<Name>,
  columns: Readonly<Record<NoInfer<Name>, FilterColumn>>,
): FilterSources {
  const sources = new Map<string, FilterSource>(fields.map(({ name }) => [name, sourceOf(columns[name])]))
  return ({ field }) => {
    const source = sources.get(field.name)
    if (!source) throw new Error(`The filter ${field.name} has no column.`)
    return source
  }
}

function sortTypeOf(type: FieldType): SortType {
  if (type === 'time') return 'timestamptz'
  return type === 'rank' || type === 'money' || type === 'whole' ? 'int8' : 'text'
}

/** Sort keys by the names of the orderable fields. */
export const columnOrderings = <Name extends string>(
  fields: Named<Name>,
  columns: Readonly<Record<NoInfer<Name>, FilterColumn>>,
): Readonly<Record<string, Omit<SortKey, 'descending'>>> =>
  Object.fromEntries(
    fields
      .filter((field) => field.orderable)
      .map(({ name, type }) => {
        const { value } = columns[name]
        const nullable = value instanceof SQL || !value.notNull
        return [name, { expression: valueOf(columns[name]), type: sortTypeOf(type), nullable }]
      }),
  )

/** Converts a row to a response, fields in the order of the table; columns without `read` only serve filters. */
export function rowReader<T extends object, Row>(columns: ReadColumns<T, Row>): (row: Row) => T
export function rowReader(
  columns: Readonly<Record<string, { read?: (row: never) => unknown }>>,
): (row: never) => object {
  const readers = Object.entries(columns).flatMap(([name, { read }]) => (read ? [{ name, read }] : []))
  return (row) => Object.fromEntries(readers.map(({ name, read }) => [name, read(row)]))
}
