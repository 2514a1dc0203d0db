/**
 * The embedded database, in a thread of its own: it gets and gives bytes of the Postgres protocol (wire-port.ts).
 * Plain JavaScript, because a thread cannot be started from TypeScript on every Node that we support.
 */
import { closeSync, constants, cpSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { extensions } from './pglite-extensions.mjs'

const port = parentPort
if (!port) throw new Error('This file is a worker; the service starts it.')

/**
 * What a Postgres of one session needs in place of what one of a hundred needs. The memory of a WebAssembly grows and never
 * shrinks, and the shared buffers are all touched at the start: 128 MB of them, as initdb writes, are 100 MB more of the process.
 * What falls out of them stays in the file cache of the system.
 */
const memory = { shared_buffers: '32MB', maintenance_work_mem: '16MB' }

/** A commit syncs the log with `fdatasync` by default, which in PGlite does nothing; its `fsync` is ours (below). */
const durability = { wal_sync_method: 'fsync' }

/** PGlite's own start parameters without `-F`: with it, nothing would be synced before a commit is acknowledged. */
const startParams = [
  ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
  ...Object.entries({ ...memory, ...durability }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * PGlite on a folder, with a real fsync. Its file system has none (emscripten's NODEFS leaves `fsync` out, so that the
 * call succeeds without doing anything), and a power cut would lose what was acknowledged.
 */
class DurableFS extends NodeFS {
  /**
   * @param {any} pg
   * @param {any} options
   * @override
   */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    /** @param {any} module */
    const durable = (module) => {
      /** @param {any} stream */
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd)
        else syncFolder(module.NODEFS.realPath(stream.node))
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), durable] } }
  }
}

/** @param {string} path */
function syncFolder(path) {
  // Windows cannot open a folder, and writes its entries through by itself.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * What went wrong, in words. The file system of the embedded database throws objects that are no errors, with its own numbers.
 * @param {any} error
 */
function wordsOf(error) {
  if (error instanceof Error) return error.message
  if (typeof error?.errno !== 'number') return String(error)
  return error.errno === noSpace ? 'No space left on device' : `file error ${error.errno}`
}

/** ENOSPC of the WASI numbers. */
const noSpace = 51

/** @returns {Promise<PGlite>} */
async function open() {
  const { folder, template, isTemplate } = workerData
  // What can be made anew is written through when it pleases the disk.
  if (isTemplate) return PGlite.create({ fs: new NodeFS(folder), extensions })
  // Files are copied as files: unpacked by the database itself they take four times as long.
  if (template !== null && !existsSync(join(folder, 'PG_VERSION')))
    cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return PGlite.create({ fs: new DurableFS(folder), startParams, extensions, pgliteWasmModule: workerData.wasm })
}

/**
 * Answers bytes with bytes that can be handed over. PGlite's own `execProtocolRaw` also reads every message of the answer,
 * which only its other ways of asking need, except for the first message of a connection, which begins with 0.
 * @param {PGlite} database
 * @param {Uint8Array} message
 */
async function ask(database, message) {
  if (message[0] === 0) return (await database.execProtocolRaw(message)).slice()
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = []
  await database.execProtocolRawStream(message, { onRawData: (bytes) => void parts.push(bytes.slice()) })
  const [first] = parts
  if (first && parts.length === 1) return first
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const database = await open().catch((error) => {
  port.postMessage({ failed: wordsOf(error) })
  return null
})

if (database) {
  // One message after the other: the database is one session, and answers must leave in the order of the questions.
  let last = Promise.resolve()
  /** @param {Uint8Array | {do: 'close' | 'ping'} | {do: 'reset', number: number}} message */
  const answer = async (message) => {
    if (message instanceof Uint8Array) {
      const own = await ask(database, message)
      port.postMessage(own, [own.buffer])
      return
    }
    if (message.do === 'ping') port.postMessage({ pong: true })
    if (message.do === 'reset') {
      // A connection that broke may have left a transaction or named statements behind.
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
      port.postMessage({ reset: message.number })
    }
    if (message.do === 'close') {
      await database.close()
      port.postMessage({ closed: true })
      port.close()
    }
  }
  port.on('message', (message) => {
    last = last.then(() => answer(message)).catch((error) => port.postMessage({ failed: wordsOf(error) }))
  })
  port.postMessage({ ready: true })
}
