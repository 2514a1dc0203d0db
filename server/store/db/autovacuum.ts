/**
 * Replacement for autovacuum, which the embedded database, being one session, never runs: frees the space of deleted
 * rows and updates planner statistics. Without it, plans for foreign key checks are made for an empty table, cached for
 * the whole session, and scan the table for each written row. Source: postgresql.org/docs, "Automatic Vacuuming": the
 * same counts and thresholds.
 */
import type pg from 'pg'

/** Thresholds of changed rows: a constant, plus a share of the table. */
const minRows = 50
const shareToAnalyze = 0.1
const shareToVacuum = 0.2

interface Table {
  schema: string
  table: string
  isFull: boolean
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Processes the tables that need it, one by one, so that other queries run in between. Returns their number. */
export async function vacuumTables(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  // Flushes the session's counters, which are otherwise published when it is idle, at most once a second.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<Table>(
    `select schema, "table", dead > $1 + $3 * known as "isFull"
       from (select s.schemaname as schema, s.relname as "table", s.n_dead_tup as dead, s.n_mod_since_analyze as changed,
                    greatest(c.reltuples, 0) as known
               from pg_stat_user_tables s join pg_class c on c.oid = s.relid) as counted
      where dead > $1 + $3 * known or changed > $1 + $2 * known`,
    [minRows, shareToAnalyze, shareToVacuum],
  )
  for (const { schema, table, isFull } of rows)
    await pool.query(`${isFull ? 'vacuum analyze' : 'analyze'} ${quoted(schema)}.${quoted(table)}`)
  return rows.length
}
