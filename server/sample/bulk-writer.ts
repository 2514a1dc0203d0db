/** Bulk inserts: collects rows, then writes one `insert … select … from unnest(…)` per batch. */
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { vectorOf } from '#server/store/query/search.ts'

/** A value to insert. Times are in milliseconds; JSON and word lists are text (listLiteral). */
export type Cell = string | number | boolean | bigint | null

/** SQL column types; `words` is text[], `numbers` is integer[], `search` is `searchable` text that becomes a tsvector. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'jsonb'
  | 'words'
  | 'numbers'
  | 'search'

/** Rows per statement. Larger statements are not faster, and need more memory on both sides. */
const batchRows = 5000

const parameterTypes: Record<ColumnType, string> = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'timestamptz',
  jsonb: 'jsonb',
  words: 'text',
  numbers: 'text',
  search: 'text',
}

const vectorText = (column: string): string => new PgDialect().sqlToQuery(vectorOf(sql.raw(column))).sql

function valueText(column: string, type: ColumnType): string {
  if (type === 'words') return `${column}::text[]`
  if (type === 'numbers') return `${column}::integer[]`
  return type === 'search' ? vectorText(column) : column
}

export class BulkWriter<Column extends string> {
  readonly #client: Queryable
  readonly #account: string
  readonly #table: string
  readonly #columns: readonly { name: Column; type: ColumnType }[]
  readonly #statement: string
  #rows: Record<Column, Cell>[] = []
  /** Whether the table was analyzed after the first rows were written. */
  #isAnalyzed = false

  /** Each row gets the account, and `sample = true` if `marksSample` is true. `columns`: names with types. */
  constructor(
    client: Queryable,
    account: string,
    table: string,
    columns: Record<Column, ColumnType>,
    marksSample = true,
  ) {
    this.#client = client
    this.#account = account
    this.#table = table
    const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)
    this.#columns = Object.keys(columns)
      .filter(isColumn)
      .map((name) => ({ name, type: columns[name] }))
    const names = this.#columns.map(({ name }) => `"${name}"`)
    const values = this.#columns.map(({ name, type }) => valueText(`"${name}"`, type))
    const lists = this.#columns.map(({ type }, index) => `$${index + 2}::${parameterTypes[type]}[]`)
    const mark = marksSample ? { name: ', sample', value: ', true' } : { name: '', value: '' }
    this.#statement = `insert into "${table}" (account_id, ${names.join(', ')}${mark.name}) select $1, ${values.join(', ')}${mark.value} from unnest(${lists.join(', ')}) as rows(${names.join(', ')})`
  }

  /** Number of buffered rows. */
  get size(): number {
    return this.#rows.length
  }

  add(row: Record<Column, Cell>): void {
    this.#rows.push(row)
  }

  /** Writes all buffered rows. */
  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    for (let start = 0; start < rows.length; start += batchRows) {
      const batch = rows.slice(start, start + batchRows)
      await this.#client.query(this.#statement, [
        this.#account,
        ...this.#columns.map(({ name, type }) => literalOf(batch, name, type)),
      ])
    }
    if (this.#isAnalyzed || rows.length === 0) return
    // A connection caches the plan of foreign key checks. Without new statistics, the plan for the small table would
    // scan the table for each reference.
    await this.#client.query(`analyze "${this.#table}"`)
    this.#isAnalyzed = true
  }
}

/** One column of a batch as a Postgres array literal. */
function literalOf<Column extends string>(
  rows: readonly Record<Column, Cell>[],
  name: Column,
  type: ColumnType,
): string {
  let literal = '{'
  for (const row of rows) literal += `${literal.length > 1 ? ',' : ''}${cellLiteral(row[name], type)}`
  return `${literal}}`
}

function cellLiteral(cell: Cell, type: ColumnType): string {
  if (cell === null) return 'NULL'
  if (typeof cell === 'string') return quoted(cell)
  if (type === 'timestamptz') return `"${new Date(Number(cell)).toISOString()}"`
  return String(cell)
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/** A list of words as a Postgres array literal: {"a","b"}. */
export const listLiteral = (words: readonly string[]): string => `{${words.map(quoted).join(',')}}`
