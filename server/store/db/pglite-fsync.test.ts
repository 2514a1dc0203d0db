/** Internals of PGlite's file system that pglite-worker.mjs replaces: new versions of PGlite must pass this. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Wire, WirePort } from './wire-port.ts'

/** The database thread, with counted calls of fsync. */
const countingWorker = `
  const { workerData } = require('node:worker_threads')
  const fs = require('node:fs')
  const { fsyncSync } = fs
  fs.fsyncSync = (file) => {
    Atomics.add(workerData.count, 0, 1)
    fsyncSync(file)
  }
  require('node:module').syncBuiltinESMExports()
  import(workerData.url)
`

const folder = mkdtempSync(join(tmpdir(), 'pglite-fsync-'))
const count = new Int32Array(new SharedArrayBuffer(4))
const url = new URL('./pglite-worker.mjs', import.meta.url).href
const worker = new Worker(countingWorker, {
  eval: true,
  workerData: { folder: join(folder, 'database'), template: null, isTemplate: false, wasm: undefined, count, url },
})
const wire: Wire = { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), listener: null }
const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => new WirePort(wire) })

beforeAll(async () => {
  const first: unknown = await new Promise((done, fail) => {
    worker.once('message', done)
    worker.once('error', fail)
  })
  if (!isDeepStrictEqual(first, { ready: true })) throw new Error(`The database did not open: ${JSON.stringify(first)}`)
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array) wire.listener?.(Buffer.from(message))
  })
  await client.connect()
  await client.query('create table note (text text)')
})
afterAll(async () => {
  await worker.terminate()
  rmSync(folder, { recursive: true, force: true })
})

async function syncsOf(statement: string): Promise<number> {
  const before = Atomics.load(count, 0)
  await client.query(statement)
  return Atomics.load(count, 0) - before
}

test('PGlite applies the start parameters for fsync and for the memory of one session', async () => {
  const { rows } = await client.query<{ fsync: string; buffers: string }>(
    `select current_setting('fsync') as fsync, current_setting('shared_buffers') as buffers`,
  )
  expect(rows).toEqual([{ fsync: 'on', buffers: '32MB' }])
})

test('a checkpoint syncs files', async () => {
  await client.query(`insert into note values ('one')`)
  expect(await syncsOf('checkpoint')).toBeGreaterThan(1)
})

test('a commit syncs the log', async () => {
  expect(await syncsOf(`insert into note values ('two')`)).toBeGreaterThan(0)
})
