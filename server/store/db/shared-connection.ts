/**
 * Lets callers share the embedded database's only connection. Independent statements are pipelined: they are sent
 * without waiting for the previous response, and the database thread processes them one after another. A transaction
 * still has the connection exclusively.
 */
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Statements that share the connection. */
interface SharedUse {
  client: Promise<pg.PoolClient>
  /** Whether `client` has resolved. */
  isConnected: boolean
  users: number
}

const hasCallback = (args: readonly unknown[]): boolean => typeof args.at(-1) === 'function'

/** Makes calls of `pool.query` share the connection. The pool must have one connection, and `pipeline: true`. */
export function shareConnection(pool: pg.Pool): void {
  let current: SharedUse | null = null

  const begin = (): SharedUse => {
    const use: SharedUse = { client: pool.connect(), isConnected: false, users: 0 }
    use.client.then(
      () => (use.isConnected = true),
      () => (current = current === use ? null : current),
    )
    return use
  }
  const sharedQuery = async (...args: unknown[]): Promise<unknown> => {
    // Waiting transactions come before later statements.
    if (current === null || (current.isConnected && pool.waitingCount > 0)) current = begin()
    const use = current
    use.users += 1
    const client = await use.client
    try {
      const query: unknown = client.query.bind(client)
      return typeof query === 'function' ? await Reflect.apply(query, client, args) : null
    } finally {
      use.users -= 1
      if (use.users === 0) {
        if (current === use) current = null
        client.release()
      }
    }
  }
  wrapQuery(
    pool,
    (unshared) =>
      (...args) =>
        hasCallback(args) ? unshared(...args) : sharedQuery(...args),
  )
}
