/**
 * How the engine reaches the database: statements of its own over a pool or an open transaction. Each of them names the account.
 * On the embedded database nothing may ask the pool while a transaction is open: it has one connection.
 */
import type pg from 'pg'

/** A pool, or a client with or without an open transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>

/** Runs `work` in one transaction on a connection of its own. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away; the first error is the one that explains.
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}
