/**
 * Lets callers share the one connection of the embedded database. A statement that stands alone need not wait until the answer to
 * the one before has come back: all that are asked at once go out one behind the other (`pipeline`), and the thread of the database
 * goes from one to the next. Whoever takes the connection as a whole, for a transaction, has it alone as ever.
 */
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Statements that have the connection together. */
interface Turn {
  client: Promise<pg.PoolClient>
  /** Whether it has the connection, and does not wait for it any more. */
  isGiven: boolean
  users: number
}

const asksByCallback = (asked: readonly unknown[]): boolean => typeof asked.at(-1) === 'function'

/** Makes `pool.query` share. The pool has one connection, and its clients send without waiting (`pipeline: true`). */
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
    // Who waits for the connection comes before those who ask after him.
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
