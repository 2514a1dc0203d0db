/**
 * The connection of the embedded database: queries share it, a transaction has it exclusively. Also covers the parts of
 * `pg` that batched-writes.ts and wire-port.ts use, so that an upgrade of `pg` is safe if these tests pass.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { makeLog } from '#server/base/log.ts'
import { openDatabase } from '#server/store/db/database.ts'
import { planEachTime } from '#server/store/db/statement-name.ts'
import { WirePort } from '#server/store/db/wire-port.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'

const folder = await mkdtemp(join(tmpdir(), 'flow-shared-'))
const log = makeLog('silent', true, () => {})
const database = await openDatabase(
  { databaseUrl: null, dataDir: folder },
  log,
  (why) => {
    throw new Error(why)
  },
  makeQueueTables,
)
const { pool } = database
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
await pool.query('create table note (id serial primary key, text text)')

const add = (text: string) => pool.query('insert into note (text) values ($1)', [text])
const count = async (): Promise<number> =>
  (await pool.query<{ n: number }>('select count(*)::int as n from note')).rows[0]?.n ?? -1

test('runs several queries on one connection, and returns to each its own result', async () => {
  let maxWaiting = 0
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const asked = pool.query<{ n: number }>('select $1::int as n', [index])
      maxWaiting = Math.max(maxWaiting, pool.waitingCount)
      return (await asked).rows[0]?.n
    }),
  )
  expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => index))
  // All queries share one queue entry.
  expect(maxWaiting).toBeLessThanOrEqual(1)
})

test('keeps other statements out of a transaction, and rolls back a failed one', async () => {
  const before = await count()
  const stopped = new Error('changed my mind')
  const failed = inTransaction(pool, async (client) => {
    await client.query('insert into note (text) values ($1)', ['taken back'])
    // Queries made during the transaction are processed after it.
    others.push(add('kept 1'), add('kept 2'))
    await client.query('select 1')
    throw stopped
  })
  const others: Promise<unknown>[] = []
  await expect(failed).rejects.toBe(stopped)
  await Promise.all(others)
  expect(await count()).toBe(before + 2)
})

test('reports a failed query to its caller only, and keeps the connection', async () => {
  const [bad, good] = await Promise.allSettled([pool.query('select nonsense'), pool.query('select 1 as one')])
  expect(bad.status).toBe('rejected')
  expect(good.status).toBe('fulfilled')
  expect(pool.totalCount).toBe(1)
})

test('runs a transaction despite a constant load of queries', async () => {
  const over = new AbortController()
  const crowd = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) await pool.query('select 1')
  })
  await inTransaction(pool, (client) => client.query('select 1'))
  over.abort()
  await Promise.all(crowd)
  expect(pool.idleCount).toBe(1)
})

/** Number of writes to the database thread while `work` runs. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const writes = [vi.spyOn(WirePort.prototype, '_write'), vi.spyOn(WirePort.prototype, '_writev')]
  await work()
  const total = writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const write of writes) write.mockRestore()
  return total
}

test('sends queries of the same tick in one write, without waiting for results', async () => {
  const queries = () => Promise.all(Array.from({ length: 10 }, (_, index) => pool.query('select $1::int', [index])))
  expect(await writesOf(queries)).toBe(1)
})

test('sends BEGIN together with the first statement of a transaction', async () => {
  const client = await pool.connect()
  try {
    const beginAndInsert = async () => {
      const answer = await client.query('begin')
      expect(answer.command).toBe('BEGIN')
      await client.query('insert into note (text) values ($1)', ['in a transaction'])
    }
    expect(await writesOf(beginAndInsert)).toBe(1)
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('replaces a broken connection without traces of its open transaction', async () => {
  const before = await count()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into note (text) values ($1)', ['never committed'])
  await client.query('set search_path to nowhere')
  client.release(new Error('broken'))
  expect(await count()).toBe(before)
  expect(pool.totalCount).toBe(1)
})

test('prepares a statement once for many values, unless it is planned for each of them', async () => {
  // The names of statements are limited per process: earlier tests in this one may have used them up.
  vi.resetModules()
  const fresh = await import('#server/store/db/database.ts')
  const other = await mkdtemp(join(tmpdir(), 'flow-prepared-'))
  const own = await fresh.openDatabase({ databaseUrl: null, dataDir: other }, log, () => {}, makeQueueTables)
  const text = 'select 1 as found where $1::int > 0'
  for (let value = 1; value <= 20; value += 1) {
    await own.pool.query(text, [value])
    await own.pool.query(`${text} ${planEachTime}`, [value])
  }
  const { rows } = await own.pool.query(
    `select statement, (generic_plans + custom_plans)::int as executions from pg_prepared_statements
     where starts_with(statement, $1)`,
    [text],
  )
  expect(rows).toEqual([{ statement: text, executions: 20 }])
  await own.close()
  await rm(other, { recursive: true, force: true })
})
