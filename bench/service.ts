/** Requests per second for 25 of 100,000 flows beside a naive route, memory and start times, on both databases. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { startPostgres } from '#scripts/postgres.mjs'
import { run } from '#scripts/program.mjs'
import { startService } from '#scripts/service.mjs'
import { bench, sized, type Report } from './harness.ts'
import { load } from './load.ts'

const flows = sized(100_000, 200)
const clients = 32
/** Seconds of one measurement; the first of each process is not counted. */
const seconds = { warmUp: sized(2, 0.2), counted: sized(4, 0.5) }
/** Rounds in which the naive route and the service alternate. */
const rounds = sized(2, 1)

/** Minimum requests per second relative to the naive route in the same run. */
const ratios = { postgres: 1.4, pglite: 1.9 } as const
/** Maximum MB of one process. */
const memory = { postgres: 250, pglite: 600 } as const
/** Maximum milliseconds from spawn to the first response. */
const starts = { first: 6000, warm: 2000 } as const

type Kind = keyof typeof ratios
type Env = Record<string, string>

const root = join(import.meta.dirname, '..')

async function command(env: Env, ...args: string[]): Promise<string> {
  const { code, output } = await run(process.execPath, [join(root, 'dist/server/command.mjs'), ...args], {
    env: { ...process.env, ...env },
  })
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
  return output.trim().split('\n').at(-1) ?? ''
}

/** Resident memory of a process in MB; 0 if the system does not report it. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function measure(url: string, key: string): Promise<number> {
  const headers = { authorization: `Token ${key}` }
  await load(`${url}/api/flow/`, headers, clients, seconds.warmUp)
  const { perSecond, failed } = await load(`${url}/api/flow/`, headers, clients, seconds.counted)
  if (failed > 0) throw new Error(`${failed} requests failed.`)
  return perSecond
}

async function naive(env: Env, key: string): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench/naive-service.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
  })
  const ended = new Promise<void>((done) => void child.once('exit', () => done()))
  const url = `http://127.0.0.1:${port}`
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`${url}/api/setup/`).catch(() => null)
      if (answer?.ok) break
      if (tries > 300 || child.exitCode !== null) throw new Error('The naive route did not start.')
      await new Promise((done) => void setTimeout(done, 100))
    }
    return await measure(url, key)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function onDatabase(kind: Kind, env: Env, report: Report): Promise<void> {
  const first = await startService({ env, dataDir: env['DATA_DIR'] })
  report(`${kind}: first start to first response`, first.startMs, 'ms', { atMost: starts.first })
  await first.stop()
  await command(env, 'account', 'create', '--email', 'bench@bench.example')
  const key = await command(env, 'key', 'create', '--email', 'bench@bench.example', '--name', 'bench')
  await command(env, 'sample', '--flows', String(flows), '--conversations', '0', '--runs', '0')
  const rates: { service: number[]; naive: number[] } = { service: [], naive: [] }
  const resident: number[] = []
  const warmTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    rates.naive.push(await naive(env, key))
    const service = await startService({ env: { ...env, LOG_LEVEL: 'info' }, dataDir: env['DATA_DIR'] })
    warmTimes.push(service.startMs)
    rates.service.push(await measure(service.url, key))
    resident.push(residentOf(service.pid()))
    await service.stop()
  }
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  report(`${kind}: start to first response`, Math.min(...warmTimes), 'ms', { atMost: starts.warm })
  report(`${kind}: naive route`, mean(rates.naive), '/s')
  report(`${kind}: list of 25 of ${flows}`, mean(rates.service), '/s')
  report(`${kind}: against the naive route`, mean(rates.service) / mean(rates.naive), '×', { atLeast: ratios[kind] })
  report(`${kind}: memory after the load`, Math.max(...resident), 'MB', { atMost: memory[kind] })
}

await bench('service', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
  try {
    await onDatabase('pglite', { DATA_DIR: folder }, report)
    const postgres = await startPostgres()
    try {
      const SECRET_KEY = 'only for this measurement, which ends soon'
      await onDatabase('postgres', { DATABASE_URL: postgres.url, SECRET_KEY, DATA_DIR: folder }, report)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
