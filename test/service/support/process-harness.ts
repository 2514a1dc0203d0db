/** The built service as processes: starts, requests, signals. Remaining processes are killed after the file. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { password } from './harness.ts'

const root = join(import.meta.dirname, '../../..')
export const secretKey = 'only for tests, long enough to be one'
const running = new Set<ChildProcess>()

const postgres = process.env['TEST_DATABASE_URL']
/**
 * Databases of the process tests. Testing both takes twice as long, so with a Postgres the embedded one is tested with
 * `-- --all` only.
 */
export const processDatabases: readonly { kind: 'embedded' | 'Postgres'; tags: string[] }[] = [
  { kind: 'embedded', tags: postgres ? ['all'] : [] },
  ...(postgres ? [{ kind: 'Postgres' as const, tags: [] }] : []),
]

/**
 * The embedded database is a WebAssembly program of several megabytes. A short-lived process needs half of the CPU time
 * without optimizing it.
 */
const nodeArguments = ['--liftoff-only']

/** Creates a data folder for the tests of a file, and removes it afterwards. */
export async function processFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flow-process-'))
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

interface ProcessExit {
  code: number | null
  output: string
}

export interface RunningProcess {
  url: string
  output: () => string
  kill(signal: NodeJS.Signals): void
  ended: Promise<ProcessExit>
}

export function launch(file: string, args: string[], env: Record<string, string>): Omit<RunningProcess, 'url'> {
  const child = spawn(process.execPath, [...nodeArguments, join(root, 'dist/server', file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<ProcessExit>((done) => {
    child.once('close', (code) => {
      running.delete(child)
      done({ code, output })
    })
  })
  return { output: () => output, kill: (signal) => void child.kill(signal), ended }
}

/** Starts the service, and waits until it has printed its address. */
export async function start(env: Record<string, string>): Promise<RunningProcess> {
  const port = await freePort()
  const service = launch('main.mjs', [], { PORT: String(port), ...env })
  const url = `http://127.0.0.1:${port}`
  let hasEnded = false
  service.ended.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  )
  while (!service.output().includes('Data ')) {
    if (hasEnded) throw new Error(service.output())
    await new Promise((done) => void setTimeout(done, 50))
  }
  return { url, ...service }
}

export const command = (args: string[], env: Record<string, string>) => launch('command.mjs', args, env).ended

export const post = (url: string, path: string, body: unknown) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

/** Signs in; resolves to a function that sends requests with that session. */
export async function signInToProcess({ url }: Pick<RunningProcess, 'url'>, email: string) {
  const session = await post(url, '/session/', { email, password })
  expect(session.status).toBe(201)
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  return (method: string, path: string, body?: unknown) =>
    fetch(`${url}/api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}
