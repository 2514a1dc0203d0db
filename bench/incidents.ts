/** Incidents and alerts: one message for ten thousand failures, missed schedules in time, and kills between messages. */
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startPostgres } from '#scripts/postgres.mjs'
import type { Service } from '#scripts/service.mjs'
import {
  benchKey,
  buildForCrash,
  call,
  createAccount,
  createWebhook,
  numberOf,
  sendWebhook,
  startForCrash,
  untilDone,
  withTables,
  type Env,
  type Query,
} from './engine/service.ts'
import { template } from './engine/flows.ts'
import { bench, sized, type Report } from './harness.ts'

const failures = sized(10_000, 20)
const senders = 40
const kills = sized(20, 1)
/** Kills to find a planted fault. */
const faultKills = sized(6, 1)
/** Channels that break before each kill, each with one message. */
const perKill = 10
/** Response time of the receiver in ms: kills hit messages on their way. */
const responseMs = 150
const killWithinMs = 900
/** Interval of the watcher in ms while processes are killed; the product's is 15 s. */
const shortWatchMs = 500
const limitMs = 300_000
/** A schedule counts as missed after this time in ms (server/engine/incidents/rules.ts). */
const scheduleLimitMs = 60_000

const after = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

interface Receiver {
  url: string
  /** Arrival of each request by message id, in ms since 1970. */
  requests: Map<string, number[]>
  /** Ids whose incident is about this object. */
  about(subject: string): string[]
  close(): Promise<void>
}

const Payload = z.looseObject({
  type: z.string(),
  incident: z.looseObject({ subject: z.looseObject({ id: z.string() }).nullable() }),
})

/** A server that counts messages by their id, as a receiver should. */
async function startReceiver(): Promise<Receiver> {
  const requests = new Map<string, number[]>()
  const subjects = new Map<string, string>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const { incident, type } = Payload.parse(JSON.parse(text))
      requests.set(id, [...(requests.get(id) ?? []), Date.now()])
      if (type === 'incident.opened') subjects.set(id, incident.subject?.id ?? '')
      setTimeout(() => response.writeHead(204).end(), responseMs)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/alerts`,
    requests,
    about: (subject) => [...subjects].filter(([, one]) => one === subject).map(([id]) => id),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => void server.close(() => done()))
    },
  }
}

const Created = z.looseObject({ id: z.string() })

const trigger = (config: object) => ({ id: 'in', type: 'trigger', config })
/** Fails at once, because nothing listens on the port. */
const failingFlow = template(
  'Always fails',
  [trigger({ kind: 'webhook' }), { id: 'call', type: 'api', config: { method: 'GET', url: 'http://127.0.0.1:9/' } }],
  ['in > call'],
)

async function untilTrue(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const ends = performance.now() + limitMs
  while (!(await isTrue())) {
    if (performance.now() > ends) throw new Error(`${what}: not within ${limitMs / 1000} s.`)
    await after(100)
  }
}

interface Stage {
  services: readonly Service[]
  key: string
  env: Env
  dataDir: string
  receiver: Receiver
}

/** Two processes on a Postgres of their own, with one address for alerts. */
async function onStage(program: string, more: Env, work: (stage: Stage) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'bench-incidents-'))
  const receiver = await startReceiver()
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: benchKey, ...more }
  const services: Service[] = []
  try {
    const first = await startForCrash(program, env, folder)
    services.push(first)
    const key = await createAccount({ ...env, DATA_DIR: folder })
    services.push(await startForCrash(program, env, folder))
    const draft = { name: 'Bench', kind: 'webhook', address: receiver.url }
    await call(first.url, key, 'POST', '/alert/', JSON.stringify(draft))
    await work({ services, key, env, dataDir: folder, receiver })
  } finally {
    for (const service of services) await service.stop()
    await receiver.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A flow that is due in the next minute, and whose entry in the scheduler is lost; resolves to its id and that time. */
async function loseSchedule({ services, key }: Stage, query: Query): Promise<{ flow: string; due: number }> {
  const url = services[0]?.url ?? ''
  // The watcher must see the schedule before it is due.
  const due = (Math.floor(Date.now() / 60_000) + (Date.now() % 60_000 > 35_000 ? 2 : 1)) * 60_000
  const schedule = { cron: `${new Date(due).getUTCMinutes()} * * * *`, zone: 'UTC' }
  const file = template('Hourly', [trigger({ kind: 'schedule', schedule })], [])
  const { id: flow } = Created.parse(await call(url, key, 'POST', '/flow/import/', file))
  await call(url, key, 'POST', `/flow/${flow}/activate/`)
  await query(`delete from dbos.workflow_schedules where schedule_name like '%/${flow}/%'`)
  return { flow, due }
}

/** Ten thousand failures in two processes, beside a schedule that is missed. */
async function measureFailures(stage: Stage, report: Report): Promise<void> {
  const { services, key, env, dataDir, receiver } = stage
  const path = await createWebhook(services[0]?.url ?? '', key, failingFlow)
  await withTables(env, dataDir, async (query) => {
    const { flow, due } = await loseSchedule(stage, query)
    let left = failures
    await Promise.all(
      Array.from({ length: senders }, async (_, sender) => {
        for (; left > 0;) {
          left -= 1
          await sendWebhook(services[sender % services.length]?.url ?? '', path, `failure-${left}`, left)
        }
      }),
    )
    await untilDone(services[0]?.url ?? '', key, limitMs)
    const failing = `from incident where kind = 'flow_failing'`
    await untilTrue('an incident', async () => numberOf(await query(`select count(*) as n ${failing}`)) > 0)
    await untilTrue('a message about the schedule', () => receiver.about(flow).length > 0)
    const [row] = await query(`select subject_id as id, opened_at ${failing}`)
    const { id } = Created.parse(row)
    report('failed runs', numberOf(await query(`select count(*) as n from run where status = 'failed'`)), '', {
      atLeast: failures,
    })
    report('incidents about them', numberOf(await query(`select count(*) as n ${failing}`)), '', { atMost: 1 })
    await untilTrue('a message', () => receiver.about(id).length > 0)
    report('messages about them', receiver.about(id).length, '', { atMost: 1 })
    const [told = 0] = receiver.requests.get(receiver.about(flow)[0] ?? '') ?? []
    report('message about a missed schedule after its limit', (told - due - scheduleLimitMs) / 1000, 's', {
      atMost: 60,
    })
    report('messages in all, each id once', receiver.requests.size, '', { atMost: 2 })
  })
}

interface KillOutcome {
  opened: number
  missing: number
  unknown: number
  repeated: number
}

/** Breaks channels and kills one process after the other while their messages are on their way. */
async function killRepeatedly(stage: Stage, times: number): Promise<KillOutcome> {
  const { services, env, dataDir, receiver } = stage
  return withTables(env, dataDir, async (query) => {
    for (let kill = 0; kill < times; kill += 1) {
      const seen = receiver.requests.size
      await query(
        `insert into channel (account_id, id, type, name, status, status_reason)
         select a.id, 'chn_' || ${kill} || '_' || n, 'webhook', 'Hook', 'error', 'Broken for the bench.'
         from account a, generate_series(1, ${perKill}) n`,
      )
      await Promise.race([untilTrue('a message', () => receiver.requests.size > seen), after(5_000)])
      await after(((kill * 7919) % times) * (killWithinMs / times))
      const victim = services[kill % services.length]
      await victim?.stop('SIGKILL')
      await victim?.start()
    }
    const opened = times * perKill
    await untilTrue('all messages are recorded', async () => {
      const done = `select count(*) as n from alert_message where status = 'sent'`
      return numberOf(await query(done)) >= opened
    })
    await after(2_000)
    const rows = await query(
      `select 'alert:' || incident_id || ':' || phase || ':' || alert_id as id from alert_message`,
    )
    const expected = new Set(rows.map((row) => Created.parse(row).id))
    const ids = [...receiver.requests.keys()]
    return {
      opened,
      missing: [...expected].filter((id) => !receiver.requests.has(id)).length,
      unknown: ids.filter((id) => !expected.has(id)).length,
      repeated: [...receiver.requests.values()].reduce((sum, arrivals) => sum + arrivals.length - 1, 0),
    }
  })
}

await bench('incidents', async (report) => {
  const program = await buildForCrash('bench/incidents/serve.ts', 'dist/bench-incidents')
  await onStage(program, {}, (stage) => measureFailures(stage, report))
  const short = { BENCH_WATCH_MS: String(shortWatchMs) }
  await onStage(program, short, async (stage) => {
    const { opened, missing, unknown, repeated } = await killRepeatedly(stage, kills)
    report('kills while messages are on their way', kills, '')
    report('incidents opened', opened, '')
    report('messages that did not arrive', missing, '', { atMost: 0 })
    report('message ids of no incident', unknown, '', { atMost: 0 })
    report('requests repeated with the same id', repeated, '')
  })
  for (const [fault, words] of [
    ['record', 'recorded before they are sent: messages missing'],
    ['ids', 'a new id for each attempt: ids of no incident'],
  ] as const)
    await onStage(program, { ...short, BENCH_FAULT: fault }, async (stage) => {
      const { missing, unknown } = await killRepeatedly(stage, faultKills)
      report(words, fault === 'record' ? missing : unknown, '', { atLeast: 1 })
    })
})
