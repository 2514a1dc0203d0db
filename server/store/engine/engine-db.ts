/**
 * Database access of the engine: its own statements on a pool or an open transaction, each of which names the account.
 * On the embedded database the pool must not be used while a transaction is open: it has one connection.
 */
import type pg from 'pg'

/** A pool, or a client with or without an open transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>

/** Runs `work` in one transaction on a separate connection. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is discarded; the original error is the useful one.
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}
