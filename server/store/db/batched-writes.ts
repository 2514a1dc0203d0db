/**
 * Batches the writes of a connection: all queries of one event loop turn are sent in one write, and `begin` is sent
 * with the first statement, without waiting for its response. Each write is a system call, or wakes another thread, and
 * costs more than most statements in it.
 */
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Not part of `pg`'s documented interface; tests for upgrades: docs/decisions/0002-embedded-database-with-fsync.md. */
const streamOf = (client: pg.PoolClient): Writable | null => {
  const { connection }: { connection?: { stream?: Writable } } = client
  return connection?.stream ?? null
}

const isBegin = ([first, ...more]: readonly unknown[]): boolean =>
  more.length === 0 && typeof first === 'string' && /^\s*begin\b/i.test(first)

/** The database's response to `begin`. */
const beginResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/** Makes a connection buffer its writes until the end of the turn. Requires `pipeline` of its pool. */
export function batchWrites(client: pg.PoolClient): void {
  const stream = streamOf(client)
  if (stream === null) return
  let isCorked = false
  const release = () => {
    isCorked = false
    stream.uncork()
  }
  const hold = () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(release)
  }
  wrapQuery(client, (query) => (...args) => {
    hold()
    const answer = query(...args)
    if (!isBegin(args) || !(answer instanceof Promise)) return answer
    // If it fails, all later statements fail, and their errors are handled.
    answer.catch(() => {})
    return Promise.resolve(beginResult)
  })
}
