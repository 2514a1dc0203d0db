/** Starts the embedded database in its thread, watches it, and closes it. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { StartError } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { root } from '#server/base/installation.ts'
import { fillTemplate, templateMark, type MakeQueueTables } from './database-template.ts'
import { watchPings } from './ping-watch.ts'
import type { Wire } from './wire-port.ts'

/** The thread answers a ping after all that was asked before; a single statement longer than this is a thread that hangs. */
const hangsAfterMs = 60_000

const Sign = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ closed: z.literal(true) }),
  z.object({ pong: z.literal(true) }),
  z.object({ reset: z.int() }),
  z.object({ failed: z.string() }),
])
type Sign = z.infer<typeof Sign>

export interface Embedded {
  wire: Wire
  /** Ends what an earlier connection left open; answers to it are dropped. Before each new connection. */
  reset(): void
  close(): Promise<void>
}

/** What to do when the thread hangs or dies: nothing can be served any more, and a new process recovers from the log. */
export type OnLost = (why: string) => void

/** The folder of a database without rows: copying it is quicker than making one. Kept where installed packages keep theirs. */
const templatePath = join(root, 'node_modules/.cache/flow-console', `pglite-${templateMark()}`)

const workerUrl = new URL('./pglite-worker.mjs', import.meta.url)

/** The database's program, compiled: each thread of this process that opens one takes the same. */
let compiled: Promise<WebAssembly.Module> | null = null

function program(): Promise<WebAssembly.Module> {
  compiled ??= readFile(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
  ).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** The first sign of a thread, or why there is none. */
function firstSign(worker: Worker, wanted: (sign: Sign) => boolean): Promise<Sign> {
  return new Promise((done, fail) => {
    worker.on('message', (message: unknown) => {
      const sign = Sign.safeParse(message)
      if (!sign.success) return
      if ('failed' in sign.data) fail(new Error(sign.data.failed))
      else if (wanted(sign.data)) done(sign.data)
    })
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`The thread of the database ended (${code}).`)))
  })
}

/** Bytes to and from a thread that nobody watches. */
function wireOf(worker: Worker): Wire {
  const wire: Wire = { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), listener: null }
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array)
      wire.listener?.(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
  })
  return wire
}

/** Not for us to write to, or full: an installation without a template is slower at first starts, and no worse otherwise. */
const noPlace: ReadonlySet<unknown> = new Set(['EACCES', 'EROFS', 'ENOSPC'])
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Makes the template once per installation; without a writable place the database is made the slow way. */
export async function makeTemplate(makeQueueTables: MakeQueueTables): Promise<string | null> {
  if (existsSync(templatePath)) return templatePath
  // Two first starts at once each make their own; the first one in place stays.
  const own = `${templatePath}.${process.pid}`
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (noPlace.has(codeOf(error))) return null
    throw error
  }
  const worker = new Worker(workerUrl, { workerData: { folder: own, template: null, isTemplate: true } })
  try {
    await firstSign(worker, (sign) => 'ready' in sign)
    await fillTemplate(wireOf(worker), makeQueueTables)
    const closed = firstSign(worker, (sign) => 'closed' in sign)
    worker.postMessage({ do: 'close' })
    await closed
    try {
      renameSync(own, templatePath)
    } catch (error) {
      if (!existsSync(templatePath)) throw error
    }
    return templatePath
  } finally {
    await worker.terminate()
    rmSync(own, { recursive: true, force: true })
  }
}

const mendIt = 'Nothing was changed. Restore a backup into an empty DATA_DIR, or replace the folder with a copy.'

/** Lies beside the folder until it is whole: a first start that was ended hard is begun anew. */
const makingOf = (folder: string): string => `${folder}.making`

/** Whether the database is to be made. A folder with something in it is never made anew unless its making was not finished. */
function isToBeMade(folder: string): boolean {
  if (existsSync(makingOf(folder))) rmSync(folder, { recursive: true, force: true })
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true
  if (existsSync(join(folder, 'PG_VERSION'))) return false
  throw new StartError(`The database in ${folder} is damaged: PG_VERSION is missing.\n${mendIt}`)
}

/** Marks the folder as whole, on the disk as well: the mark that stayed after a power cut would cost all that came later. */
function markMade(folder: string): void {
  rmSync(makingOf(folder), { force: true })
  // Windows cannot open a folder, and writes its entries through by itself.
  if (process.platform === 'win32') return
  const parent = openSync(dirname(folder), 'r')
  try {
    fsyncSync(parent)
  } finally {
    closeSync(parent)
  }
}

/** Opens the database in `folder`, making it where there is none. A damaged folder is refused and left as it is. */
export async function openEmbedded(
  folder: string,
  log: Log,
  onLost: OnLost,
  makeQueueTables: MakeQueueTables,
  deadlineMs = hangsAfterMs,
): Promise<Embedded> {
  const fresh = isToBeMade(folder)
  if (fresh) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(makingOf(folder), '')
  }
  const template = fresh ? await makeTemplate(makeQueueTables) : null
  const worker = new Worker(workerUrl, { workerData: { folder, template, isTemplate: false, wasm: await program() } })
  await firstSign(worker, (sign) => 'ready' in sign).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(
      fresh
        ? `The database could not be created in ${folder}: ${words}`
        : `The database in ${folder} could not be opened: ${words}\n${mendIt}`,
    )
  })
  if (fresh) markMade(folder)
  // By name: without a name, Node's own listener that keeps the port open would go as well.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  return watch(worker, log, onLost, deadlineMs)
}

function watch(worker: Worker, log: Log, onLost: OnLost, deadlineMs: number): Embedded {
  const wire: Wire = { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), listener: null }
  let closing = false
  let resets = 0
  let resetsSeen = 0
  const lose = (why: string) => {
    if (closing) return
    closing = true
    pings.stop()
    log.error('database lost', { why })
    onLost(why)
  }
  const pings = watchPings(
    deadlineMs,
    () => worker.postMessage({ do: 'ping' }),
    () => {
      void worker.terminate()
      lose(`The thread of the embedded database did not respond for ${Math.round(deadlineMs / 1000)} s.`)
    },
  )
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array) {
      if (resetsSeen === resets) wire.listener?.(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
      return
    }
    const sign = Sign.parse(message)
    if ('pong' in sign) pings.answered()
    if ('reset' in sign) resetsSeen = sign.reset
    if ('failed' in sign) lose(sign.failed)
  })
  worker.on('error', (error) => lose(error.message))
  worker.on('exit', (code) => lose(`The thread of the embedded database ended (${code}).`))
  return {
    wire,
    reset: () => {
      resets += 1
      worker.postMessage({ do: 'reset', number: resets })
    },
    close: async () => {
      closing = true
      pings.stop()
      const ended = new Promise<void>((done) => void worker.once('exit', () => done()))
      worker.postMessage({ do: 'close' })
      await ended
    },
  }
}
