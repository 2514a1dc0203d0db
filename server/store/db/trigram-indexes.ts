/**
 * Trigram indexes (pg_trgm) for substring search (`icontains`, `search`). Not part of the migrations, because not every
 * role may create the extension: without them such queries scan whole tables, with the same results. Retried at each
 * start, since the extension may have been created in the meantime.
 */
import type pg from 'pg'

interface PartIndex {
  name: string
  table: string
  columns: readonly string[]
  /** Condition of a partial index; null = all rows. */
  where: string | null
}

/** Columns of large tables with substring search. */
export const partIndexes: readonly PartIndex[] = [
  { name: 'contact_parts', table: 'contact', columns: ['name', 'email', 'phone', 'company'], where: null },
  { name: 'flow_parts', table: 'flow', columns: ['search_text'], where: null },
  { name: 'flow_text_parts', table: 'flow_text', columns: ['search_text'], where: null },
  { name: 'run_error_parts', table: 'run', columns: ['error_code'], where: 'error_code is not null' },
]

type Client = Pick<pg.ClientBase, 'query'>

/** Schema of the extension, quoted, since it may not be in the search path. Null without the extension. */
async function schemaOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>(
    `select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`,
  )
  return rows[0]?.schema ?? null
}

async function makeMissing(client: Client): Promise<void> {
  if ((await schemaOf(client)) === null) await client.query('create extension if not exists pg_trgm')
  const schema = await schemaOf(client)
  for (const { name, table, columns, where } of partIndexes) {
    const parts = columns.map((column) => `${column} ${schema}.gin_trgm_ops`)
    const rows = where === null ? '' : ` where ${where}`
    await client.query(`create index if not exists ${name} on ${table} using gin (${parts.join(', ')})${rows}`)
  }
}

/** Creates missing indexes; returns why that is impossible, or null. To be called by one process at a time. */
export async function makePartIndexes(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_indexes where schemaname = current_schema() and indexname = any($1)',
    [partIndexes.map(({ name }) => name)],
  )
  if (rows[0]?.count === partIndexes.length) return null
  try {
    await makeMissing(client)
    return null
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return `${words}. Search still works, but is slower in long lists. Run "create extension pg_trgm" in this database as a superuser and restart.`
  }
}
