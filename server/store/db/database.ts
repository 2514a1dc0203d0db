/** Opens the database: the embedded one in the data folder, or Postgres, with the same driver. */
import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartError } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { migrateDatabase } from '#server/store/migrate.ts'
import type { MakeQueueTables } from './database-template.ts'
import { openEmbedded, type OnLost } from './pglite.ts'
import { shareConnection } from './shared-connection.ts'
import { nameStatements } from './statement-name.ts'
import { WirePort } from './wire-port.ts'
import { batchWrites } from './batched-writes.ts'

export interface Database {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  db: NodePgDatabase
  close(): Promise<void>
}

/** Maximum connections per process. More than a few per core only move queueing into the database. */
const maxConnections = 10
/** Connection timeout, after which the database counts as unavailable. */
const connectTimeoutMs = 10_000

interface DatabaseLocation {
  databaseUrl: string | null
  dataDir: string
}

/** Folder of the embedded database within the data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

async function openPool(
  where: DatabaseLocation,
  log: Log,
  onLost: OnLost,
  makeQueueTables: MakeQueueTables,
): Promise<Pick<Database, 'kind' | 'pool' | 'close'>> {
  if (where.databaseUrl !== null) {
    const pool = new pg.Pool({
      connectionString: where.databaseUrl,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'flow-console',
      pipeline: true,
    })
    return { kind: 'postgres', pool, close: () => pool.end() }
  }
  const embedded = await openEmbedded(embeddedFolder(where.dataDir), log, onLost, makeQueueTables)
  const pool = new pg.Pool({
    // The embedded database is one session.
    max: 1,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    idleTimeoutMillis: 0,
    pipeline: true,
    stream: () => {
      embedded.reset()
      return new WirePort(embedded.wire)
    },
  })
  shareConnection(pool)
  return { kind: 'pglite', pool, close: () => pool.end().then(() => embedded.close()) }
}

/**
 * Opens the database and migrates it; a new embedded database also gets the queue's tables. Throws StartError if it
 * cannot be opened or migrated.
 */
export async function openDatabase(
  where: DatabaseLocation,
  log: Log,
  onLost: OnLost,
  makeQueueTables: MakeQueueTables,
): Promise<Database> {
  const { kind, pool, close } = await openPool(where, log, onLost, makeQueueTables)
  // Without a listener, a lost connection would end the process.
  pool.on('error', (error) => log.warn('database connection lost', { error }))
  pool.on('connect', (client) => {
    batchWrites(client)
    nameStatements(client)
    // The pool handles errors of idle connections only. For a connection in a transaction, an error between two
    // statements would end the process; the next statement fails, and the request gets that error.
    client.on('error', () => {})
  })
  try {
    const without = await migrateDatabase(pool)
    if (without !== null) log.warn('searching within words has no index', { why: without })
  } catch (error) {
    await close()
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database cannot be used: ${words}`, { cause: error })
  }
  return { kind, pool, db: drizzle(pool), close }
}
