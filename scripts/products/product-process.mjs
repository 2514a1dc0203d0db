/** A running product: its processes as one group, its folder, and its end. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeSignalExit } from '#scripts/program.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { StepFailed } from '#scripts/step.mjs'

/** Maximum time of a start on a busy machine; n8n takes 40 s on an idle one. */
const startLimit = 240_000
const pollMs = 200
/** Characters of the output to keep, for the message of a failed start. */
const keptOutput = 8000

/** Windows has no process groups. */
const hasGroups = process.platform !== 'win32'

/** Variables of this environment that would change what a product does. */
const foreignSettings = /^(N8N|DB|NODE|NODE_RED|WEBHOOK|EXECUTIONS|QUEUE|API|PORT|HOST)(_|$)/

/** @returns {NodeJS.ProcessEnv} the environment without settings of products and of Node */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreignSettings.test(name)))
}

/** @param {number} ms */
const sleep = (ms) => new Promise((done) => void setTimeout(done, ms))

/**
 * @param {() => Promise<boolean>} check
 * @param {() => string | undefined} problem a reason to stop waiting
 */
async function waitUntil(check, problem) {
  const limit = performance.now() + startLimit
  while (!(await check().catch(() => false))) {
    const reason = problem() ?? (performance.now() > limit ? `did not respond in ${startLimit / 1000} s` : undefined)
    if (reason !== undefined) throw new Error(reason)
    await sleep(pollMs)
  }
}

/**
 * @typedef {object} Place
 * @property {string} folder new, for its data
 * @property {number} port of 127.0.0.1
 * @property {string} url origin, without a trailing slash
 */

/**
 * The folder and the port of a product that is about to start.
 * @param {string} name
 * @param {number} [wantedPort] a free one, if not given
 * @returns {Promise<Place>}
 * @throws {StepFailed} when another program listens on the port
 */
export async function productPlace(name, wantedPort) {
  const port = wantedPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  // Otherwise the other program's answers would be taken for those of the product.
  const isUsed = await fetch(url).then(
    () => true,
    () => false,
  )
  if (isUsed) throw new StepFailed(`Another program listens on port ${port}. Choose another with --port.`)
  return { folder: mkdtempSync(join(tmpdir(), `${name}-`)), port, url }
}

/**
 * Starts a product and waits until it is ready.
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.folder its data, removed at the end
 * @param {import('./install.mjs').InstalledProduct} options.installed
 * @param {readonly string[]} options.args
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {() => Promise<boolean>} options.isReady a rejection means "not yet"
 * @returns {Promise<() => Promise<void>>} ends all its processes and removes its folder
 * @throws {StepFailed} when it ends or is silent
 */
export async function startProduct({ name, folder, installed, args, env = {}, isReady }) {
  const child = spawn(installed.node, [installed.program, ...args], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // n8n starts processes of its own; a group ends with all of them.
    detached: hasGroups,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-keptOutput)))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise((done) => void child.once('exit', done))
  // Killed, because its data are removed: n8n takes up to 30 s for an orderly end.
  const killAll = () => {
    try {
      if (child.pid !== undefined) process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
  }
  // Last resort: a test run that ends without calling `stop`.
  process.once('exit', killAll)
  const stop = async () => {
    killAll()
    if (child.pid !== undefined) await ended
    process.off('exit', killAll)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  child.once('error', (error) => (output += error.message))
  beforeSignalExit(stop)
  try {
    await waitUntil(isReady, () =>
      hasEnded() || child.pid === undefined ? `ended with code ${child.exitCode}` : undefined,
    )
  } catch (error) {
    await stop()
    throw new StepFailed(
      `${name} ${error instanceof Error ? error.message : String(error)}. Its last output is above.`,
      output,
    )
  }
  return stop
}
