/**
 * Leases for work of one process only: advisory locks of a separate connection, which end with it. On the embedded
 * database there is one process, which gets every lease.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Database } from './database.ts'

export interface Leases {
  /** True if this process has or gets the lease. Throws if the connection is lost, and with it all leases. */
  acquire(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

const alwaysHeld: Leases = { acquire: async () => true, release: async () => {}, close: async () => {} }

/** 64-bit hash of a name, as lock number. */
const numberOf = (name: string): string =>
  createHash('sha256').update(`lease ${name}`).digest().readBigInt64BE(0).toString()

class AdvisoryLeases implements Leases {
  readonly #pool: pg.Pool
  readonly #heldNames = new Set<string>()
  #client: Promise<pg.PoolClient> | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  #connect(): Promise<pg.PoolClient> {
    this.#client ??= this.#pool.connect().then((client) => {
      client.once('end', () => {
        this.#client = null
        this.#heldNames.clear()
      })
      return client
    })
    return this.#client
  }

  async #queryLock(question: string, name: string): Promise<boolean> {
    try {
      const client = await this.#connect()
      const { rows } = await client.query<{ done: boolean }>(`select ${question} as done`, [numberOf(name)])
      return rows[0]?.done === true
    } catch (error) {
      this.#heldNames.clear()
      const lost = await this.#client?.catch(() => null)
      this.#client = null
      lost?.release(true)
      throw error
    }
  }

  async acquire(name: string): Promise<boolean> {
    // Queries the database even if the lease is held, since it is only valid while the connection works.
    if (this.#heldNames.has(name)) return this.#queryLock('$1::bigint is not null', name)
    const isMine = await this.#queryLock('pg_try_advisory_lock($1::bigint)', name)
    if (isMine) this.#heldNames.add(name)
    return isMine
  }

  async release(name: string): Promise<void> {
    if (!this.#heldNames.delete(name)) return
    await this.#queryLock('pg_advisory_unlock($1::bigint)', name)
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    this.#client = null
    this.#heldNames.clear()
    // Closing the connection releases the locks.
    client?.release(true)
  }
}

export const makeLeases = ({ kind, pool }: Database): Leases =>
  kind === 'pglite' ? alwaysHeld : new AdvisoryLeases(pool)
