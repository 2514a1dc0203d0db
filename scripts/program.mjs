/** Runs other programs without a shell, so that a path with a space or a Windows drive stays one argument. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 1 when a signal ended it, 127 when it could not be started
 * @property {string} output of both streams, in order
 * @property {number} ms duration
 */

/**
 * Run a program to its end.
 * @param {string} program path or name
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, uid?: number, gid?: number }} [options]
 *   `show` passes its output on to the terminal while it runs
 * @returns {Promise<Outcome>} never rejects
 */
export function run(program, args, options = {}) {
  const { env = process.env, cwd = root, show = false, uid, gid } = options
  const start = performance.now()
  return new Promise((done) => {
    /** @type {Buffer[]} */
    const chunks = []
    /** @param {number} code */
    const end = (code) => done({ code, output: Buffer.concat(chunks).toString(), ms: performance.now() - start })
    const child = spawn(program, args, {
      env,
      cwd,
      uid,
      gid,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // A stopped test runner does not stop its workers; in a process group, all of them get the signal.
      detached: !show && hasGroups,
    })
    const untrack = trackChild(child, !show && hasGroups)
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => {
      untrack()
      chunks.push(Buffer.from(`${program}: ${error.message}\n`))
      end(127)
    })
    child.once('close', (code) => {
      untrack()
      end(code ?? 1)
    })
  })
}

/** Windows has no process groups. */
const hasGroups = process.platform !== 'win32'

/**
 * Running child processes, and whether each is the leader of a process group with its descendants.
 * @type {Map<import('node:child_process').ChildProcess, boolean>}
 */
const children = new Map()

/**
 * Ends a child process together with this program.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} [leadsGroup] it was started as the leader of a process group
 * @returns {() => void} call it when the child has ended
 */
export function trackChild(child, leadsGroup = false) {
  children.set(child, leadsGroup)
  return () => children.delete(child)
}

/** @type {(() => unknown)[]} */
const exitHandlers = []

/**
 * Registers a function that runs before this program ends because of Ctrl C or SIGTERM.
 * @param {() => unknown} handler may return a promise
 */
export function beforeSignalExit(handler) {
  exitHandlers.push(handler)
}

/** Maximum time for children to shut down: a test runner ends its browsers and services first. */
const shutdownLimitMs = 20_000
const pollMs = 100

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} leadsGroup
 * @param {NodeJS.Signals} signal
 */
async function endChild({ pid }, leadsGroup, signal) {
  if (pid === undefined) return
  const target = leadsGroup ? -pid : pid
  const limit = performance.now() + shutdownLimitMs
  /** @type {NodeJS.Signals | 0} */
  let next = signal
  while (sendSignal(target, next)) {
    await new Promise((done) => void setTimeout(done, pollMs))
    next = performance.now() < limit ? 0 : 'SIGKILL'
  }
}

/**
 * @param {number} target of `process.kill`
 * @param {NodeJS.Signals | 0} signal 0 = none, only checks whether it exists
 * @returns {boolean} whether the process existed
 */
function sendSignal(target, signal) {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

/**
 * Shut down: children first, then the registered functions.
 * @param {number} code exit code
 * @param {NodeJS.Signals} [signal] sent to the children
 */
export async function shutDown(code, signal = 'SIGTERM') {
  await Promise.allSettled([...children].map(([child, leadsGroup]) => endChild(child, leadsGroup, signal)))
  await Promise.allSettled(exitHandlers.map((handler) => handler()))
  process.exit(code)
}

/** Exit codes of shells for the signals. */
const exitCodes = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Turn signals into an orderly shutdown. */
export function endOnSignals() {
  process.once('SIGINT', () => void shutDown(exitCodes.SIGINT, 'SIGINT'))
  process.once('SIGTERM', () => void shutDown(exitCodes.SIGTERM))
  process.once('SIGHUP', () => void shutDown(exitCodes.SIGHUP))
}

/**
 * The program of an installed package, as arguments for Node.
 * @param {string} name of the package
 * @param {string} [program] its program, if it has several
 * @returns {string} path of its JavaScript file
 */
function installed(name, program = name) {
  const folder = join(root, 'node_modules', name)
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const path = typeof bin === 'string' ? bin : bin[program]
  if (path === undefined) throw new Error(`The package ${name} has no program ${program}.`)
  return join(folder, path)
}

/**
 * Run the program of an installed package with this Node.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2] & { program?: string }} [options]
 */
export function runInstalled(name, args, options = {}) {
  return run(process.execPath, [installed(name, options.program), ...args], options)
}

/**
 * Run npm. On Windows npm is a script that cannot be started without a shell, so its JavaScript is started instead.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const nodeFolder = dirname(process.execPath)
  const script = [
    process.env.npm_execpath,
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((path) => path !== undefined && /npm-cli\.[cm]?js$/.test(path) && existsSync(path))
  return script === undefined ? run('npm', args, options) : run(process.execPath, [script, ...args], options)
}

/**
 * Environment of the service's process, for glibc's allocator (ignored elsewhere): without it each thread keeps freed
 * memory in its own arena. After the sample and 6,000 runs the process uses 660 MB instead of 770 (`bench --
 * memory`).
 */
export const allocatorSettings = { MALLOC_ARENA_MAX: '2' }
