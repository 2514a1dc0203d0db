/** Totals and groups of filtered runs: from the daily totals if possible, else from the runs. */
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import {
  costKinds,
  costNotRecorded,
  costOfNone,
  type run as runEndpoints,
  type summaryGroups,
} from '#contract/billing.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { formatMicros } from '#lib/money/money.ts'
import { hourStart } from '#lib/time/hour-start.ts'
import { nextDayStart, previousPeriod } from '#lib/time/period.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import type { FilterContext } from '#server/store/query/filter-sql.ts'
import type { TimeRange } from '#lib/time/local-time.ts'
import { readRunFilter, runCondition, runDayCondition, type RunFilter } from './run-filter.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow } from '#server/store/tables/flow.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import { costItems, type CostLineKey } from './run-cost-lines.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { SelectedFields } from 'drizzle-orm/pg-core'

/**
 * Exact daily totals of an account: `run_day`, plus runs that are not counted yet (active, or just ended). One statement,
 * so that a run being counted is in exactly one of them. Named like the table, so that its columns and conditions can
 * be reused.
 */
const exactDays = (account: string): SQL => sql`(
  select account_id, day, flow_id, channel_id, status, trigger, is_test, sample, runs::int8 as runs, cost, duration_ms
  from run_day where account_id = ${account}
  union all
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, sample, 1, cost,
    coalesce(duration_ms, 0)
  from run where account_id = ${account} and finished_at is null and not sample
  union all
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, sample, 1, cost,
    coalesce(duration_ms, 0)
  from run where account_id = ${account} and not is_counted) as "run_day"`

/** Like `scope.select(runDay, …)`, from the exact totals. */
export const selectDays = <F extends SelectedFields>(scope: Scope, fields: F, where: SQL | undefined) =>
  scope.withAccount((db, account) => db.select(fields).from(exactDays(account)).where(where))

type Summary = ResponseBody<typeof runEndpoints.summary>
type GroupName = (typeof summaryGroups)[number]
type Totals = Summary['totals']
interface Sums {
  runs: string
  ended: string
  failed: string
  cost: string
  duration: string
}
interface KeyedSums extends Sums {
  key: string | null
}
interface NamedSums extends KeyedSums {
  /** Name of a tool that may have been deleted. */
  name: string | null
}

/** Failed statuses. Runs blocked for lack of credit did not start and do not count. */
const failed = sql`('failed', 'timed_out')`
const open = sql`('queued', 'running', 'waiting')`
/** Maximum number of groups in a response. */
const maxGroups = 366
/** Seconds of which all zone offsets are multiples. */
const quarter = 900

const runSums = {
  runs: sql<string>`count(*)::text`,
  ended: sql<string>`(count(*) filter (where ${run.status} not in ${open}))::text`,
  failed: sql<string>`(count(*) filter (where ${run.status} in ${failed}))::text`,
  cost: sql<string>`coalesce(sum(${run.cost}), 0)::text`,
  duration: sql<string>`coalesce(sum(${run.durationMs}), 0)::text`,
}
const daySums = {
  runs: sql<string>`coalesce(sum(${runDay.runs}), 0)::text`,
  ended: sql<string>`coalesce(sum(${runDay.runs}) filter (where ${runDay.status} not in ${open}), 0)::text`,
  failed: sql<string>`coalesce(sum(${runDay.runs}) filter (where ${runDay.status} in ${failed}), 0)::text`,
  cost: sql<string>`coalesce(sum(${runDay.cost}), 0)::text`,
  duration: sql<string>`coalesce(sum(${runDay.durationMs}), 0)::text`,
}

/** Source of totals: rows of `run`, or of the daily totals. */
interface Source {
  scope: Scope
  where: SQL | undefined
  daily: boolean
}

function sourceOf(scope: Scope, filter: RunFilter, context: FilterContext): Source {
  const days = runDayCondition(filter, context)
  return days
    ? { scope, where: days.where, daily: true }
    : { scope, where: runCondition(filter, context), daily: false }
}

const toTotals = (sums: Sums | undefined): Totals => ({
  count: Number(sums?.runs ?? 0),
  ended: Number(sums?.ended ?? 0),
  failed: Number(sums?.failed ?? 0),
  cost: formatMicros(BigInt(sums?.cost ?? '0')),
  duration_ms: Number(sums?.duration ?? 0),
})

async function totalsOf({ scope, where, daily }: Source): Promise<Totals> {
  const [row] = daily ? await selectDays(scope, daySums, where) : await scope.select(run, runSums, where)
  return toTotals(row)
}

/** Totals by a column, most expensive first; at most `maxGroups`. */
function grouped(
  { scope, where, daily }: Source,
  columns: { run: SQL<string | null>; day: SQL<string | null> },
): Promise<KeyedSums[]> {
  // Groups by position, because a parameter in an expression would make it a different one in `group by`.
  if (daily)
    return selectDays(scope, { key: columns.day, ...daySums }, where)
      .groupBy(sql`1`)
      .orderBy(sql`sum(${runDay.cost}) desc`, sql`1`)
      .limit(maxGroups)
  return scope
    .select(run, { key: columns.run, ...runSums }, where)
    .groupBy(sql`1`)
    .orderBy(sql`sum(${run.cost}) desc`, sql`1`)
    .limit(maxGroups)
}

function addUp(rows: readonly KeyedSums[], keyOf: (row: KeyedSums) => string): KeyedSums[] {
  const found = new Map<string, { runs: bigint; ended: bigint; failed: bigint; cost: bigint; duration: bigint }>()
  for (const row of rows) {
    const key = keyOf(row)
    const sums = found.get(key) ?? { runs: 0n, ended: 0n, failed: 0n, cost: 0n, duration: 0n }
    sums.runs += BigInt(row.runs)
    sums.ended += BigInt(row.ended)
    sums.failed += BigInt(row.failed)
    sums.cost += BigInt(row.cost)
    sums.duration += BigInt(row.duration)
    found.set(key, sums)
  }
  return [...found].map(([key, { runs, ended, failed: failedCount, cost, duration }]) => ({
    key,
    runs: String(runs),
    ended: String(ended),
    failed: String(failedCount),
    cost: String(cost),
    duration: String(duration),
  }))
}

/**
 * Totals of the runs by a key of their start, in order. Sums quarter hours, because the database's time zone data may
 * differ from ours.
 */
async function byStart(scope: Scope, where: SQL | undefined, keyOf: (at: number) => string): Promise<KeyedSums[]> {
  const key = sql<string>`(floor(extract(epoch from ${run.startedAt}) / ${sql.raw(String(quarter))}))::int8::text`
  const rows = await scope.select(run, { key, ...runSums }, where).groupBy(sql`1`)
  const found = addUp(rows, (row) => keyOf(Number(row.key) * quarter * 1000))
  return found.toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
}

/** Totals by day of the zone, in order. */
async function byDay(filter: RunFilter, source: Source, context: FilterContext): Promise<KeyedSums[]> {
  const { scope, where } = source
  if (source.daily && context.zone === 'UTC')
    return selectDays(scope, { key: sql<string>`${runDay.day}::text`, ...daySums }, where)
      .groupBy(sql`1`)
      .orderBy(sql`1`)
  return byStart(scope, runCondition(filter, context), (at) => dayIn(at, context.zone))
}

/** Totals by hour of the zone, in order. An hour that the clocks repeat is two. */
const byHour = (filter: RunFilter, scope: Scope, context: FilterContext): Promise<KeyedSums[]> =>
  byStart(scope, runCondition(filter, context), (at) => new Date(hourStart(at, context.zone)).toISOString())

/** Cost by kind, model or tool: a run counts in each of them; durations are 0. */
function byCostLine(name: CostLineKey, filter: RunFilter, scope: Scope, context: FilterContext): Promise<NamedSums[]> {
  const fields = {
    key: sql<string | null>`item.key`,
    name: sql<string | null>`max(item.tool)`,
    runs: sql<string>`count(distinct ${run.id})::text`,
    ended: sql<string>`(count(distinct ${run.id}) filter (where ${run.status} not in ${open}))::text`,
    failed: sql<string>`(count(distinct ${run.id}) filter (where ${run.status} in ${failed}))::text`,
    cost: sql<string>`coalesce(sum(item.micros), 0)::text`,
    duration: sql<string>`'0'`,
  }
  return scope
    .select(run, fields, runCondition(filter, context))
    .crossJoin(costItems(name))
    .groupBy(sql`1`)
    .orderBy(sql`sum(item.micros) desc`, sql`1`)
    .limit(maxGroups)
}

async function labelsOf(scope: Scope, group: GroupName, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0 || (group !== 'flow' && group !== 'channel')) return new Map()
  const rows =
    group === 'flow'
      ? await scope.select(flow, { id: flow.id, label: flow.name }, inArray(flow.id, keys))
      : await scope.select(channel, { id: channel.id, label: channel.name }, inArray(channel.id, keys))
  const labels = new Map(rows.map((row) => [row.id, row.label]))
  const gone = keys.filter((key) => !labels.has(key))
  if (gone.length === 0) return labels
  const [id, label] = group === 'flow' ? [run.flowId, run.flowName] : [run.channelId, run.channelName]
  // A deleted flow or channel has the name from any of its runs: one index lookup each.
  const kept = scope.select(run, { label: sql`${label}` }, sql`${id} = gone.id`).limit(1)
  const [row] = await scope.selectAccount({
    names: sql<
      (string | null)[]
    >`array(select ${kept} from unnest(${sql.param(gone)}::text[]) with ordinality as gone(id, place) order by place)`,
  })
  for (const [index, key] of gone.entries()) {
    const name = row?.names[index]
    if (name) labels.set(key, name)
  }
  return labels
}

const groupColumns = {
  flow: { run: sql<string>`${run.flowId}`, day: sql<string>`${runDay.flowId}` },
  channel: { run: sql<string | null>`${run.channelId}`, day: sql<string | null>`nullif(${runDay.channelId}, '')` },
  status: { run: sql<string>`${run.status}`, day: sql<string>`${runDay.status}` },
}

const wordsOfKeys: Readonly<Record<CostLineKey, Readonly<Record<string, string>>>> = {
  kind: costKinds,
  model: { [costOfNone]: 'No model' },
  tool: { [costOfNone]: 'No tool' },
}

async function costGroup(name: CostLineKey, filter: RunFilter, scope: Scope, context: FilterContext) {
  const rows = await byCostLine(name, filter, scope, context)
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  const tools =
    name === 'tool' && ids.length > 0
      ? await scope.select(tool, { id: tool.id, name: tool.name }, inArray(tool.id, ids))
      : []
  const names = new Map(tools.map((one) => [one.id, one.name]))
  return rows.map((row) => {
    const key = row.key ?? costNotRecorded
    const words = key === costNotRecorded ? 'Not recorded' : wordsOfKeys[name][key]
    return { key, label: words ?? names.get(key) ?? (name === 'tool' ? row.name : null) ?? key, ...toTotals(row) }
  })
}

async function groupOf(name: GroupName, filter: RunFilter, source: Source, context: FilterContext) {
  const { scope } = source
  if (name === 'kind' || name === 'model' || name === 'tool') return costGroup(name, filter, scope, context)
  const rows =
    name === 'day'
      ? await byDay(filter, source, context)
      : name === 'hour'
        ? await byHour(filter, scope, context)
        : await grouped(source, groupColumns[name])
  const labels = await labelsOf(
    scope,
    name,
    rows.flatMap((row) => (row.key === null ? [] : [row.key])),
  )
  return rows.slice(-maxGroups).map((row) => {
    const key = row.key ?? 'none'
    return { key, label: labels.get(key) ?? (row.key === null ? 'No channel' : key), ...toTotals(row) }
  })
}

/** The previous period of equal length; a filter without an end ends with the current day. */
function previousRange({ from, to }: TimeRange, zone: string, now: Date): { from: Date; to: Date } | null {
  if (!from) return null
  const start = from.getTime()
  const end = to?.getTime() ?? Math.max(nextDayStart(now.getTime(), zone), nextDayStart(start, zone))
  const before = previousPeriod({ from: start, to: end }, zone)
  return { from: new Date(before.from), to: new Date(before.to) }
}

export async function summarizeRuns(
  scope: Scope,
  parts: readonly FilterPart[],
  names: readonly GroupName[],
  context: FilterContext & { now: Date },
): Promise<Summary> {
  const filter = readRunFilter(parts, context.zone)
  const source = sourceOf(scope, filter, context)
  const totals = await totalsOf(source)
  const range = previousRange(filter.range, context.zone, context.now)
  const previous = range && {
    ...(await totalsOf(sourceOf(scope, { rules: filter.rules, range }, context))),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
  }
  const groups: Summary['groups'] = {}
  for (const name of names) groups[name] = await groupOf(name, filter, source, context)
  return { currency: await accountCurrency(scope), totals, previous, groups }
}
