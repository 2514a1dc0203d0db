/**
 * Fifty times kill -9 under load, on both databases: each accepted webhook is one run, and the ledger equals the steps.
 * With `--updates`, the flow gets new versions meanwhile, and each run uses exactly one.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#scripts/postgres.mjs'
import type { Service } from '#scripts/service.mjs'
import { crashFlow, blockingFlow, startUpstream, type Upstream } from './engine/flows.ts'
import { audit, findings, type Findings } from './engine/audit.ts'
import {
  benchKey,
  buildForCrash,
  createAccount,
  createStartedFlow,
  createWebhook,
  sendWebhook,
  startForCrash,
  untilDone,
  withTables,
  type Env,
} from './engine/service.ts'
import { forceTakeover } from './engine/takeover.ts'
import {
  plantMixture,
  readVersions,
  updatedFlow,
  updateFindings,
  updateRepeatedly,
  type UpdateFindings,
  type Updates,
} from './engine/updates.ts'
import { bench, numberFlag, sized, type Report } from './harness.ts'

const withUpdates = process.argv.includes('--updates')
const kills = numberFlag('--kills', sized(50, 1))
const senders = 5
/** Mean pause in ms between two webhooks of a sender: the engine keeps up, so a kill hits runs in all states. */
const meanPauseMs = 200
/** Pause in ms before a webhook without a response is sent again. */
const resendDelayMs = 250
/** Delay of the kill in ms: spread over different moments. The first update of a process takes about two seconds. */
const killAfter = sized(
  withUpdates ? { least: 500, most: 8000 } : { least: 200, most: 2000 },
  withUpdates ? { least: 4000, most: 4000 } : { least: 200, most: 200 },
)
/** One time in this many, a process is stopped for a while instead of killed. */
const freezeEvery = 10
const freezeMs = 3000
/** Number of times a process is stopped in the middle of steps that another one takes over. */
const takeovers = sized(3, 1)
/**
 * Number of kills to find a planted fault. Few are enough for an engine that books late: at least every second kill
 * hits the gap between its two statements.
 */
const faultKills = sized(12, 1)
const limitMs = 300_000
/** Pause in ms after which all ended runs are counted. */
const countDelayMs = 3000

const after = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

interface SentWebhooks {
  /** Runs of accepted webhooks by the webhook's id: a 202 names the run. */
  accepted: Map<string, string>
  /** Ids without a response when the load ended: their webhooks may have arrived. */
  unconfirmed: Set<string>
  /** Number of webhooks sent again after a missing response. */
  resent: number
}

/** Sends webhooks while `isSending` returns true; one without a response is sent again with its id, as providers do. */
async function sender(
  urls: readonly string[],
  path: string,
  sent: SentWebhooks,
  isSending: () => boolean,
): Promise<void> {
  let open: string | null = null
  for (let index = 0; isSending(); index += 1) {
    const id: string = open ?? `crash-${randomUUID()}`
    const run = await sendWebhook(urls[index % urls.length] ?? '', path, id, index)
    open = run === null ? id : null
    if (run === null) sent.resent += 1
    else sent.accepted.set(id, run)
    await after(run === null ? resendDelayMs : Math.random() * 2 * meanPauseMs)
  }
  if (open !== null) sent.unconfirmed.add(open)
}

interface CrashTarget {
  kind: 'pglite' | 'postgres'
  env: Env
  dataDir: string
  upstream: Upstream
  /** Path of the program that is killed. */
  program: string
  /** Open runs are moved to the new version, which the audit must find. */
  hasMixture?: boolean
}

interface Load {
  path: string
  sent: SentWebhooks
  times: number
  /** Updates the flow until the function returns false. */
  update: (urls: readonly string[], isSending: () => boolean) => Promise<Updates | null>
}

/** Kills one process after the other while webhooks arrive; some are only stopped for a while and resume later. */
async function killRepeatedly(
  services: readonly Service[],
  { path, sent, times, update }: Load,
): Promise<Updates | null> {
  let isSending = true
  const urls = services.map(({ url }) => url)
  const updating = update(urls, () => isSending)
  const all = Array.from({ length: senders }, () => sender(urls, path, sent, () => isSending))
  for (let kill = 0; kill < times; kill += 1) {
    const share = ((kill * 7919) % times) / times
    await after(killAfter.least + (killAfter.most - killAfter.least) * share)
    const victim = services[kill % services.length]
    if (services.length > 1 && kill % freezeEvery === 0) await freeze(victim)
    else {
      await victim?.stop('SIGKILL')
      await victim?.start()
    }
  }
  isSending = false
  await Promise.all(all)
  return updating
}

/** Stops a process for longer than the timeout of its heartbeat: when it resumes, others own its runs. */
async function freeze(service: Service | undefined): Promise<void> {
  if (!service) return
  process.kill(service.pid(), 'SIGSTOP')
  await after(freezeMs)
  process.kill(service.pid(), 'SIGCONT')
}

/** Webhooks without a response are sent again with their id: each must be one run afterwards. */
async function resendUnconfirmed(url: string, path: string, sent: SentWebhooks): Promise<void> {
  const ends = performance.now() + limitMs
  for (const id of sent.unconfirmed) {
    let run: string | null = null
    while (run === null) {
      if (performance.now() > ends) throw new Error('The service no longer accepts webhooks.')
      run = await sendWebhook(url, path, id, 0)
      if (run === null) await after(resendDelayMs)
    }
    sent.accepted.set(id, run)
  }
}

interface Outcome {
  found: Findings
  accepted: number
  resent: number
  /** Null without updates. */
  updates: (Updates & { found: UpdateFindings }) | null
}

/** The versions, once the counts of their runs no longer change. */
async function untilCounted(url: string, key: string, flow: string) {
  const sum = (list: readonly { runs: number }[]) => list.reduce((all, { runs }) => all + runs, 0)
  for (let versions = await readVersions(url, key, flow); ;) {
    await after(countDelayMs)
    const next = await readVersions(url, key, flow)
    if (sum(next) === sum(versions)) return next
    versions = next
  }
}

/** A complete test on a fresh database: load, kills, takeover of steps, repeated sends, and an audit of the tables. */
async function crash(
  { kind, env, dataDir, upstream, program, hasMixture = false }: CrashTarget,
  times: number,
): Promise<Outcome> {
  const first = await startForCrash(program, env, dataDir)
  await first.stop()
  const key = await createAccount({ ...env, DATA_DIR: dataDir })
  await withTables(env, dataDir, async (query) => {
    await audit(query)
    if (hasMixture) await plantMixture(query)
  })
  const firstService = await startForCrash(program, env, dataDir)
  const secondService = kind === 'postgres' ? await startForCrash(program, env, dataDir) : null
  const services = secondService ? [firstService, secondService] : [firstService]
  const { url } = firstService
  const firstFlow = withUpdates ? updatedFlow(upstream.url, 'first') : crashFlow(upstream.url)
  const { flow, path } = await createStartedFlow(url, key, firstFlow)
  const sent: SentWebhooks = { accepted: new Map(), unconfirmed: new Set(), resent: 0 }
  const update: Load['update'] = async (urls, isSending) =>
    withUpdates ? updateRepeatedly(urls, key, { flow, upstream: upstream.url }, isSending) : null
  const made = times > 0 ? await killRepeatedly(services, { path, sent, times, update }) : null
  await resendUnconfirmed(url, path, sent)
  await untilDone(url, key, limitMs)
  if (secondService) {
    const blockingPath = await createWebhook(url, key, blockingFlow(upstream.url))
    for (let round = 0; round < takeovers; round += 1) {
      await forceTakeover(
        round % 2 === 0 ? [firstService, secondService] : [secondService, firstService],
        blockingPath,
        upstream,
        sent.accepted,
      )
      await untilDone(url, key, limitMs)
    }
  }
  const versions = made ? await untilCounted(url, key, flow) : []
  for (const service of services) await service.stop()
  const found = await withTables(env, dataDir, (query) => findings(query, sent.accepted))
  const updates = made && {
    ...made,
    found: await withTables(env, dataDir, (query) => updateFindings(query, { flow, versions, ...made })),
  }
  return { found, accepted: sent.accepted.size, resent: sent.resent + sent.unconfirmed.size, updates }
}

async function checkEngine(target: CrashTarget, report: Report): Promise<void> {
  const { kind } = target
  const began = performance.now()
  const { found, accepted, resent, updates } = await crash(target, kills)
  const seconds = (performance.now() - began) / 1000
  for (const line of found.failedRuns) process.stderr.write(`${kind}: did not succeed: ${line}\n`)
  const reportCount = (what: Exclude<keyof Findings, 'failedRuns'>, words: string) =>
    report(`${kind}: ${words}`, found[what], '', { atMost: 0 })
  report(`${kind}: kills`, kills, '')
  report(`${kind}: webhooks accepted`, accepted, '', { atLeast: kills })
  report(`${kind}: webhooks sent again after no response`, resent, '')
  report(`${kind}: attempts interrupted and repeated`, found.interrupted, '')
  report(`${kind}: seconds`, seconds, 's')
  reportCount('lost', 'accepted without a run')
  reportCount('double', 'accepted with several runs')
  reportCount('unfinished', 'runs that did not succeed')
  reportCount('endedTwice', 'runs that ended twice')
  reportCount('unbooked', 'steps with a cost and no row in the ledger')
  reportCount('unpaid', 'rows in the ledger without a step')
  reportCount('offMicros', 'difference of steps, ledger, runs and daily sums in micros')
  reportCount('open', 'attempts left open')
  if (updates) reportUpdates(kind, updates, report)
}

function reportUpdates(
  kind: string,
  { confirmed, restores, resent, found }: NonNullable<Outcome['updates']>,
  report: Report,
) {
  const reportCount = (what: keyof UpdateFindings, words: string) =>
    report(`${kind}: ${words}`, found[what], '', { atMost: 0 })
  report(`${kind}: updates confirmed`, confirmed.size, '', { atLeast: kills })
  report(`${kind}: versions restored`, restores, '')
  report(`${kind}: updates and restores sent again after no response`, resent, '')
  report(`${kind}: versions`, found.versions, '')
  report(`${kind}: versions that runs used`, found.used, '', { atLeast: 2 })
  reportCount('lost', 'updates confirmed and not stored')
  reportCount('double', 'updates stored as several versions')
  reportCount('mixed', 'runs with a step of another version')
  reportCount('incomplete', 'runs that lack a step of their version')
  reportCount('gaps', 'gaps in the numbers of versions')
  reportCount('unreadable', 'versions that cannot be read')
  reportCount('miscounted', 'versions with a wrong number of runs')
}

/** The same audit must find a service that moves open runs to the new version. */
async function checkInjectedMixture(target: CrashTarget, report: Report): Promise<void> {
  const { updates } = await crash({ ...target, hasMixture: true }, faultKills)
  const { mixed = 0, incomplete = 0 } = updates?.found ?? {}
  report(`${target.kind}: mixed runs with open runs moved to the new version`, mixed + incomplete, '', { atLeast: 1 })
}

/** The same check must find the fault of a deliberately broken engine. */
async function checkInjectedFault(target: CrashTarget, fault: 'ledger' | 'fence', report: Report): Promise<void> {
  // A kill does not reveal a missing fence: a dead process writes nothing.
  const times = fault === 'ledger' ? faultKills : 0
  const { found } = await crash({ ...target, env: { ...target.env, BENCH_FAULT: fault } }, times)
  const { lost, double, unfinished, endedTwice, unbooked, unpaid, offMicros, open } = found
  const wrong = [lost, double, unfinished, endedTwice, unbooked, unpaid, offMicros, open].filter((count) => count > 0)
  const words = fault === 'ledger' ? 'a ledger in a second statement' : 'no fence'
  report(`${target.kind}: kinds of findings with ${words}`, wrong.length, '', { atLeast: 1 })
}

/** A separate database for each part, so that no finding is counted twice. */
async function onPostgres(work: (env: Env) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  try {
    await work({ DATABASE_URL: postgres.url, SECRET_KEY: benchKey })
  } finally {
    await postgres.stop()
  }
}

await bench('crash', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-crash-'))
  const program = await buildForCrash()
  const upstream = await startUpstream()
  const at = (name: string, kind: CrashTarget['kind'], env: Env): CrashTarget => ({
    kind,
    env,
    dataDir: join(folder, name),
    upstream,
    program,
  })
  try {
    await checkEngine(at('sound', 'pglite', {}), report)
    await onPostgres((env) => checkEngine(at('postgres', 'postgres', env), report))
    const repeated = [...upstream.calls.values()].filter((times) => times > 1).length
    report('calls that the upstream received more than once with one key', repeated, '')
    if (withUpdates) {
      await checkInjectedMixture(at('mixture', 'pglite', {}), report)
      return
    }
    await checkInjectedFault(at('ledger', 'pglite', {}), 'ledger', report)
    await onPostgres((env) => checkInjectedFault(at('fence', 'postgres', env), 'fence', report))
  } finally {
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
