/** Runs per second, latency of webhooks and first steps, and memory over 20,000 runs, on both databases. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Service } from '#scripts/service.mjs'
import { startPostgres } from '#scripts/postgres.mjs'
import { callingFlow, startUpstream, trivialFlow, scriptedFlow, type Upstream } from './engine/flows.ts'
import {
  benchKey,
  createWebhook,
  createAccount,
  numberOf,
  sendWebhook,
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
  { warmUpRuns: 100, burst: 600, calls: 400, runs: 20_000, warmRuns: 2000 },
  { warmUpRuns: 2, burst: 4, calls: 4, runs: 8, warmRuns: 4 },
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
  const sendLoop = async (sender: number) => {
    while (left > 0) {
      left -= 1
      const url = urls[sender % urls.length] ?? ''
      if ((await sendWebhook(url, paths[left % paths.length] ?? '', nextId(), left)) === null)
        throw new Error('A webhook was not accepted.')
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, index) => sendLoop(index)))
}

/** Sends webhooks at a constant rate, whatever the response times; returns the response time of each in ms. */
async function sendAtRate(url: string, paths: readonly string[], rate: number): Promise<number[]> {
  const responseTimes: number[] = []
  const all: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = startedAt + (index * 1000) / rate
    const rest = due - performance.now()
    if (rest > 0) await new Promise((done) => void setTimeout(done, rest))
    const sent = performance.now()
    all.push(
      sendWebhook(url, paths[index % paths.length] ?? '', nextId(), index).then((run) => {
        if (run === null) throw new Error('A webhook was not accepted.')
        responseTimes.push(performance.now() - sent)
      }),
    )
  }
  await Promise.all(all)
  return responseTimes
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

interface EngineTarget {
  kind: Kind
  env: Env
  dataDir: string
  /** API keys, one for each account. */
  keys: readonly string[]
  upstream: Upstream
}

/** Paths of webhooks, one for each account. */
interface WebhookPaths {
  trivial: readonly string[]
  scripted: readonly string[]
  calling: readonly string[]
}

async function createWebhooks(url: string, keys: readonly string[], template: string): Promise<string[]> {
  const paths: string[] = []
  for (const key of keys) paths.push(await createWebhook(url, key, template))
  return paths
}

/** Rounds are read at the end: the tables of the embedded database are only accessible while the service is stopped. */
interface Rounds {
  trivial: Round
  scripted: Round
  halfLoadRound: Round
}

async function measureOneProcess({ kind, env, dataDir, keys, upstream }: EngineTarget, report: Report, runs: number) {
  const service = await start(env, dataDir)
  const { url } = service
  const webhooks: WebhookPaths = {
    trivial: await createWebhooks(url, keys, trivialFlow()),
    scripted: await createWebhooks(url, keys, scriptedFlow()),
    calling: await createWebhooks(url, keys, callingFlow(upstream.url)),
  }
  const done = () => untilDone(url, keys, limitMs)
  await burst([url], webhooks.trivial, sizes.warmUpRuns)
  await burst([url], webhooks.scripted, sizes.warmUpRuns)
  await done()
  const rounds: Rounds = { trivial: round(), scripted: round(), halfLoadRound: round() }
  await burst([url], webhooks.trivial, sizes.burst)
  await done()
  rounds.scripted = round()
  await burst([url], webhooks.scripted, sizes.burst)
  await done()
  rounds.halfLoadRound = round()
  await sendAtRate(url, webhooks.trivial, halfLoad[kind])
  await done()
  const marker = round()
  const accepted = await sendAtRate(url, webhooks.trivial, 100)
  await done()
  report(`${kind}: webhook accepted at 100/s, p95`, percentile(accepted, 0.95), 'ms', { atMost: acceptedP95 })
  await memory(service, webhooks.trivial, { kind, done, runs }, report)
  await service.stop()
  await withTables(env, dataDir, async (query) => {
    // Each round ends where the next one begins.
    const runsBetween = (from: Round, to: Round) => `${spanOf(from)} and started_at < '${to.since}'`
    const rate = (rows: Record<string, unknown>[]) => {
      const { runs: ended, seconds: responseTimes } = Span.parse(rows[0])
      return ended / responseTimes
    }
    report(
      `${kind}: runs of five trivial steps`,
      rate(await query(runsBetween(rounds.trivial, rounds.scripted))),
      '/s',
      {
        atLeast: perSecond[kind],
      },
    )
    report(
      `${kind}: runs with JSONata, CEL and code`,
      rate(await query(runsBetween(rounds.scripted, rounds.halfLoadRound))),
      '/s',
    )
    const first = `${firstStepOf(rounds.halfLoadRound)} and r.started_at < '${marker.since}'`
    report(`${kind}: first step at ${halfLoad[kind]}/s, p95`, numberOf(await query(first)), 'ms', {
      atMost: firstStepP95,
    })
  })
  return webhooks
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
  const warmUpRuns = Math.min(sizes.warmRuns, Math.floor(runs / 4))
  await burst([service.url], paths, warmUpRuns)
  await done()
  const before = residentOf(service.pid())
  // In parts, so that the queue stays below the limit of an account.
  const part = 2000
  for (let left = runs - warmUpRuns; left > 0; left -= part) {
    await burst([service.url], paths, Math.min(part, left))
    await done()
  }
  const after = residentOf(service.pid())
  report(`${kind}: memory after ${warmUpRuns} runs`, before, 'MB')
  report(`${kind}: memory after ${runs} runs`, after, 'MB')
  report(`${kind}: memory per 10,000 more runs`, ((after - before) / (runs - warmUpRuns)) * 10_000, 'MB', {
    atMost: memorySlope,
  })
}

/**
 * The same runs in one process and in two. Each run waits a second for a response, so that a process reaches its limit
 * of concurrent runs long before its CPU is busy.
 */
async function measureSeveralProcesses(
  { env, dataDir, keys }: EngineTarget,
  paths: readonly string[],
  report: Report,
): Promise<void> {
  const rates: number[] = []
  for (const count of [1, 2]) {
    const services: Service[] = []
    for (let index = 0; index < count; index += 1) services.push(await start(env, dataDir))
    const urls = services.map(({ url }) => url)
    await burst(urls, paths, sizes.warmUpRuns)
    await untilDone(urls[0] ?? '', keys, limitMs)
    const now = round()
    await burst(urls, paths, sizes.calls)
    await untilDone(urls[0] ?? '', keys, limitMs)
    await withTables(env, dataDir, async (query) => {
      const { runs, seconds: responseTimes } = Span.parse((await query(spanOf(now)))[0])
      rates.push(runs / responseTimes)
    })
    for (const service of services) await service.stop()
  }
  const [sendLoop = 0, two = 0] = rates
  report('postgres: runs that wait a second, one process', sendLoop, '/s')
  report('postgres: runs that wait a second, two processes', two, '/s')
  report('postgres: two processes against one', two / sendLoop, '×', { atLeast: twoProcesses })
}

async function onDatabase(kind: Kind, env: Env, dataDir: string, report: Report, runs: number): Promise<void> {
  const upstream = await startUpstream()
  try {
    const first = await start(env, dataDir)
    await first.stop()
    const keys: string[] = []
    for (let index = 0; index < accounts; index += 1)
      keys.push(await createAccount({ ...env, DATA_DIR: dataDir }, `bench${index}@bench.example`))
    const target = { kind, env, dataDir, keys, upstream }
    const webhooks = await measureOneProcess(target, report, runs)
    if (kind === 'postgres') await measureSeveralProcesses(target, webhooks.calling, report)
  } finally {
    await upstream.close()
  }
}

const runCount = numberFlag('--runs', sizes.runs)

await bench('engine', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'))
  report('cores', cpus().length, '')
  try {
    await onDatabase('pglite', {}, join(folder, 'pglite'), report, runCount)
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url, SECRET_KEY: benchKey }
      await onDatabase('postgres', env, join(folder, 'postgres'), report, runCount)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
