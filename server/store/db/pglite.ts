/** Starts, watches and closes the embedded database's thread. */
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
import { fillTemplate, templateHash, type MakeQueueTables } from './database-template.ts'
import { watchPings } from './ping-watch.ts'
import type { Wire } from './wire-port.ts'

/** The thread answers a ping after all earlier requests; a single statement that takes longer counts as a hang. */
const hangTimeoutMs = 60_000

const ThreadMessage = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ closed: z.literal(true) }),
  z.object({ pong: z.literal(true) }),
  z.object({ reset: z.int() }),
  z.object({ failed: z.string() }),
])
type ThreadMessage = z.infer<typeof ThreadMessage>

export interface EmbeddedDatabase {
  wire: Wire
  /** Ends transactions of an earlier connection and drops its responses. To be called before each new connection. */
  reset(): void
  close(): Promise<void>
}

/** Called if the thread hangs or dies: the process can no longer serve, and a new one recovers from the log. */
export type OnLost = (why: string) => void

/**
 * Folder of the template database, stored in the cache folder of installed packages: copying is faster than creating.
 */
const templatePath = join(root, 'node_modules/.cache/flow-console', `pglite-${templateHash()}`)

const workerUrl = new URL('./pglite-worker.mjs', import.meta.url)

/** The compiled WebAssembly module, shared by all threads of this process. */
let compiled: Promise<WebAssembly.Module> | null = null

function compileWasm(): Promise<WebAssembly.Module> {
  compiled ??= readFile(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
  ).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** Waits for the first message of a thread; rejects if it fails. */
function firstMessage(worker: Worker, wanted: (threadMessage: ThreadMessage) => boolean): Promise<ThreadMessage> {
  return new Promise((done, fail) => {
    worker.on('message', (message: unknown) => {
      const threadMessage = ThreadMessage.safeParse(message)
      if (!threadMessage.success) return
      if ('failed' in threadMessage.data) fail(new Error(threadMessage.data.failed))
      else if (wanted(threadMessage.data)) done(threadMessage.data)
    })
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`The thread of the database ended (${code}).`)))
  })
}

/** A wire to a thread without monitoring. */
function wireOf(worker: Worker): Wire {
  const wire: Wire = { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), listener: null }
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array)
      wire.listener?.(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
  })
  return wire
}

/** Errors for which the template is skipped: first starts are then slower. */
const unwritableCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EROFS', 'ENOSPC'])
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Creates the template once per installation; null if there is no writable place. */
export async function makeTemplate(makeQueueTables: MakeQueueTables): Promise<string | null> {
  if (existsSync(templatePath)) return templatePath
  // Concurrent first starts each create their own; the first one moved into place is kept.
  const ownPath = `${templatePath}.${process.pid}`
  try {
    mkdirSync(ownPath, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (unwritableCodes.has(codeOf(error))) return null
    throw error
  }
  const worker = new Worker(workerUrl, { workerData: { folder: ownPath, template: null, isTemplate: true } })
  try {
    await firstMessage(worker, (threadMessage) => 'ready' in threadMessage)
    await fillTemplate(wireOf(worker), makeQueueTables)
    const closed = firstMessage(worker, (threadMessage) => 'closed' in threadMessage)
    worker.postMessage({ do: 'close' })
    await closed
    try {
      renameSync(ownPath, templatePath)
    } catch (error) {
      if (!existsSync(templatePath)) throw error
    }
    return templatePath
  } finally {
    await worker.terminate()
    rmSync(ownPath, { recursive: true, force: true })
  }
}

const damagedRemedy = 'Nothing was changed. Restore a backup into an empty DATA_DIR, or replace the folder with a copy.'

/** Marker beside the folder until it is complete: an interrupted first start is begun again. */
const markerPath = (folder: string): string => `${folder}.making`

/** Whether to create the database. A non-empty folder is only recreated if its creation was interrupted. */
function needsCreation(folder: string): boolean {
  if (existsSync(markerPath(folder))) rmSync(folder, { recursive: true, force: true })
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true
  if (existsSync(join(folder, 'PG_VERSION'))) return false
  throw new StartError(`The database in ${folder} is damaged: PG_VERSION is missing.\n${damagedRemedy}`)
}

/** Removes the marker, durably: a marker that reappears after a power cut would cause later data to be deleted. */
function removeMarker(folder: string): void {
  rmSync(markerPath(folder), { force: true })
  // Windows cannot open a folder, and writes its entries through automatically.
  if (process.platform === 'win32') return
  const parent = openSync(dirname(folder), 'r')
  try {
    fsyncSync(parent)
  } finally {
    closeSync(parent)
  }
}

/** Opens the database in `folder`, creating it if necessary. A damaged folder is refused and not changed. */
export async function openEmbedded(
  folder: string,
  log: Log,
  onLost: OnLost,
  makeQueueTables: MakeQueueTables,
  deadlineMs = hangTimeoutMs,
): Promise<EmbeddedDatabase> {
  const isNew = needsCreation(folder)
  if (isNew) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(markerPath(folder), '')
  }
  const template = isNew ? await makeTemplate(makeQueueTables) : null
  const worker = new Worker(workerUrl, {
    workerData: { folder, template, isTemplate: false, wasm: await compileWasm() },
  })
  await firstMessage(worker, (threadMessage) => 'ready' in threadMessage).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(
      isNew
        ? `The database could not be created in ${folder}: ${words}`
        : `The database in ${folder} could not be opened: ${words}\n${damagedRemedy}`,
    )
  })
  if (isNew) removeMarker(folder)
  // By event name: removing all listeners would also remove Node's own, which keeps the port open.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  return watchThread(worker, log, onLost, deadlineMs)
}

function watchThread(worker: Worker, log: Log, onLost: OnLost, deadlineMs: number): EmbeddedDatabase {
  const wire: Wire = { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), listener: null }
  let closing = false
  let resets = 0
  let confirmedResets = 0
  const onFailure = (why: string) => {
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
      onFailure(`The thread of the embedded database did not respond for ${Math.round(deadlineMs / 1000)} s.`)
    },
  )
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array) {
      if (confirmedResets === resets)
        wire.listener?.(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
      return
    }
    const threadMessage = ThreadMessage.parse(message)
    if ('pong' in threadMessage) pings.onPong()
    if ('reset' in threadMessage) confirmedResets = threadMessage.reset
    if ('failed' in threadMessage) onFailure(threadMessage.failed)
  })
  worker.on('error', (error) => onFailure(error.message))
  worker.on('exit', (code) => onFailure(`The thread of the embedded database ended (${code}).`))
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
