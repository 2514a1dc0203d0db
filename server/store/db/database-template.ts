/**
 * Template of the embedded database: the tables of the service and its queue. Created once per installation and then
 * copied; creating it at each first start, with a sync at every step, takes ten times as long.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { makeLog, type Log } from '#server/base/log.ts'
import { migrateDatabase, migrationsFolder } from '#server/store/migrate.ts'
import { partIndexes } from './trigram-indexes.ts'
import { WirePort, type Wire } from './wire-port.ts'

const Package = z.object({ version: z.string() })
const require = createRequire(import.meta.url)

/** Version of an installed package; `up` leads from its main file to its package.json. */
const versionOf = (name: string, up: string): string =>
  Package.parse(JSON.parse(readFileSync(join(dirname(require.resolve(name)), up, 'package.json'), 'utf8'))).version

/** Version of PGlite, and hash of everything else that affects the template. */
export function templateHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted())
    hash.update(`${name}\0`).update(readFileSync(join(migrationsFolder, name)))
  hash.update(JSON.stringify(partIndexes))
  hash.update(versionOf('@dbos-inc/dbos-sdk', '../..'))
  return `${versionOf('@electric-sql/pglite', '..')}-${hash.digest('hex').slice(0, 12)}`
}

/** Creates the queue's tables in a database without them. */
export type MakeQueueTables = (pool: pg.Pool, log: Log) => Promise<void>

/** Creates all tables in the database behind the wire. */
export async function fillTemplate(wire: Wire, makeQueueTables: MakeQueueTables): Promise<void> {
  const pool = new pg.Pool({
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    idleTimeoutMillis: 0,
    stream: () => new WirePort(wire),
  })
  try {
    await migrateDatabase(pool)
    await makeQueueTables(pool, makeLog('silent', false))
  } finally {
    await pool.end()
  }
}
