/**
 * What a Postgres does by itself and the embedded database, which is one session, never does: room of rows that are gone is
 * given back, and the planner learns how large tables have become. Without it, how a reference is looked up was planned when
 * its table was empty, is kept for as long as the session, and reads the whole table for each row that is written.
 * Source: postgresql.org/docs, "Automatic Vacuuming": the same counts and the same thresholds.
 */
import type pg from 'pg'

/** Rows that may change, and the share of a table beside them, before it is looked through or cleared up. */
const fewRows = 50
const shareToAnalyze = 0.1
const shareToVacuum = 0.2

interface Table {
  schema: string
  table: string
  isFull: boolean
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The tables that need it, looked after one by one: others ask between them. Returns how many. */
export async function lookAfterTables(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  // Counts of this session are handed in when it rests, at most once a second.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<Table>(
    `select schema, "table", dead > $1 + $3 * known as "isFull"
       from (select s.schemaname as schema, s.relname as "table", s.n_dead_tup as dead, s.n_mod_since_analyze as changed,
                    greatest(c.reltuples, 0) as known
               from pg_stat_user_tables s join pg_class c on c.oid = s.relid) as counted
      where dead > $1 + $3 * known or changed > $1 + $2 * known`,
    [fewRows, shareToAnalyze, shareToVacuum],
  )
  for (const { schema, table, isFull } of rows)
    await pool.query(`${isFull ? 'vacuum analyze' : 'analyze'} ${quoted(schema)}.${quoted(table)}`)
  return rows.length
}
