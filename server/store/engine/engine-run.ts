/** Runs for the engine: accept, take over, read with their log. Sample runs are never taken over. */
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { readVersionBytesOf } from '#server/store/flows/version-bytes.ts'
import type { Queryable } from './engine-db.ts'

/** Facts of an ended run for its trace. */
export interface RunFacts {
  flowId: string
  flowName: string
  flowVersion: number
  trigger: string
  startedAt: Date
  /** In micros. */
  cost: string
}

export async function runFacts(db: Queryable, account: string, run: string): Promise<RunFacts | null> {
  const { rows } = await db.query<RunFacts>(
    `select flow_id as "flowId", flow_name as "flowName", flow_version as "flowVersion", trigger, started_at as "startedAt",
       cost::text as cost
     from run where account_id = $1 and id = $2`,
    [account, run],
  )
  return rows[0] ?? null
}

/** A run that a process drives. */
export interface DrivenRun {
  account: string
  id: string
  flowId: string
  flowName: string
  trigger: string
  triggerNodeId: string | null
  isTest: boolean
  input: Json
  lease: number
  segment: number
  isCancelling: boolean
  cost: bigint
  breakdown: Json
  usage: JsonRecord
  conversationId: string | null
  conversationNumber: number | null
  channelId: string | null
  channel: { id: string; name: string; type: string } | null
  parentRun: string | null
  parentKey: string | null
  deadlineAt: Date | null
  reserved: bigint
}

const drivenFields = `account_id as account, id, flow_id as "flowId", flow_name as "flowName", trigger, trigger_node_id as "triggerNodeId",
  is_test as "isTest", input, lease, segment, is_cancelling as "isCancelling", cost, cost_breakdown as breakdown, usage,
  conversation_id as "conversationId", conversation_number as "conversationNumber", channel_id as "channelId",
  case when channel_id is null then null else json_build_object('id', channel_id, 'name', channel_name, 'type', channel_type) end as channel,
  parent_run as "parentRun", parent_key as "parentKey", deadline_at as "deadlineAt", reserved`

/** A run after takeover, with hints on what need not be read. */
export interface TakenRun extends DrivenRun {
  /** Another process drove this segment without ending it. */
  isTakenOver: boolean
  /** Version of the flow that it uses; null if the flow was deleted. */
  flowVersion: number | null
  /** Whether it has recorded steps. */
  hasLog: boolean
}

type Row = Omit<TakenRun, 'cost' | 'reserved'> & { cost: string; reserved: string }

/**
 * Takes over a run: afterwards only the holder of this lease can write. Null if the run has ended, is at another
 * segment, belongs to the sample, or the queue has assigned the work to a process other than `executor`.
 */
export async function takeLease(
  db: Queryable,
  { account, run, segment, executor }: { account: string; run: string; segment: number; executor: string },
): Promise<TakenRun | null> {
  const { rows } = await db.query<Row>(
    `update run set lease = lease + 1, status = 'running'
     from (select status as was from run where account_id = $1 and id = $2 for no key update) before
     where account_id = $1 and id = $2 and segment = $3 and finished_at is null and not sample
       and exists (select 1 from dbos.workflow_status w
         where w.workflow_uuid = $4 and w.status = 'PENDING' and w.executor_id = $5)
     returning ${drivenFields}, was = 'running' as "isTakenOver",
       (select run.flow_version from flow f where f.account_id = run.account_id and f.id = run.flow_id) as "flowVersion",
       exists (select 1 from run_step s where s.account_id = run.account_id and s.run_id = run.id) as "hasLog"`,
    [account, run, segment, `${run}:${segment}`, executor],
  )
  const [row] = rows
  return row ? { ...row, cost: BigInt(row.cost), reserved: BigInt(row.reserved) } : null
}

/** An attempt of a step, as logged. */
export interface LoggedStep {
  seq: number
  key: string
  nodeId: string
  status: string
  handle: string | null
  attempt: number
  startedAt: Date
  durationMs: number | null
  error: { code: string; message: string } | null
  output: Json
  wakeAt: Date | null
  event: string | null
  payload: Json
}

export async function readLog(db: Queryable, account: string, run: string): Promise<LoggedStep[]> {
  const { rows } = await db.query<LoggedStep>(
    `select seq, key, node_id as "nodeId", status, handle, attempt, started_at as "startedAt", duration_ms as "durationMs", error,
       output, wake_at as "wakeAt", event, payload
     from run_step where account_id = $1 and run_id = $2 and key is not null order by seq`,
    [account, run],
  )
  return rows
}

/** A flow to run; `version` is the live one. */
export interface FlowToRun {
  name: string
  status: string
  isSample: boolean
  isPausedByBudget: boolean
  version: number
  /** Null if the version is already cached. */
  body: string | null
}

/** `known`: parameter with the cached version, whose body is omitted. */
const flowFields = (known: string): string => `f.name, f.status, f.live_version as version, f.sample as "isSample",
  f.paused_by is not null as "isPausedByBudget",
  case when f.live_version = ${known}::int then null else (select d.body from flow_document d where d.account_id = f.account_id and d.flow_id = f.id) end as body`

/** Null if the flow does not exist in this account. */
export async function readFlowToRun(
  db: Queryable,
  account: string,
  flow: string,
  knownVersion: number | null,
): Promise<FlowToRun | null> {
  const { rows } = await db.query<FlowToRun>(
    `select ${flowFields('$3')} from flow f where f.account_id = $1 and f.id = $2`,
    [account, flow, knownVersion],
  )
  return rows[0] ?? null
}

/** A version of a flow; null if it does not exist in this account. */
export async function readFlowVersion(
  db: Queryable,
  account: string,
  flow: string,
  version: number,
): Promise<{ isSample: boolean; body: string } | null> {
  const { rows } = await db.query<{ sample: boolean }>('select sample from flow where account_id = $1 and id = $2', [
    account,
    flow,
  ])
  const [row] = rows
  const bytes = row && (await readVersionBytesOf(db, account, { flowId: flow, number: version }))
  return row && bytes ? { isSample: row.sample, body: bytes.toString() } : null
}

export interface NewRun {
  account: string
  id: string
  flow: { id: string; name: string; version: number }
  trigger: string
  triggerNodeId: string | null
  isTest: boolean
  input: Json
  conversation: { id: string; number: number } | null
  channel: { id: string; name: string; type: string } | null
  parent: { runId: string; key: string } | null
  retryOf: string | null
  attempt: number
  sourceKey: string | null
  reserved: bigint
  at: Date
  /** Reason of a run that is blocked at its start. */
  refused: { code: string; message: string } | null
}

/** False if a run with this source exists already. */
export async function insertRun(db: Queryable, run: NewRun): Promise<boolean> {
  const { flow, conversation, channel, parent, refused } = run
  const { rowCount } = await db.query(
    `insert into run (account_id, id, flow_id, flow_name, flow_version, trigger, trigger_node_id, is_test, started_at, input,
       conversation_id, conversation_number, channel_id, channel_name, channel_type, parent_run, parent_key, retry_of, attempt,
       source_key, reserved, status, finished_at, duration_ms, error_code, error_message, is_counted)
     select $1, $2, $3::jsonb->>'id', $3::jsonb->>'name', ($3::jsonb->>'version')::int, $4, $5, $6, $7, $8::jsonb, $9::jsonb->>'id', ($9::jsonb->>'number')::int,
       $10::jsonb->>'id', $10::jsonb->>'name', $10::jsonb->>'type', $11::jsonb->>'runId', $11::jsonb->>'key', $12, $13, $14, $15,
       case when $16::jsonb is null then 'queued' else 'blocked' end, case when $16::jsonb is null then null else $7::timestamptz end,
       case when $16::jsonb is null then null else 0 end, $16::jsonb->>'code', $16::jsonb->>'message', $16::jsonb is null
     on conflict (account_id, source_key) where source_key is not null do nothing`,
    [
      run.account,
      run.id,
      flow,
      run.trigger,
      run.triggerNodeId,
      run.isTest,
      run.at,
      JSON.stringify(run.input),
      conversation,
      channel,
      parent,
      run.retryOf,
      run.attempt,
      run.sourceKey,
      refused ? 0n : run.reserved,
      refused,
    ],
  )
  return rowCount === 1
}

export async function runOfSource(db: Queryable, account: string, sourceKey: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from run where account_id = $1 and source_key = $2', [
    account,
    sourceKey,
  ])
  return rows[0]?.id ?? null
}

/** Removes the queue entry of a run that was not created, in the same transaction. */
export async function deleteQueuedWork(db: Queryable, workflow: string): Promise<void> {
  await db.query(
    `with w as (delete from dbos.workflow_status where workflow_uuid = $1)
     delete from dbos.workflow_input where workflow_uuid = $1`,
    [workflow],
  )
}

/** State of the account; amounts in micros. */
export interface AccountUsage {
  /** Balance including credit, without reserves. */
  balance: bigint
  reserved: bigint
  /** Number of queued runs. */
  queued: number
  /** Whether a budget of the account may pause flows. */
  hasPausingBudget: boolean
}

/** Reserve per active run or tool test: about the cost of a short one. In micros. */
export const defaultReserve = 10_000n

const usageFields = `(a.credit_limit + coalesce((select sum(micros) from ledger_day where account_id = $1), 0))::text as balance,
  o.reserved::text as reserved, o.queued::text as queued,
  exists (select 1 from budget b where b.account_id = $1 and b.action = 'pause') as "hasPausingBudget"`
const usageTables = `account a cross join lateral (select count(*) filter (where status = 'queued') as queued, coalesce(sum(reserved), 0) + (select coalesce(sum(reserved), 0) from tool_trial where account_id = $1) as reserved
  from run where account_id = $1 and finished_at is null and not sample) o`

interface AccountUsageRow {
  balance: string
  reserved: string
  queued: string
  hasPausingBudget: boolean
}

const toAccountUsage = (row: AccountUsageRow | undefined): AccountUsage => ({
  balance: BigInt(row?.balance ?? '0'),
  reserved: BigInt(row?.reserved ?? '0'),
  queued: Number(row?.queued ?? 0),
  hasPausingBudget: row?.hasPausingBudget === true,
})

/** Whether the account has credit for another run. */
export const hasCredit = ({ balance, reserved }: AccountUsage): boolean => balance - reserved > 0n

export async function readAccountUsage(db: Queryable, account: string): Promise<AccountUsage> {
  const { rows } = await db.query<AccountUsageRow>(`select ${usageFields} from ${usageTables} where a.id = $1`, [
    account,
  ])
  return toAccountUsage(rows[0])
}

/** Data read before a run is accepted. */
export interface StartData {
  /** The run already started by the same source. */
  earlier: string | null
  usage: AccountUsage
  flow: FlowToRun | null
}

/** `knownVersion`: if it is current, the flow's body is omitted. */
export async function readStartData(
  db: Queryable,
  start: { account: string; flow: string; knownVersion: number | null; sourceKey: string | null },
): Promise<StartData> {
  const { account, flow, knownVersion, sourceKey } = start
  type Found = FlowToRun | { [key in keyof FlowToRun]: null }
  const { rows } = await db.query<AccountUsageRow & { earlier: string | null } & Found>(
    `select (select id from run where account_id = $1 and source_key = $4) as earlier, ${usageFields}, ${flowFields('$3')}
     from ${usageTables} left join flow f on f.account_id = a.id and f.id = $2 where a.id = $1`,
    [account, flow, knownVersion, sourceKey],
  )
  const [row] = rows
  const usage = toAccountUsage(row)
  if (!row || row.version === null) return { earlier: row?.earlier ?? null, usage, flow: null }
  const { earlier, name, status, isSample, isPausedByBudget, version, body } = row
  return { earlier, usage, flow: { name, status, isSample, isPausedByBudget, version, body } }
}

/** Depth of nested runs, at most `limit` + 1: limits flows that start themselves. */
export async function depthOfRun(db: Queryable, account: string, run: string, limit: number): Promise<number> {
  const { rows } = await db.query<{ depth: number }>(
    `with recursive above as (
       select parent_run, 1 as depth from run where account_id = $1 and id = $2
       union all
       select r.parent_run, above.depth + 1 from above join run r on r.account_id = $1 and r.id = above.parent_run
       where above.depth <= $3)
     select max(depth)::int as depth from above`,
    [account, run, limit],
  )
  return rows[0]?.depth ?? 0
}

/** Records which run retries a run. */
export async function markRetried(db: Queryable, account: string, run: string, retry: string): Promise<void> {
  await db.query('update run set retried_as = $3 where account_id = $1 and id = $2', [account, run, retry])
}

/**
 * Copies the steps of an earlier run that left by an output, also by the error output, at no cost; the new run
 * continues after them.
 */
export async function reuseSteps(db: Queryable, account: string, from: string, to: string): Promise<void> {
  await db.query(
    `insert into run_step (account_id, run_id, seq, node_id, node_name, node_type, status, handle, started_at, duration_ms, attempt,
       cost, error, output, key, input, is_reused)
     select account_id, $3, (row_number() over (order by seq))::int - 1, node_id, node_name, node_type, status, handle, started_at,
       duration_ms, 1, 0, error, output, key, input, true
     from run_step where account_id = $1 and run_id = $2 and key is not null and handle is not null`,
    [account, from, to],
  )
}
