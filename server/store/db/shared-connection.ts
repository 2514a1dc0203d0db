/**
 * Lets callers share the embedded database's only connection. Independent statements are pipelined: they are sent
 * without waiting for the previous response, and the database thread processes them one after another. A transaction
 * still has the connection exclusively.
 */
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Statements that share the connection. */
interface Turn {
  client: Promise<pg.PoolClient>
  /** Whether `client` has resolved. */
  isGiven: boolean
  users: number
}

const asksByCallback = (asked: readonly unknown[]): boolean => typeof asked.at(-1) === 'function'

/** Makes `pool.query` share. The pool has one connection with `pipeline: true`. */
export function shareConnection(pool: pg.Pool): void {
  let last: Turn | null = null

  const begin = (): Turn => {
    const turn: Turn = { client: pool.connect(), isGiven: false, users: 0 }
    turn.client.then(
      () => (turn.isGiven = true),
      () => (last = last === turn ? null : last),
    )
    return turn
  }
  const ask = async (...asked: unknown[]): Promise<unknown> => {
    // Waiting transactions come before later statements.
    if (last === null || (last.isGiven && pool.waitingCount > 0)) last = begin()
    const turn = last
    turn.users += 1
    const client = await turn.client
    try {
      const query: unknown = client.query.bind(client)
      return typeof query === 'function' ? await Reflect.apply(query, client, asked) : null
    } finally {
      turn.users -= 1
      if (turn.users === 0) {
        if (last === turn) last = null
        client.release()
      }
    }
  }
  wrapQuery(
    pool,
    (alone) =>
      (...asked) =>
        asksByCallback(asked) ? alone(...asked) : ask(...asked),
  )
}
