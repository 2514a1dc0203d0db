/**
 * Counts ended runs in batches, each once: daily totals, flow, conversation, tools. These rows are not touched while a
 * run is active, since all runs of a flow would wait for each other. Readers that must be exact add uncounted runs
 * (run-summary.ts).
 */
import type pg from 'pg'
import { toolsOf } from '#flow/requires.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import { readVersionBytesOf } from '#server/store/flows/version-bytes.ts'
import type { Queryable } from './engine-db.ts'

/** Advisory lock of the counting process, distinct from all other lock numbers. */
export const tallyLock = 7_041_991
/** Runs per batch. */
export const tallyBatch = 500

/** A newly counted run. */
export interface CountedRun {
  account: string
  id: string
  flowId: string
  conversationId: string | null
}

const countRuns = `
with due as (select account_id, id from run where not is_counted order by finished_at limit ${tallyBatch}),
c as (
  update run r set is_counted = true from due where r.account_id = due.account_id and r.id = due.id and not r.is_counted
  returning r.account_id, r.id, r.flow_id, r.flow_version, r.channel_id, r.status, r.trigger, r.is_test, r.started_at, r.finished_at, r.cost,
    r.duration_ms, r.conversation_id),
d as (
  insert into run_day (account_id, day, flow_id, channel_id, status, trigger, is_test, sample, runs, cost, duration_ms)
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, false,
    count(*), sum(cost), sum(coalesce(duration_ms, 0))
  from c group by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, day, flow_id, channel_id, status, trigger, is_test, sample) do update set
    runs = run_day.runs + excluded.runs, cost = run_day.cost + excluded.cost, duration_ms = run_day.duration_ms + excluded.duration_ms),
n as (
  insert into run_version (account_id, flow_id, number, is_test, sample, runs, failed, cost)
  select account_id, flow_id, flow_version, is_test, false, count(*), count(*) filter (where status in ('failed', 'timed_out')), sum(cost)
  from c group by 1, 2, 3, 4
  on conflict (account_id, flow_id, number, is_test, sample) do update set
    runs = run_version.runs + excluded.runs, failed = run_version.failed + excluded.failed, cost = run_version.cost + excluded.cost),
f as (
  update flow set run_count = run_count + x.runs, last_run_at = greatest(flow.last_run_at, x.at),
    last_run_status = case when flow.last_run_at is null or flow.last_run_at <= x.at then x.status else flow.last_run_status end,
    recent_cost = flow.recent_cost + x.recent, recent_failures = flow.recent_failures + x.failures
  from (select account_id, flow_id, count(*)::int as runs, max(started_at) as at, (array_agg(status order by started_at desc, c.id desc))[1] as status,
      coalesce(sum(cost) filter (where (started_at at time zone 'UTC')::date >= account.flow_cost_since), 0)::bigint as recent,
      (count(*) filter (where (started_at at time zone 'UTC')::date >= account.flow_cost_since
        and status in ('failed', 'timed_out')))::int as failures
    from c join account on account.id = c.account_id group by 1, 2) x
  where flow.account_id = x.account_id and flow.id = x.flow_id),
v as (
  update conversation set total_cost = total_cost + x.cost, last_run = x.last, version = version + 1, updated_at = now()
  from (select account_id, conversation_id, sum(cost)::bigint as cost,
      (array_agg(jsonb_build_object('id', id, 'status', status, 'cost', to_char(cost::numeric / 1000000, 'FM999999999990.000000'))
        order by started_at desc, id desc))[1] as last
    from c where conversation_id is not null group by 1, 2) x
  where conversation.account_id = x.account_id and conversation.id = x.conversation_id)
select account_id as account, id, flow_id as "flowId", conversation_id as "conversationId" from c`

interface StepSum {
  account: string
  flow: string
  version: number
  node: string
  day: string
  calls: number
  errors: number
  cost: string
}

/** Ids of bound tools by node of a version: its own, and those available to an agent. */
async function toolsByNode(
  db: Queryable,
  account: string,
  { flowId, number }: { flowId: string; number: number },
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ bindings: Record<string, string> | null }>(
    `select jsonb_object_agg(key, target_id) as bindings from flow_binding
     where account_id = $1 and flow_id = $2 and kind = 'tool' and target_id is not null`,
    [account, flowId],
  )
  const bound = rows[0]?.bindings
  const bytes = bound ? await readVersionBytesOf(db, account, { flowId, number }) : null
  if (!bound || !bytes) return new Map()
  const ids = (keys: string[]) => [...new Set(keys.flatMap((key) => bound[key] ?? []))]
  return new Map(readFlowDocument(bytes.toString()).nodes.map((node) => [node.id, ids(toolsOf(node))]))
}

async function countTools(db: Queryable, counted: readonly CountedRun[]): Promise<void> {
  const { rows } = await db.query<StepSum>(
    `select s.account_id as account, r.flow_id as flow, r.flow_version as version, s.node_id as node, (s.started_at at time zone 'UTC')::date::text as day,
       count(*)::int as calls, (count(*) filter (where s.status in ('failed', 'timed_out')))::int as errors, sum(s.cost)::text as cost
     from run_step s join run r on r.account_id = s.account_id and r.id = s.run_id
     where (s.account_id, s.run_id) in (select * from unnest($1::text[], $2::text[])) and not s.is_reused
       and s.node_type in ('api', 'agent', 'code', 'transform', 'condition')
     group by 1, 2, 3, 4, 5`,
    [counted.map(({ account }) => account), counted.map(({ id }) => id)],
  )
  const known = new Map<string, Map<string, string[]>>()
  const sums = new Map<
    string,
    { account: string; tool: string; day: string; calls: number; errors: number; cost: bigint }
  >()
  for (const { account, flow, version, node, day, calls, errors, cost } of rows) {
    const key = JSON.stringify([account, flow, version])
    const tools = known.get(key) ?? (await toolsByNode(db, account, { flowId: flow, number: version }))
    known.set(key, tools)
    for (const tool of tools.get(node) ?? []) {
      const name = JSON.stringify([account, tool, day])
      const sum = sums.get(name) ?? { account, tool, day, calls: 0, errors: 0, cost: 0n }
      sum.calls += calls
      sum.errors += errors
      sum.cost += BigInt(cost)
      sums.set(name, sum)
    }
  }
  if (sums.size === 0) return
  const list = [...sums.values()].map(({ cost, ...sum }) => ({ ...sum, cost: String(cost) }))
  await db.query(
    `insert into tool_day (account_id, tool_id, day, calls, errors, cost)
     select x.account, x.tool, x.day, x.calls, x.errors, x.cost
     from jsonb_to_recordset($1::jsonb) as x(account text, tool text, day date, calls int, errors int, cost bigint)
     where exists (select 1 from tool t where t.account_id = x.account and t.id = x.tool)
     order by 1, 2, 3
     on conflict (account_id, tool_id, day) do update set
       calls = tool_day.calls + excluded.calls, errors = tool_day.errors + excluded.errors, cost = tool_day.cost + excluded.cost`,
    [JSON.stringify(list)],
  )
}

/** Counts one batch; to be called in a transaction. Empty if nothing is left, or another process is counting. */
export async function countBatch(client: pg.ClientBase): Promise<CountedRun[]> {
  const { rows: locks } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    tallyLock,
  ])
  if (!locks[0]?.held) return []
  const { rows } = await client.query<CountedRun>(countRuns)
  if (rows.length > 0) await countTools(client, rows)
  return rows
}
