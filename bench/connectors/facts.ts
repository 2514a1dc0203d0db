/** Facts that the console shows, against the same facts from n8n's own database. */
import type { Client } from 'pg'
import { z } from 'zod'
import { runStatuses } from '#contract/values/run-status.ts'

/** Rows that are asked for at a time. */
const pageSize = 100

const FlowRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  node_count: z.int(),
  updated_at: z.string(),
  run_count: z.int(),
  last_run_at: z.string().nullable(),
  last_run_status: z.string().nullable(),
})

const RunRow = z.object({
  id: z.string(),
  flow: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(runStatuses),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  duration_ms: z.number().nullable(),
})

const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.int(), count_is: z.string().optional(), results: z.array(row) })

/** GET below `/api` of the console, with the person's key. */
export type Ask = <T extends z.ZodType>(schema: T, path: string) => Promise<z.output<T>>

export const askAt =
  (url: string, key: string): Ask =>
  async (schema, path) => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${key}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return schema.parse(await response.json())
  }

/** Waits until the console has all runs of n8n: its list has an exact number then. Returns ms. */
export async function untilComplete(ask: Ask): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { count_is: isAbout } = await ask(pageOf(z.unknown()), '/billing/runs/?limit=1')
    if (isAbout === undefined) return performance.now() - startedAt
    await new Promise((done) => void setTimeout(done, 500))
  }
}

async function allRows<T extends z.ZodType>(
  ask: Ask,
  row: T,
  path: string,
  atMost = Number.POSITIVE_INFINITY,
): Promise<z.output<T>[]> {
  const rows: z.output<T>[] = []
  for (;;) {
    const { results, count } = await ask(pageOf(row), `${path}&limit=${pageSize}&offset=${rows.length}`)
    rows.push(...results)
    if (results.length === 0 || rows.length >= Math.min(count, atMost)) return rows.slice(0, atMost)
  }
}

/** n8n's words for the end of a run; the contract's follow docs/connectors.md. */
const statusWords: Readonly<Record<string, string>> = { success: 'succeeded', error: 'failed', canceled: 'cancelled' }
const statusOf = (word: string | null): string | null => (word === null ? null : (statusWords[word] ?? word))

export interface Comparison {
  facts: number
  wrong: number
  /** The first wrong facts. */
  examples: string[]
}

type Facts = Readonly<Record<string, unknown>>

/** Compares row by row and field by field; a missing or an additional row is a wrong fact. */
function compareRows(shown: readonly Facts[], expected: ReadonlyMap<string, Facts>): Comparison {
  const result: Comparison = { facts: 0, wrong: 0, examples: [] }
  const check = (place: string, is: unknown, should: unknown) => {
    result.facts += 1
    if (is === should) return
    result.wrong += 1
    if (result.examples.length < 5) result.examples.push(`${place}: ${String(is)} instead of ${String(should)}`)
  }
  const seen = new Set(shown.map(({ id }) => String(id)))
  for (const id of expected.keys()) check(`${id} is listed`, seen.has(id), true)
  for (const row of shown) {
    const id = String(row['id'])
    const facts = expected.get(id)
    if (!facts) check(`${id} exists`, true, false)
    for (const [name, should] of Object.entries(facts ?? {})) check(`${id} ${name}`, row[name], should)
  }
  return result
}

/** Rows of a query, in a known form. */
async function select<T extends z.ZodType>(client: Client, row: T, text: string): Promise<z.output<T>[]> {
  const { rows } = await client.query(text)
  return z.array(row).parse(rows)
}

const WorkflowRow = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  archived: z.boolean(),
  updated: z.date(),
  nodes: z.int(),
  runs: z.int(),
  last_at: z.date().nullable(),
  last_status: z.string().nullable(),
})

/** Flows of the console against `workflow_entity` and `execution_entity`. */
export async function compareFlows(ask: Ask, client: Client): Promise<Comparison> {
  const rows = await select(
    client,
    WorkflowRow,
    `select w.id, w.name, w.active, w."isArchived" as archived, w."updatedAt" as updated,
       json_array_length(w.nodes) as nodes, count(e.id)::int as runs, max(e."startedAt") as last_at,
       (array_agg(e.status order by e."startedAt" desc))[1] as last_status
     from workflow_entity w left join execution_entity e on e."workflowId" = w.id and e."deletedAt" is null
     group by w.id`,
  )
  const expected = rows.map(({ id, name, active, archived, updated, nodes, runs, ...last }): [string, Facts] => [
    id,
    {
      name,
      status: archived ? 'archived' : active ? 'active' : 'paused',
      updated_at: updated.toISOString(),
      node_count: nodes,
      run_count: runs,
      last_run_at: last.last_at?.toISOString() ?? null,
      last_run_status: statusOf(last.last_status),
    },
  ])
  return compareRows(await allRows(ask, FlowRow, '/flow/?ordering=name'), new Map(expected))
}

const ExecutionRow = z.object({
  id: z.string(),
  flow: z.string(),
  flow_name: z.string(),
  status: z.string(),
  started: z.date(),
  stopped: z.date().nullable(),
})

/** Failed runs that are compared, the newest: n8n gives their errors one by one, 10,000 of them in half an hour. */
const maxFailed = 500

/** Runs of the console against `execution_entity`. */
export async function compareRuns(ask: Ask, client: Client): Promise<Comparison> {
  const rows = await select(
    client,
    ExecutionRow,
    `select e.id::text, w.id as flow, w.name as flow_name, e.status, e."startedAt" as started, e."stoppedAt" as stopped
     from execution_entity e join workflow_entity w on w.id = e."workflowId" where e."deletedAt" is null
     order by e."startedAt" desc`,
  )
  const failed = rows.filter(({ status }) => status === 'error').slice(0, maxFailed)
  const compared = [...rows.filter(({ status }) => status !== 'error'), ...failed]
  const expected = compared.map(({ id, flow, flow_name: name, status, started, stopped }): [string, Facts] => [
    id,
    {
      flow_id: flow,
      flow_name: name,
      status: statusOf(status),
      started_at: started.toISOString(),
      finished_at: stopped?.toISOString() ?? null,
      duration_ms: stopped === null ? null : stopped.getTime() - started.getTime(),
    },
  ])
  const shown = [
    ...(await allRows(ask, RunRow, '/billing/runs/?status=succeeded,cancelled')),
    ...(await allRows(ask, RunRow, '/billing/runs/?status=failed', maxFailed)),
  ]
  const flat = shown.map(({ flow, ...run }) => ({ ...run, flow_id: flow.id, flow_name: flow.name }))
  return compareRows(flat, new Map(expected))
}

const Totals = z.object({ totals: z.object({ count: z.int(), failed: z.int(), duration_ms: z.int() }) })
const Counts = z.object({ count: z.int(), failed: z.int(), ms: z.coerce.number(), found: z.int() })

/** Totals, and numbers of filtered and searched rows, against counts of the database. */
export async function compareTotals(ask: Ask, client: Client): Promise<Comparison> {
  const [counts] = await select(
    client,
    Counts,
    `select count(*)::int as count, (count(*) filter (where status = 'error'))::int as failed,
       sum(extract(epoch from "stoppedAt" - "startedAt") * 1000)::int8::text as ms,
       (select count(*)::int from workflow_entity where name ilike '%orders%') as found
     from execution_entity where "deletedAt" is null`,
  )
  const { totals } = await ask(Totals, '/billing/runs/summary/')
  const failed = await ask(pageOf(z.unknown()), '/billing/runs/?limit=1&status=failed')
  const searched = await ask(pageOf(z.unknown()), '/flow/?limit=1&search=orders')
  const facts = { id: 'totals', ...totals, filtered: failed.count, searched: searched.count }
  const should = {
    count: counts?.count,
    failed: counts?.failed,
    duration_ms: counts?.ms,
    filtered: counts?.failed,
    searched: counts?.found,
  }
  return compareRows([facts], new Map([['totals', should]]))
}
