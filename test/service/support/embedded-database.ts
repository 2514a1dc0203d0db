/**
 * The embedded database for test files that need a separate app. The files of a worker run sequentially, so one
 * database serves all of them: it is emptied for the next app, in a fiftieth of the time of a restart.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { makeLog } from '#server/base/log.ts'
import { openDatabase, type Database } from '#server/store/db/database.ts'

/** Migration tables, which are kept, so that the next app creates no tables. */
const migrationTables = ['__drizzle_migrations', 'dbos_migrations']

/** Deletes all rows; truncating would take twenty times as long, since it recreates the files of all tables. */
async function empty(pool: pg.Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' and c.relname <> all($1)`,
    [migrationTables],
  )
  const { rows: filled } = await pool.query<{ name: string }>(
    tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  // Without foreign key triggers the order does not matter.
  const deletions = filled.map(({ name }) => `delete from ${name}`)
  await pool.query(
    ['set session_replication_role = replica', ...deletions, 'reset session_replication_role'].join('; '),
  )
}

export class EmbeddedDatabase {
  #opening: Promise<{ database: Database; folder: string }> | null = null

  /** The emptied database, for one app at a time; stays open when the app closes it. */
  async claim(): Promise<Database> {
    this.#opening ??= open()
    const { database } = await this.#opening
    await empty(database.pool)
    return { ...database, close: async () => {} }
  }

  async close(): Promise<void> {
    if (this.#opening === null) return
    const { database, folder } = await this.#opening
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function open(): Promise<{ database: Database; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'flow-test-'))
  const log = makeLog('silent', false)
  const database = await openDatabase(
    { databaseUrl: null, dataDir: folder },
    log,
    (why) => {
      throw new Error(why)
    },
    makeQueueTables,
  )
  await makeQueueTables(database.pool, log)
  return { database, folder }
}
