/** Fifty times kill -9 under load, on both databases: is every accepted webhook one finished run, and does the ledger equal the steps? */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#scripts/postgres.mjs'
import type { Service } from '#scripts/service.mjs'
import { crashFlow, startUpstream, type Upstream } from './engine/flows.ts'
import { audit, findings, plantFault, type Findings } from './engine/audit.ts'
import { benchKey, hookOf, makeAccount, sendHook, start, untilDone, withTables, type Env } from './engine/service.ts'
import { bench, type Report } from './harness.ts'

const kills = flagOf('--kills', 50)
const senders = 8
/** Webhooks that a sender sends a second at the most: the engine keeps up, so that a kill meets runs in every state. */
const pauseMs = 100
/** Milliseconds after which a process is killed: spread, so that it is hit in different moments. */
const killAfter = { least: 300, most: 3000 }
const limitMs = 600_000

function flagOf(name: string, usual: number): number {
  const at = process.argv.indexOf(name)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

interface Sent {
  /** Ids that were answered 202, and the run each was told. */
  accepted: Map<string, string>
  /** Ids without an answer: they may have arrived. */
  unsure: Set<string>
}

/** Sends until `alive` is over; an id without an answer is sent again later, as a sender of webhooks does. */
async function sender(urls: () => readonly string[], path: string, sent: Sent, alive: () => boolean): Promise<void> {
  for (let index = 0; alive(); index += 1) {
    const id = `crash-${sent.accepted.size}-${Math.random().toString(36).slice(2)}`
    const all = urls()
    const run = await sendHook(all[index % all.length] ?? '', path, id, index)
    if (run === null) sent.unsure.add(id)
    else sent.accepted.set(id, run)
    await new Promise((done) => void setTimeout(done, Math.random() * 2 * pauseMs))
  }
}

interface Place {
  kind: 'pglite' | 'postgres'
  env: Env
  dataDir: string
  upstream: Upstream
}

/** Kills one process after the other while webhooks come in. */
async function killing(services: readonly Service[], path: string, sent: Sent): Promise<void> {
  let isAlive = true
  const urls = services.map(({ url }) => url)
  const all = Array.from({ length: senders }, () =>
    sender(
      () => urls,
      path,
      sent,
      () => isAlive,
    ),
  )
  for (let kill = 0; kill < kills; kill += 1) {
    const share = ((kill * 7919) % kills) / kills
    await new Promise((done) => void setTimeout(done, killAfter.least + (killAfter.most - killAfter.least) * share))
    const victim = services[kill % services.length]
    await victim?.stop('SIGKILL')
    await victim?.start()
  }
  isAlive = false
  await Promise.all(all)
}

/** What was sent without an answer is sent again with its id: done or not done before, it is one run afterwards. */
async function again(url: string, path: string, sent: Sent): Promise<number> {
  const { size } = sent.unsure
  for (const id of sent.unsure) {
    let run: string | null = null
    while (run === null) {
      run = await sendHook(url, path, id, 0)
      if (run === null) await new Promise((done) => void setTimeout(done, 100))
    }
    sent.accepted.set(id, run)
    sent.unsure.delete(id)
  }
  return size
}

async function onDatabase({ kind, env, dataDir, upstream }: Place, report: Report): Promise<void> {
  // The reaper of the figure waits two seconds, not the fifteen of every day: fifty kills would take an hour.
  const fast = { ...env, EXECUTOR_GONE_AFTER_MS: '2000' }
  const first = await start(fast, dataDir)
  const key = await makeAccount({ ...env, DATA_DIR: dataDir })
  await first.stop()
  await withTables(env, dataDir, audit)
  const services = [await start(fast, dataDir)]
  if (kind === 'postgres') services.push(await start(fast, dataDir))
  const url = services[0]?.url ?? ''
  const path = await hookOf(url, key, crashFlow(upstream.url))
  const sent: Sent = { accepted: new Map(), unsure: new Set() }
  await killing(services, path, sent)
  const resent = await again(url, path, sent)
  await untilDone(url, key, limitMs)
  for (const service of services) await service.stop()
  const found = await withTables(env, dataDir, (query) => findings(query, sent.accepted))
  const told = (what: keyof Findings, words: string) => report(`${kind}: ${words}`, found[what], '', { atMost: 0 })
  report(`${kind}: kills`, kills, '')
  report(`${kind}: webhooks accepted`, sent.accepted.size, '', { atLeast: kills })
  report(`${kind}: sent again, for want of an answer`, resent, '')
  report(`${kind}: attempts cut off and done again`, found.interrupted, '')
  told('lost', 'accepted without a run')
  told('double', 'accepted with several runs')
  told('unfinished', 'runs that did not succeed')
  told('endedTwice', 'runs that ended twice')
  told('unbooked', 'steps with a cost and no row in the ledger')
  told('unpaid', 'rows in the ledger without a step')
  told('offMicros', 'micros between steps, ledger, runs and balance')
  told('open', 'attempts left open')
  const planted = await withTables(env, dataDir, async (query) => {
    await plantFault(query)
    return findings(query, sent.accepted)
  })
  const faults = planted.unbooked + planted.endedTwice + planted.offMicros
  report(`${kind}: findings where faults were planted`, faults, '', { atLeast: 3 })
}

await bench('crash', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-crash-'))
  const upstream = await startUpstream()
  try {
    await onDatabase({ kind: 'pglite', env: {}, dataDir: join(folder, 'pglite'), upstream }, report)
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url, SECRET_KEY: benchKey }
      await onDatabase({ kind: 'postgres', env, dataDir: join(folder, 'postgres'), upstream }, report)
    } finally {
      await postgres.stop()
    }
    const repeated = [...upstream.calls.values()].filter((times) => times > 1).length
    report('calls that reached the other side more than once (with their key)', repeated, '')
  } finally {
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
