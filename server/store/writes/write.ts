/**
 * A write request is one transaction: its changes, activity and Idempotency-Key are atomic. It begins with the first
 * statement, so that work before it (hashing a password, reading a file) does not hold the embedded database's only
 * connection.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

const textOf = (query: unknown): string =>
  typeof query === 'string'
    ? query
    : typeof query === 'object' && query !== null && 'text' in query
      ? String(query.text)
      : ''

/** First statements of a transaction; an error ends it before anything is written. */
type BeforeFirstQuery = (db: NodePgDatabase) => Promise<void>

class LazyTransaction {
  readonly #pool: pg.Pool
  readonly #opening: BeforeFirstQuery | null
  #connection: Promise<pg.PoolClient> | null = null
  #depth = 0
  /** Error of the opening: the statement that waited for it fails with a wrapped copy. */
  refusal: Error | null = null

  constructor(pool: pg.Pool, beforeFirst: BeforeFirstQuery | null) {
    this.#pool = pool
    this.#opening = beforeFirst
  }

  async #begin(): Promise<pg.PoolClient> {
    const connection = await this.#pool.connect()
    try {
      await connection.query('begin')
      await this.#opening?.(drizzle(connection))
    } catch (error) {
      if (error instanceof Error) this.refusal = error
      // The server rolls back open transactions of a closed connection.
      await connection.query('rollback').then(
        () => connection.release(),
        () => connection.release(true),
      )
      throw error
    }
    return connection
  }

  /** Nested transactions are savepoints. */
  #nested(text: string): string | null {
    if (text.startsWith('begin')) {
      this.#depth += 1
      return `savepoint write_${this.#depth}`
    }
    if (text !== 'commit' && text !== 'rollback') return null
    this.#depth -= 1
    return `${text === 'commit' ? 'release' : 'rollback to'} savepoint write_${this.#depth + 1}`
  }

  async query(first: unknown, ...rest: unknown[]): Promise<unknown> {
    this.#connection ??= this.#begin()
    const connection = await this.#connection
    const nested = this.#nested(textOf(first))
    if (nested !== null) return connection.query(nested)
    const send: unknown = connection.query.bind(connection)
    return typeof send === 'function' ? Reflect.apply(send, connection, [first, ...rest]) : undefined
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#connection) return
    const connection = await this.#connection
    try {
      await connection.query(how)
      connection.release()
    } catch (error) {
      connection.release(true)
      throw error
    }
  }
}

/** Runs `work` in one transaction, which begins with `beforeFirst`; an error in either rolls back both. */
export async function inWriteTransaction<T>(
  pool: pg.Pool,
  work: (db: NodePgDatabase, client: pg.ClientBase) => Promise<T>,
  beforeFirst: BeforeFirstQuery | null = null,
): Promise<T> {
  const transaction = new LazyTransaction(pool, beforeFirst)
  const client: pg.Client = Object.create(pg.Client.prototype)
  Object.defineProperty(client, 'query', { value: transaction.query.bind(transaction) })
  let result: T
  try {
    result = await work(drizzle(client), client)
  } catch (error) {
    // The original error is the useful one; a connection that cannot even roll back is discarded.
    await transaction.end('rollback').catch(() => undefined)
    throw transaction.refusal ?? error
  }
  await transaction.end('commit')
  return result
}
