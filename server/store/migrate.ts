/** Runs the migrations; one process at a time. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { StartError } from '#server/base/config.ts'
import { makePartIndexes } from './db/trigram-indexes.ts'

/** Advisory lock number, distinct from all others. */
const lockNumber = 7_041_989
const waitMs = 100

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

const otherVersion = `The database was created by another version of this service. Nothing was changed.
Use the version that created it, or move its data to this version: run npm run backup -- FILE with the other version,
then npm run restore -- FILE with this one, into an empty DATA_DIR or database.`

/**
 * Throws StartError if the applied migrations are not the first ones of this version: drizzle only compares the time of
 * the last one.
 */
async function refuseOtherVersion(client: pg.ClientBase): Promise<void> {
  const { rowCount: isMigrated } = await client.query(
    "select 1 where to_regclass('drizzle.__drizzle_migrations') is not null",
  )
  if (!isMigrated) return
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const { rows } = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations order by created_at',
  )
  if (rows.some(({ at }, index) => Number(at) !== known[index])) throw new StartError(otherVersion)
}

/**
 * Migrates under a lock, which drizzle does not take: two processes on an empty database would both create the tables.
 * The lock is polled, since a waiting statement would hold a snapshot that some migrations wait for. Returns why this
 * database has no trigram indexes, or null.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<string | null> {
  if (!existsSync(migrationsFolder))
    throw new Error(`There are no migrations in ${migrationsFolder}. Build or install the service again.`)
  const client = await pool.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockNumber])
      if (rows[0]?.held) break
      await new Promise((done) => void setTimeout(done, waitMs))
    }
    await refuseOtherVersion(client)
    await migrate(drizzle(client), { migrationsFolder })
    return await makePartIndexes(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).finally(() => client.release())
  }
}
