/** Brings a database to the newest tables; one process at a time. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { fillOldSearchTexts } from './flow-search.ts'
import { makePartIndexes } from './part-index.ts'
import { markSearchRules } from './search-again.ts'

/** Any number that nothing else locks by. */
const lockNumber = 7_041_989
const waitMs = 100

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * drizzle takes no lock by itself: two processes on an empty database would both create the tables. The lock is tried,
 * not waited for: a waiting statement holds a snapshot that some migrations would wait for in turn. The answer: why this
 * database searches within words without an index, or null where it has one.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<string | null> {
  if (!existsSync(migrationsFolder)) throw new Error(`There are no migrations in ${migrationsFolder}.`)
  const client = await pool.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockNumber])
      if (rows[0]?.held) break
      await new Promise((done) => void setTimeout(done, waitMs))
    }
    await migrate(drizzle(client), { migrationsFolder })
    await markSearchRules(client)
    await fillOldSearchTexts(client)
    return await makePartIndexes(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).finally(() => client.release())
  }
}
