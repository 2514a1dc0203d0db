/**
 * What a connection is asked within one turn of the program leaves it in one write, and a transaction begins with its first
 * statement: nobody waits for the answer to a `begin`, which says nothing. Each write is a call of the system, or the waking of another
 * thread, and costs more than most of the statements in it.
 */
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Not part of the documented interface of `pg`; tests of an upgrade: docs/decisions/0002-embedded-database-with-fsync.md. */
const streamOf = (client: pg.PoolClient): Writable | null => {
  const { connection }: { connection?: { stream?: Writable } } = client
  return connection?.stream ?? null
}

const isBegin = ([first, ...more]: readonly unknown[]): boolean =>
  more.length === 0 && typeof first === 'string' && /^\s*begin\b/i.test(first)

/** As the database answers a `begin`. */
const begun = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/** Makes a connection hold its writes until the turn is over. Its pool must let clients send without waiting (`pipeline`). */
export function batchWrites(client: pg.PoolClient): void {
  const stream = streamOf(client)
  if (stream === null) return
  let isHeld = false
  const release = () => {
    isHeld = false
    stream.uncork()
  }
  const hold = () => {
    if (isHeld) return
    isHeld = true
    stream.cork()
    process.nextTick(release)
  }
  wrapQuery(client, (query) => (...asked) => {
    hold()
    const answer = query(...asked)
    if (!isBegin(asked) || !(answer instanceof Promise)) return answer
    // Where it fails, all that follow fail, and these are waited for.
    answer.catch(() => {})
    return Promise.resolve(begun)
  })
}
