/**
 * A private Postgres for tests and measurements: in a temporary folder, on a free port, removed at the end.
 * TEST_DATABASE_URL names a running one; PG_BIN_DIR a folder with `initdb` and `postgres`.
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.mjs'
import { beforeSignalExit, trackChild, run } from './program.mjs'

/** Maximum start time on a busy machine; it takes 0.8 s on an idle one. */
const startLimit = 60_000

/** @typedef {{ url: string, stop: () => Promise<void> }} Postgres */

/** There is no Postgres and none can be installed; the message has the remedy. */
export class NoPostgres extends Error {}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** @param {string} folder */
const hasPrograms = (folder) =>
  existsSync(join(folder, `initdb${suffix}`)) && existsSync(join(folder, `postgres${suffix}`))

/** @returns {string | undefined} folder of the newest Postgres programs on this machine */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return [
    process.env.PG_BIN_DIR ?? '',
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ].find((folder) => folder !== '' && hasPrograms(folder))
}

const isRoot = () => process.getuid?.() === 0

/** Installs Debian's package, if possible. */
async function installPrograms() {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('  installing PostgreSQL from the system’s packages …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env })
  if (code !== 0) throw new NoPostgres(`apt-get install postgresql failed:\n${output.trimEnd().slice(-2000)}`)
  return findPrograms()
}

/**
 * Postgres refuses to run as root; Debian's package creates a user for it.
 * @returns {{ uid?: number, gid?: number }}
 */
function processUser() {
  if (!isRoot()) return {}
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (line === null) throw new NoPostgres('Postgres does not run as root, and there is no user postgres to run it as.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<void>} when it accepts connections
 */
function waitUntilReady(server) {
  return new Promise((done, fail) => {
    let output = ''
    const timeout = setTimeout(() => fail(new NoPostgres(`Postgres did not start:\n${output}`)), startLimit)
    server.stderr?.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-4000)
      if (!output.includes('ready to accept connections')) return
      clearTimeout(timeout)
      done()
    })
    server.once('exit', (code) => {
      clearTimeout(timeout)
      fail(new NoPostgres(`Postgres ended with code ${code} before it was ready:\n${output}`))
    })
  })
}

/**
 * Start a private Postgres, or use that of TEST_DATABASE_URL. Close every connection before `stop`.
 * @param {{ own?: boolean }} [options] `own`: a private one in any case
 * @returns {Promise<Postgres>} `url` names a user who may create databases
 * @throws {NoPostgres} when there is none and none can be installed
 */
export async function startPostgres({ own = false } = {}) {
  const given = own ? undefined : process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} }
  const programs = findPrograms() ?? (await installPrograms())
  if (programs === undefined)
    throw new NoPostgres(
      'Postgres is not installed on this machine. Install it (Debian: apt-get install postgresql), or set PG_BIN_DIR to its folder or TEST_DATABASE_URL to a running one.',
    )
  const user = processUser()
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    const data = join(folder, 'data')
    const initResult = await run(
      join(programs, `initdb${suffix}`),
      ['-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...user, cwd: folder },
    )
    if (initResult.code !== 0) throw new NoPostgres(`initdb failed:\n${initResult.output}`)
    const port = await freePort()
    const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200']
    const server = spawn(
      join(programs, `postgres${suffix}`),
      ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const untrack = trackChild(server)
    const ended = new Promise((done) => void server.once('exit', done))
    // Last resort: a test run that ends without calling `stop` kills its database, if possible.
    process.once('exit', () => {
      if (server.exitCode === null && server.kill('SIGQUIT')) removeFolder()
    })
    const stop = async () => {
      if (server.exitCode === null) server.kill('SIGINT')
      await ended
      untrack()
      removeFolder()
    }
    beforeSignalExit(stop)
    await waitUntilReady(server)
    return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    removeFolder()
    throw error
  }
}
