/**
 * Starts the built service for browser tests, measurements and screenshots: on its own port and folder, removed at the
 * end.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { allocatorSettings, beforeSignalExit, trackChild, root } from './program.mjs'
import { settings } from './settings.mjs'

/**
 * Maximum time of the first start while other tests use the machine; 6 s on an idle one, and more than 60 s were
 * measured under twenty times its load.
 */
const startLimit = 120_000
/** Maximum time of an orderly stop before the process is killed. */
const stopLimit = 15_000
/** Polling interval while the service starts. */
const pollMs = 100

/**
 * @typedef {object} Service
 * @property {string} url origin, without a trailing slash
 * @property {string} dataDir
 * @property {() => number} pid
 * @property {() => string} log its output since the last start
 * @property {() => string} setupCode the one-time code of the first start
 * @property {() => Promise<number>} start restarts it with the same URL and data; returns ms to the first response
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop ends the process; the data stay
 * @property {() => Promise<void>} remove ends the process and removes its data, unless the folder was given
 */

/**
 * @param {string} log output of the service
 * @returns {string} the one-time code in the printed URL
 */
function setupCodeIn(log) {
  const code = log.match(/[?#&]code=([\w.~%-]+)/)?.[1]
  if (code === undefined) throw new Error(`The service printed no setup code. Its output:\n${log}`)
  return decodeURIComponent(code)
}

/** Settings of the developer's environment must not affect tests. */
const unsetSettings = Object.fromEntries(
  settings.filter(({ value }) => value !== '').map(({ name }) => [name, undefined]),
)

/**
 * @param {{ env?: Record<string, string | undefined>, args?: readonly string[], dataDir?: string, port?: number, program?: readonly string[] }} [options]
 *   `program`: arguments for Node instead of the built service
 * @returns {Promise<Service & { startMs: number }>} `startMs` from spawn to the first response
 */
export async function startService(options = {}) {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'service-'))
  const url = `http://127.0.0.1:${port}`
  const program = options.program ?? ['--enable-source-maps', join(root, 'dist/server/main.mjs')]
  const args = [...program, ...(options.args ?? [])]
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production', ...options.env }
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let output = ''

  const start = async () => {
    const startedAt = performance.now()
    const started = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...allocatorSettings, ...process.env, ...unsetSettings, ...env },
    })
    child = started
    output = ''
    started.once('exit', trackChild(started))
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    await waitUntilReady(url, started, () => output)
    return performance.now() - startedAt
  }
  /** @param {NodeJS.Signals} [signal] */
  const stop = async (signal = 'SIGTERM') => {
    if (child === undefined || hasEnded(child)) return
    const running = child
    const ended = new Promise((done) => void running.once('exit', done))
    const killTimer = setTimeout(() => running.kill('SIGKILL'), stopLimit)
    running.kill(signal)
    await ended
    clearTimeout(killTimer)
  }
  const remove = async () => {
    await stop()
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  beforeSignalExit(remove)
  process.once('exit', () => child?.kill('SIGKILL'))
  const startMs = await start().catch(async (error) => {
    await stop('SIGKILL')
    await remove()
    throw error
  })
  const log = () => output
  return {
    url,
    dataDir,
    startMs,
    pid: () => child?.pid ?? 0,
    log,
    setupCode: () => setupCodeIn(output),
    start,
    stop,
    remove,
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 */
async function waitUntilReady(url, child, output) {
  const limit = performance.now() + startLimit
  for (;;) {
    if (hasEnded(child)) throw new Error(`The service ended with code ${child.exitCode}:\n${output()}`)
    if (performance.now() > limit)
      throw new Error(`The service did not respond in ${startLimit / 1000} s:\n${output()}`)
    // A refused connection (not listening yet) and a 503 (starting) both mean "retry". A proxy in front of a foreign
    // service forwards the response of that service to an unknown path.
    const response = await fetch(`${url}/api/setup/`).catch(() => undefined)
    await response?.body?.cancel()
    if (response !== undefined && response.status !== 503) return
    await new Promise((done) => void setTimeout(done, pollMs))
  }
}
