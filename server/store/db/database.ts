/** One database behind one driver: the embedded one in the data folder, or a Postgres. */
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

/** Connections of one process. More than a few per core only queue in the database instead of here. */
const maxConnections = 10
/** Waiting longer for a connection than this is a database that is away. */
const connectTimeoutMs = 10_000

interface Where {
  databaseUrl: string | null
  dataDir: string
}

/** Folder of the embedded database within the data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

async function openPool(
  where: Where,
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
 * Opens the database and brings its tables up to date; an embedded one that is made now gets the tables of the queue too.
 * Throws StartError where it cannot be reached.
 */
export async function openDatabase(
  where: Where,
  log: Log,
  onLost: OnLost,
  makeQueueTables: MakeQueueTables,
): Promise<Database> {
  const { kind, pool, close } = await openPool(where, log, onLost, makeQueueTables)
  // Without it, a database that goes away ends the process.
  pool.on('error', (error) => log.warn('database connection lost', { error }))
  pool.on('connect', (client) => {
    batchWrites(client)
    nameStatements(client)
    // The pool listens while a connection rests. In the hands of a transaction it has nobody, and an end between two
    // statements would end the process; the next statement on it fails, and that is what the request is told.
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
