/** Bulk retry of 10,000 failed runs under five times kill -9, and two at the same time: lost and doubled retries. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startPostgres } from '#scripts/postgres.mjs'
import type { Service } from '#scripts/service.mjs'
import {
  benchKey,
  buildForCrash,
  createAccount,
  numberOf,
  startForCrash,
  untilDone,
  withTables,
  type Env,
  type Query,
} from './engine/service.ts'
import { bench, numberFlag, sized, type Report } from './harness.ts'

const runs = numberFlag('--runs', sized(10_000, 60))
/** Failed runs that two people retry at the same time. */
const sharedRuns = sized(1_000, 20)
const kills = sized(5, 1)
const limitMs = 600_000
const pollMs = 200

/** One step, which failed; a retry succeeds at once. */
const flowFile = {
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name: 'Failed step',
    nodes: [
      { id: 'in', type: 'trigger', name: 'In', config: { kind: 'manual' } },
      { id: 'call', type: 'wait', name: 'Call', config: { seconds: 0 } },
    ],
    edges: [{ id: 'e', source: 'in', target: 'call' }],
  },
}

const Created = z.looseObject({ id: z.string() })
const Bulk = Created.extend({
  done: z.int(),
  skipped: z.int(),
  in_progress: z.int(),
  finished_at: z.string().nullable(),
})

interface Caller {
  url: string
  key: string
}

/** Null without a response, or if the service asks to retry. */
async function call({ url, key }: Caller, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || text == null || response.status === 503) return null
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Inserts runs that failed at their second step, as the engine records them. */
async function insertFailedRuns(query: Query, flow: string, prefix: string, count: number): Promise<void> {
  await query(`insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, trigger_node_id, started_at, finished_at,
      duration_ms, error_code, error_message, error_node_id, input)
    select account_id, 'run_${prefix}' || lpad(i::text, 8, '0'), id, name, version, 'failed', 'manual', 'in', now() - interval '1 hour' + i * interval '1 ms',
      now(), 10, 'http_503', 'The service is unavailable.', 'call', '{}'::jsonb
    from flow, generate_series(1, ${count}) as i where id = '${flow}'`)
  await query(`insert into run_step (account_id, run_id, seq, node_id, node_name, node_type, status, handle, started_at, duration_ms, key, error)
    select r.account_id, r.id, s.seq, s.node, s.node, s.type, s.status, s.handle, r.started_at, 5, s.node || '#1', s.error::jsonb
    from run r, (values (0, 'in', 'trigger', 'succeeded', 'out', null), (1, 'call', 'wait', 'failed', null, '{"code": "http_503", "message": "x"}'))
      as s(seq, node, type, status, handle, error)
    where r.flow_id = '${flow}' and r.id like 'run\\_${prefix}%'`)
}

interface Findings {
  /** Failed runs without a retry that succeeded. */
  lost: number
  /** Retries beyond the first of a run. */
  doubled: number
}

async function findings(query: Query, prefix: string): Promise<Findings> {
  const failed = `from run f where f.id like 'run\\_${prefix}%'`
  const retries = `select count(*) from run r where r.account_id = f.account_id and r.retry_of = f.id`
  return {
    lost: numberOf(await query(`select count(*) as n ${failed} and (${retries} and r.status = 'succeeded') = 0`)),
    doubled: numberOf(await query(`select coalesce(sum(greatest(0, (${retries}) - 1)), 0) as n ${failed}`)),
  }
}

const startBulk = async (caller: Caller, flow: string, count: number): Promise<string> => {
  const filter = {
    and: [
      { field: 'flow', values: [flow] },
      { field: 'status', values: ['failed'] },
    ],
  }
  const body = {
    action: 'retry',
    filter: { ...filter, and: [...filter.and, { field: 'is_retried', values: ['false'] }] },
  }
  return Created.parse(await call(caller, 'POST', '/billing/runs/bulk/', { ...body, expected_count: count })).id
}

/** Polls a bulk action, through failures of the service. */
async function until(caller: Caller, id: string, isReached: (bulk: z.infer<typeof Bulk>) => boolean) {
  const ends = performance.now() + limitMs
  for (;;) {
    const body = await call(caller, 'GET', `/billing/runs/bulk/${id}/`)
    const bulk = body === null ? null : Bulk.parse(body)
    if (bulk && isReached(bulk)) return bulk
    if (performance.now() > ends) throw new Error(`The bulk action did not end: ${JSON.stringify(bulk)}`)
    await wait(pollMs)
  }
}

async function retryUnderKills(service: Service, caller: Caller, flow: string): Promise<void> {
  const id = await startBulk(caller, flow, runs)
  for (let kill = 1; kill <= kills; kill += 1) {
    await until(caller, id, ({ done, finished_at: end }) => end !== null || done >= (runs * kill) / (kills + 1))
    await service.stop('SIGKILL')
    await service.start()
  }
  await until(caller, id, ({ finished_at: end }) => end !== null)
  await untilDone(caller.url, caller.key, limitMs)
}

/** Two people retry the same runs at the same time; the results of both. */
async function retryTwice(caller: Caller, flow: string): Promise<{ done: number; skipped: number }> {
  const ids = await Promise.all([startBulk(caller, flow, sharedRuns), startBulk(caller, flow, sharedRuns)])
  let done = 0
  let skipped = 0
  for (const id of ids) {
    const bulk = await until(caller, id, ({ finished_at: end }) => end !== null)
    done += bulk.done
    skipped += bulk.skipped
  }
  await untilDone(caller.url, caller.key, limitMs)
  return { done, skipped }
}

/** Deletes one retry and doubles another: the same check must find both. */
async function plantFaults(query: Query): Promise<Findings> {
  await query(`delete from run where id = (select min(id) from run where retry_of like 'run\\_bulk%')`)
  await query(`insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, finished_at, retry_of)
    select account_id, id || 'x', flow_id, flow_name, flow_version, status, trigger, started_at, finished_at, retry_of
    from run where id = (select max(id) from run where retry_of like 'run\\_bulk%')`)
  return findings(query, 'bulk')
}

async function onDatabase(kind: string, env: Env, dataDir: string, program: string, report: Report): Promise<void> {
  const service = await startForCrash(program, env, dataDir)
  await service.stop()
  const key = await createAccount({ ...env, DATA_DIR: dataDir })
  await service.start()
  const caller = { url: service.url, key }
  const flowOf = async () => {
    const { id } = Created.parse(await call(caller, 'POST', '/flow/import/', { template: flowFile }))
    await call(caller, 'POST', `/flow/${id}/activate/`)
    return id
  }
  const [flow, sharedFlow] = [await flowOf(), await flowOf()]
  await service.stop()
  await withTables(env, dataDir, async (query) => {
    await insertFailedRuns(query, flow, 'bulk', runs)
    await insertFailedRuns(query, sharedFlow, 'shared', sharedRuns)
  })
  await service.start()
  const began = performance.now()
  await retryUnderKills(service, caller, flow)
  const seconds = (performance.now() - began) / 1000
  const both = await retryTwice(caller, sharedFlow)
  await service.stop()
  const { found, shared, planted } = await withTables(env, dataDir, async (query) => ({
    found: await findings(query, 'bulk'),
    shared: await findings(query, 'shared'),
    planted: await plantFaults(query),
  }))
  report(`${kind}: failed runs retried, with ${kills} × kill -9`, runs, '')
  report(`${kind}: seconds`, seconds, 's')
  report(`${kind}: lost`, found.lost, '', { atMost: 0 })
  report(`${kind}: doubled`, found.doubled, '', { atMost: 0 })
  report(`${kind}: by two people: retried`, both.done, '', { atLeast: sharedRuns })
  report(`${kind}: by two people: already retried`, both.skipped, '')
  report(`${kind}: by two people: lost`, shared.lost, '', { atMost: 0 })
  report(`${kind}: by two people: doubled`, shared.doubled, '', { atMost: 0 })
  report(`${kind}: lost with a deleted retry`, planted.lost, '', { atLeast: 1 })
  report(`${kind}: doubled with a copied retry`, planted.doubled, '', { atLeast: 1 })
}

await bench('bulk-runs', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'))
  const program = await buildForCrash()
  try {
    await onDatabase('pglite', {}, join(folder, 'pglite'), program, report)
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url, SECRET_KEY: benchKey }
      await onDatabase('postgres', env, join(folder, 'postgres'), program, report)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
