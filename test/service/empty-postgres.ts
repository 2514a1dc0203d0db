/** A database of one's own on a Postgres that others use as well. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A new, empty database beside the one that `url` names. */
export async function emptyPostgres(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
