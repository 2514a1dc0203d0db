/** Separate databases on the Postgres of the tests, empty or with all tables. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { makeLog } from '#server/base/log.ts'
import { templateHash } from '#server/store/db/database-template.ts'
import { migrateDatabase } from '#server/store/migrate.ts'

/** Number of the advisory lock, since two workers start at the same time. */
const lockNumber = 7_041_979

export interface TestDatabase {
  url: string
  drop: () => Promise<void>
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function create(url: string, from: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(url, (client) => client.query(`create database ${name} ${from}`))
  return {
    url: withDatabaseName(url, name),
    drop: () =>
      withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

/** A new, empty database beside the one that `url` names. */
export const emptyPostgres = (url: string): Promise<TestDatabase> => create(url, '')

async function fill(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  try {
    await migrateDatabase(pool)
    await makeQueueTables(pool, makeLog('silent', false))
  } finally {
    await pool.end()
  }
}

/** Creates the template database unless it exists, and keeps it for later tests with the same tables. */
async function template(url: string): Promise<string> {
  const name = `template_${templateHash().replaceAll(/\W/g, '_')}`
  await withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    // The database has another name until it is complete.
    const making = `${name}_making`
    await client.query(`drop database if exists ${making} with (force)`)
    await client.query(`create database ${making}`)
    await fill(withDatabaseName(url, making))
    await client.query(`alter database ${making} rename to ${name}`)
  })
  return name
}

let filled: Promise<string> | null = null

/** A new database with all tables, copied from a template in a tenth of the time of creating the tables. */
export async function filledPostgres(url: string): Promise<TestDatabase> {
  filled ??= template(url)
  return create(url, `template ${await filled}`)
}
