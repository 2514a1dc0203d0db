/** Runs other programs without a shell, so that a path with a space or a Windows drive stays one argument. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 1 when a signal ended it, 127 when it could not be started
 * @property {string} output what it wrote to both streams, in order
 * @property {number} ms how long it took
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
    const child = spawn(program, args, { env, cwd, uid, gid, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    const letGo = follow(child)
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => {
      letGo()
      chunks.push(Buffer.from(`${program}: ${error.message}\n`))
      end(127)
    })
    child.once('close', (code) => {
      letGo()
      end(code ?? 1)
    })
  })
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/**
 * What this program started ends with it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} call it when the child has ended
 */
export function follow(child) {
  children.add(child)
  return () => children.delete(child)
}

/** @type {(() => unknown)[]} */
const farewells = []

/**
 * Do something before this program ends because of Ctrl C or SIGTERM.
 * @param {() => unknown} farewell may return a promise
 */
export function beforeSignalEnds(farewell) {
  farewells.push(farewell)
}

/**
 * End in order: children first, then the farewells.
 * @param {number} code exit code
 * @param {NodeJS.Signals} [signal] what the children are told
 */
export async function leave(code, signal = 'SIGTERM') {
  for (const child of children) child.kill(signal)
  await Promise.allSettled(farewells.map((farewell) => farewell()))
  process.exit(code)
}

/** Exit codes that shells know for the signals. */
const codes = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })

/** Turn signals into an orderly end. */
export function endOnSignals() {
  process.once('SIGINT', () => void leave(codes.SIGINT, 'SIGINT'))
  process.once('SIGTERM', () => void leave(codes.SIGTERM))
  process.once('SIGHUP', () => void leave(codes.SIGHUP))
}

/**
 * The program that an installed package brings, as arguments for Node.
 * @param {string} name of the package
 * @param {string} [program] its program, where it has several
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
  const beside = dirname(process.execPath)
  const script = [
    process.env.npm_execpath,
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((path) => path !== undefined && /npm-cli\.[cm]?js$/.test(path) && existsSync(path))
  return script === undefined ? run('npm', args, options) : run(process.execPath, [script, ...args], options)
}
