/**
 * Indexes for what is found by a part of it (`icontains`, `search`): every three letters that stand beside each other (pg_trgm). They
 * are no migration, because not every role may make the extension: a service without them reads whole tables for such a question,
 * and answers the same. They are tried again at each start, for somebody may have made the extension since.
 */
import type pg from 'pg'

interface PartIndex {
  name: string
  table: string
  columns: readonly string[]
  /** The rows that have something to be found by; null = all. */
  where: string | null
}

/** Columns that are searched by a part, of tables that grow large. */
export const partIndexes: readonly PartIndex[] = [
  { name: 'contact_parts', table: 'contact', columns: ['name', 'email', 'phone', 'company'], where: null },
  { name: 'flow_parts', table: 'flow', columns: ['search_text'], where: null },
  { name: 'run_error_parts', table: 'run', columns: ['error_code'], where: 'error_code is not null' },
]

type Client = Pick<pg.ClientBase, 'query'>

/** The schema of the extension, quoted; it need not be one in which names are looked up. Null where there is no extension. */
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

/** Makes those that are missing; why they cannot be made, or null. One process at a time. */
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
