/** Runs per second, latency of webhooks and first steps, and memory over 20,000 runs, on both databases. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Service } from '#scripts/service.mjs'
import { startPostgres } from '#scripts/postgres.mjs'
import { callingFlow, startUpstream, trivialFlow, wordyFlow, type Upstream } from './engine/flows.ts'
import {
  benchKey,
  hookOf,
  makeAccount,
  numberOf,
  sendHook,
  start,
  untilDone,
  withTables,
  type Env,
} from './engine/service.ts'
import { bench, numberFlag, sized, type Report } from './harness.ts'
import { percentile } from './statistics.ts'

type Kind = 'pglite' | 'postgres'

/** Minimum runs per second of five trivial steps, in one process. */
const perSecond = { pglite: 50, postgres: 150 } as const
/** Minimum speed-up by a second process, for runs with a step that waits a second for a response. */
const twoProcesses = 1.7
/** Maximum p95 in ms: of accepting a webhook at 100 per second, and of the first step at half load. */
const acceptedP95 = 50
const firstStepP95 = 100
/** Maximum growth in MB over 10,000 more runs, after the first 2,000. */
const memorySlope = 15

const sizes = sized(
  { warm: 100, burst: 600, calls: 400, runs: 20_000, warmRuns: 2000 },
  { warm: 2, burst: 4, calls: 4, runs: 8, warmRuns: 4 },
)
/** Several accounts, so that the limit of concurrent runs per account is not what is measured. */
const accounts = sized(4, 1)
const senders = sized(16, 4)
const seconds = sized(10, 0.2)
/** Webhooks per second at half load. */
const halfLoad = { pglite: 25, postgres: 75 } as const
const limitMs = 900_000

let number = 0
const nextId = () => `bench-${(number += 1)}`

/** Sends `count` webhooks as fast as they are accepted, to the accounts in turn. */
async function burst(urls: readonly string[], paths: readonly string[], count: number): Promise<void> {
  let left = count
  const one = async (sender: number) => {
    while (left > 0) {
      left -= 1
      const url = urls[sender % urls.length] ?? ''
      if ((await sendHook(url, paths[left % paths.length] ?? '', nextId(), left)) === null)
        throw new Error('A webhook was not accepted.')
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, index) => one(index)))
}

/** Sends webhooks at a constant rate, whatever the response times; returns the response time of each in ms. */
async function steady(url: string, paths: readonly string[], rate: number): Promise<number[]> {
  const took: number[] = []
  const all: Promise<void>[] = []
  const began = performance.now()
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = began + (index * 1000) / rate
    const rest = due - performance.now()
    if (rest > 0) await new Promise((done) => void setTimeout(done, rest))
    const sent = performance.now()
    all.push(
      sendHook(url, paths[index % paths.length] ?? '', nextId(), index).then((run) => {
        if (run === null) throw new Error('A webhook was not accepted.')
        took.push(performance.now() - sent)
      }),
    )
  }
  await Promise.all(all)
  return took
}

const Span = z.object({ runs: z.coerce.number(), seconds: z.coerce.number() })

/** Start of a round, as an ISO time; its runs are counted in the database. */
interface Round {
  since: string
}

const round = (): Round => ({ since: new Date().toISOString() })

const spanOf = ({ since }: Round): string =>
  `select count(*) as runs, coalesce(extract(epoch from max(finished_at) - min(started_at)), 0) as seconds
   from run where started_at >= '${since}' and status = 'succeeded'`

const firstStepOf = ({ since }: Round): string =>
  `select coalesce(percentile_disc(0.95) within group (order by extract(epoch from s.started_at - r.started_at) * 1000), 0) as n
   from run r join run_step s on s.account_id = r.account_id and s.run_id = r.id and s.seq = 0 where r.started_at >= '${since}'`

const residentOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

interface Place {
  kind: Kind
  env: Env
  dataDir: string
  /** API keys, one for each account. */
  keys: readonly string[]
  upstream: Upstream
}

/** Paths of webhooks, one for each account. */
interface Hooks {
  trivial: readonly string[]
  wordy: readonly string[]
  calling: readonly string[]
}

async function hooksOf(url: string, keys: readonly string[], template: string): Promise<string[]> {
  const paths: string[] = []
  for (const key of keys) paths.push(await hookOf(url, key, template))
  return paths
}

/** Rounds are read at the end: the tables of the embedded database are only accessible while the service is stopped. */
interface Rounds {
  trivial: Round
  wordy: Round
  half: Round
}

async function oneProcess({ kind, env, dataDir, keys, upstream }: Place, report: Report, runs: number) {
  const service = await start(env, dataDir)
  const { url } = service
  const hooks: Hooks = {
    trivial: await hooksOf(url, keys, trivialFlow()),
    wordy: await hooksOf(url, keys, wordyFlow()),
    calling: await hooksOf(url, keys, callingFlow(upstream.url)),
  }
  const done = () => untilDone(url, keys, limitMs)
  await burst([url], hooks.trivial, sizes.warm)
  await burst([url], hooks.wordy, sizes.warm)
  await done()
  const rounds: Rounds = { trivial: round(), wordy: round(), half: round() }
  await burst([url], hooks.trivial, sizes.burst)
  await done()
  rounds.wordy = round()
  await burst([url], hooks.wordy, sizes.burst)
  await done()
  rounds.half = round()
  await steady(url, hooks.trivial, halfLoad[kind])
  await done()
  const marker = round()
  const accepted = await steady(url, hooks.trivial, 100)
  await done()
  report(`${kind}: webhook accepted at 100/s, p95`, percentile(accepted, 0.95), 'ms', { atMost: acceptedP95 })
  await memory(service, hooks.trivial, { kind, done, runs }, report)
  await service.stop()
  await withTables(env, dataDir, async (query) => {
    // Each round ends where the next one begins.
    const between = (from: Round, to: Round) => `${spanOf(from)} and started_at < '${to.since}'`
    const rate = (rows: Record<string, unknown>[]) => {
      const { runs: ended, seconds: took } = Span.parse(rows[0])
      return ended / took
    }
    report(`${kind}: runs of five trivial steps`, rate(await query(between(rounds.trivial, rounds.wordy))), '/s', {
      atLeast: perSecond[kind],
    })
    report(`${kind}: runs with JSONata, CEL and code`, rate(await query(between(rounds.wordy, rounds.half))), '/s')
    const first = `${firstStepOf(rounds.half)} and r.started_at < '${marker.since}'`
    report(`${kind}: first step at ${halfLoad[kind]}/s, p95`, numberOf(await query(first)), 'ms', {
      atMost: firstStepP95,
    })
  })
  return hooks
}

interface Slope {
  kind: Kind
  done: () => Promise<void>
  runs: number
}

async function memory(
  service: Service,
  paths: readonly string[],
  { kind, done, runs }: Slope,
  report: Report,
): Promise<void> {
  const warm = Math.min(sizes.warmRuns, Math.floor(runs / 4))
  await burst([service.url], paths, warm)
  await done()
  const before = residentOf(service.pid())
  // In parts, so that the queue stays below the limit of an account.
  const part = 2000
  for (let left = runs - warm; left > 0; left -= part) {
    await burst([service.url], paths, Math.min(part, left))
    await done()
  }
  const after = residentOf(service.pid())
  report(`${kind}: memory after ${warm} runs`, before, 'MB')
  report(`${kind}: memory after ${runs} runs`, after, 'MB')
  report(`${kind}: memory per 10,000 more runs`, ((after - before) / (runs - warm)) * 10_000, 'MB', {
    atMost: memorySlope,
  })
}

/**
 * The same runs in one process and in two. Each run waits a second for a response, so that a process reaches its limit
 * of concurrent runs long before its CPU is busy.
 */
async function severalProcesses(
  { env, dataDir, keys }: Place,
  paths: readonly string[],
  report: Report,
): Promise<void> {
  const rates: number[] = []
  for (const count of [1, 2]) {
    const services: Service[] = []
    for (let index = 0; index < count; index += 1) services.push(await start(env, dataDir))
    const urls = services.map(({ url }) => url)
    await burst(urls, paths, sizes.warm)
    await untilDone(urls[0] ?? '', keys, limitMs)
    const now = round()
    await burst(urls, paths, sizes.calls)
    await untilDone(urls[0] ?? '', keys, limitMs)
    await withTables(env, dataDir, async (query) => {
      const { runs, seconds: took } = Span.parse((await query(spanOf(now)))[0])
      rates.push(runs / took)
    })
    for (const service of services) await service.stop()
  }
  const [one = 0, two = 0] = rates
  report('postgres: runs that wait a second, one process', one, '/s')
  report('postgres: runs that wait a second, two processes', two, '/s')
  report('postgres: two processes against one', two / one, '×', { atLeast: twoProcesses })
}

async function onDatabase(kind: Kind, env: Env, dataDir: string, report: Report, runs: number): Promise<void> {
  const upstream = await startUpstream()
  try {
    const first = await start(env, dataDir)
    await first.stop()
    const keys: string[] = []
    for (let index = 0; index < accounts; index += 1)
      keys.push(await makeAccount({ ...env, DATA_DIR: dataDir }, `bench${index}@bench.example`))
    const place = { kind, env, dataDir, keys, upstream }
    const hooks = await oneProcess(place, report, runs)
    if (kind === 'postgres') await severalProcesses(place, hooks.calling, report)
  } finally {
    await upstream.close()
  }
}

const wanted = numberFlag('--runs', sizes.runs)

await bench('engine', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'))
  report('cores', cpus().length, '')
  try {
    await onDatabase('pglite', {}, join(folder, 'pglite'), report, wanted)
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url, SECRET_KEY: benchKey }
      await onDatabase('postgres', env, join(folder, 'postgres'), report, wanted)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
