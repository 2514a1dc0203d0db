/** Groups runs that did not succeed by `run.reason`, with trends. */
import { and, isNotNull, sql } from 'drizzle-orm'
import { maxReasons, type RunReason, type RunReasons } from '#contract/run-work.ts'
import { trendLength } from '#contract/values/trend.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import type { FilterContext } from '#server/store/query/filter-sql.ts'
import { run } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { readRunFilter, runCondition } from './run-filter.ts'

/** A reason is new for a day after its first run: a longer time would mark most of the rare reasons of a month. */
const newMs = 86_400_000

/** A reason; times in ms since 1970, amounts in micros. */
interface Row extends Record<string, unknown> {
  key: string
  runs: number
  retried: number
  first: number
  last: number
  cost: string
  trend: Record<string, number>
  isNew: boolean
  flowId: string
  flowName: string
  status: string
  code: string | null
  message: string | null
  nodeId: string | null
  nodeName: string | null
  solved: { at: string; id: string; name: string } | null
  /** Of all reasons. */
  reasons: number
  allRuns: string
  allCost: string
  from: number
  to: number
}

const toReason = (row: Row): RunReason => ({
  key: row.key,
  flow: { id: row.flowId, name: row.flowName },
  node: row.nodeId === null ? null : { id: row.nodeId, name: row.nodeName ?? row.nodeId },
  status: RunStatus.parse(row.status),
  error: { code: row.code ?? '', message: row.message ?? '' },
  count: row.runs,
  retried: row.retried,
  first_at: new Date(row.first).toISOString(),
  last_at: new Date(row.last).toISOString(),
  cost: formatMicros(BigInt(row.cost)),
  trend: Array.from({ length: trendLength }, (_, slice) => row.trend[slice] ?? 0),
  is_new: row.isNew,
  solved: row.solved && {
    at: new Date(row.solved.at).toISOString(),
    by: { id: row.solved.id, name: row.solved.name },
  },
})

/** Runs beyond the reasons in the response; null if there are none. */
function otherOf(rows: readonly Row[]): RunReasons['other'] {
  const [first] = rows
  if (!first || first.reasons <= rows.length) return null
  const cost = rows.reduce((sum, row) => sum - BigInt(row.cost), BigInt(first.allCost))
  const count = rows.reduce((sum, row) => sum - row.runs, Number(first.allRuns))
  return { reasons: first.reasons - rows.length, count, cost: formatMicros(cost) }
}

/** Whether no run failed for the reason `s` since it was marked as solved. */
const isSolved = sql`not exists (select 1 from run newer where newer.account_id = s.account_id and newer.reason = s.reason
  and coalesce(newer.finished_at, newer.started_at) > s.solved_at)`

/**
 * One statement: the runs of the filter, by reason and slice of the period; the latest run of each of the most frequent
 * reasons; whether an earlier run has the same reason.
 */
export async function groupRunsByReason(
  scope: Scope,
  parts: readonly FilterPart[],
  context: FilterContext & { now: Date },
): Promise<RunReasons> {
  const filter = readRunFilter(parts, context.zone)
  const { from, to } = filter.range
  const condition = scope.on(run, and(runCondition(filter, context), isNotNull(run.reason)))
  const end = to?.getTime() ?? (from === null ? null : context.now.getTime())
  const { rows } = await scope.withAccount((db, account) =>
    db.execute<Row>(sql`
      with matched as materialized (
        select ${run.reason} as reason, ${run.id} as id, ${run.cost} as cost,
          (${run.retriedAs} is not null)::int as retried, extract(epoch from ${run.startedAt})::float8 * 1000 as ms
        from ${run} where ${condition}),
      period as materialized (
        select coalesce(${from?.getTime() ?? null}::float8, min(ms)) as since, coalesce(${end}::float8, max(ms)) as until from matched),
      slices as (
        select reason, count(*)::int as runs, sum(retried)::int as retried, min(ms) as first, max(ms) as last, sum(cost) as cost,
          least(${trendLength - 1}, greatest(0, floor((ms - since) / greatest(until - since, 1) * ${trendLength})))::int as slice
        from matched, period group by reason, slice),
      reasons as (
        select reason, sum(runs)::int as runs, sum(retried)::int as retried, min(first) as first, max(last) as last, sum(cost) as cost,
          jsonb_object_agg(slice, runs) as trend, count(*) over ()::int as reasons, sum(sum(runs)) over ()::text as all_runs,
          sum(sum(cost)) over ()::text as all_cost
        from slices group by reason order by runs desc, last desc, reason limit ${maxReasons}),
      latest as (
        select distinct on (m.reason) m.reason, m.id from matched m join reasons g on g.reason = m.reason and g.last = m.ms
        order by m.reason, m.id desc)
      select g.reason as key, g.runs, g.retried, g.first, g.last, g.cost::text as cost, g.trend,
        not exists (select 1 from run earlier where earlier.account_id = ${account} and earlier.reason = g.reason
          and earlier.started_at < to_timestamp(greatest(period.since, period.until - ${newMs}) / 1000)) as "isNew",
        r.flow_id as "flowId", r.flow_name as "flowName", r.status, r.error_code as code,
        r.error_message as message, r.error_node_id as "nodeId",
        (select s.node_name from run_step s where s.account_id = ${account} and s.run_id = latest.id and s.node_id = r.error_node_id
          order by s.seq desc limit 1) as "nodeName",
        (select json_build_object('at', s.solved_at, 'id', s.solved_by_id, 'name', s.solved_by_name) from solved_reason s
          where s.account_id = ${account} and s.reason = g.reason and ${isSolved}) as solved,
        g.reasons, g.all_runs as "allRuns", g.all_cost as "allCost", period.since as "from", period.until as "to"
      from reasons g cross join period
      join latest on latest.reason = g.reason
      join run r on r.account_id = ${account} and r.id = latest.id
      order by g.runs desc, g.last desc, g.reason`),
  )
  const [first] = rows
  const today = new Date(context.now).setUTCHours(0, 0, 0, 0)
  return {
    currency: await accountCurrency(scope),
    from: new Date(first?.from ?? from?.getTime() ?? end ?? today).toISOString(),
    to: new Date(first?.to ?? end ?? today).toISOString(),
    results: rows.map(toReason),
    other: otherOf(rows),
  }
}
