/**
 * The embedded database in a worker thread, which exchanges bytes of the Postgres protocol (wire-port.ts). Plain
 * JavaScript, because a thread cannot be started from TypeScript on every Node that we support.
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
 * Memory settings for one session instead of a hundred. WebAssembly memory never shrinks, and all shared buffers are
 * touched at the start: initdb's 128 MB would add 100 MB to the process. Evicted pages stay in the file cache of the
 * system.
 */
const memory = { shared_buffers: '32MB', maintenance_work_mem: '16MB' }

/** By default a commit syncs the log with `fdatasync`, which does nothing in PGlite; `fsync` is implemented below. */
const durability = { wal_sync_method: 'fsync' }

/** PGlite's start parameters without `-F`, with which nothing would be synced before a commit is acknowledged. */
const startParams = [
  ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
  ...Object.entries({ ...memory, ...durability }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * PGlite on a folder, with a real fsync. Its file system has none (emscripten's NODEFS leaves `fsync` out, so that the
 * call succeeds without doing anything), and a power cut would lose acknowledged writes.
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
  // Windows cannot open a folder, and writes its entries through automatically.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Message of an error. The file system of the embedded database throws objects that are not errors, with their own
 * codes.
 * @param {any} error
 */
function wordsOf(error) {
  if (error instanceof Error) return error.message
  if (typeof error?.errno !== 'number') return String(error)
  return error.errno === noSpace ? 'No space left on device' : `file error ${error.errno}`
}

/** ENOSPC as a WASI error number. */
const noSpace = 51

/** @returns {Promise<PGlite>} */
async function open() {
  const { folder, template, isTemplate } = workerData
  // A template can be created again, so it needs no sync.
  if (isTemplate) return PGlite.create({ fs: new NodeFS(folder), extensions })
  // Copied as files: unpacking by the database takes four times as long.
  if (template !== null && !existsSync(join(folder, 'PG_VERSION')))
    cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return PGlite.create({ fs: new DurableFS(folder), startParams, extensions, pgliteWasmModule: workerData.wasm })
}

/**
 * Executes protocol bytes and returns transferable bytes. PGlite's `execProtocolRaw` also parses every response
 * message, which is only needed for its other APIs, and for the first message of a connection, which begins with 0.
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
  // Sequential: the database is one session, and responses must be in the order of the requests.
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
      // A broken connection may have left a transaction or prepared statements.
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
