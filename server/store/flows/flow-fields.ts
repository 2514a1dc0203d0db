/** SQL of a flow's summary in one statement: its row, tools, channels and recent totals. */
import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { FlowStatus, type FlowSummary } from '#contract/flow.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, isLiveBinding } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Days of "the last 30 days": today and the 29 before, UTC. */
const costDays = 30
const dayLength = 86_400_000

/** The first day (2026-11-01) of the last 30 days. */
export const costSince = (now: Date): string =>
  new Date(now.getTime() - (costDays - 1) * dayLength).toISOString().slice(0, 10)

/** Number of runs in rows of `run_day`; the failed ones among them. */
const countedRuns = sql`coalesce(sum(${runDay.runs}), 0)::int`
export const failedRuns = sql`coalesce(sum(${runDay.runs}) filter (where ${runDay.status} in ('failed', 'timed_out')), 0)::int`

/** Totals of a flow in the last 30 days; `cost`: micros as text. */
export interface RecentTotals {
  cost: string
  runs: number
  failed: number
}

export const recentTotals = sql<RecentTotals>`json_build_object(
  'cost', coalesce(sum(${runDay.cost}), 0)::int8::text, 'runs', ${countedRuns}, 'failed', ${failedRuns})`

const totalsOfFlow = (scope: Scope, now: Date): SQL<RecentTotals> =>
  sql<RecentTotals>`${scope.select(
    runDay,
    { totals: recentTotals },
    and(eq(runDay.flowId, flow.id), gte(runDay.day, costSince(now))),
  )}`

/** Tools bound to the flow's tool and secret keys. */
const toolsOfFlow = (scope: Scope): SQL<FlowSummary['tools']> => {
  const bound = scope
    .select(tool, { id: tool.id, key: tool.key, name: tool.name, category: tool.category })
    .innerJoin(
      flowBinding,
      scope.on(
        flowBinding,
        and(
          eq(flowBinding.targetId, tool.id),
          eq(flowBinding.flowId, flow.id),
          sql`${flowBinding.kind} in ('tool', 'secret')`,
          isLiveBinding,
        ),
      ),
    )
    .groupBy(tool.accountId, tool.id)
    .as('bound')
  return sql<
    FlowSummary['tools']
  >`(select coalesce(json_agg(json_build_object('id', ${bound.id}, 'key', ${bound.key}, 'name', ${bound.name}, 'category', ${bound.category}) order by ${bound.key}), '[]') from ${bound})`
}

/** Channels that start the flow, and channels bound to its channel keys. */
const channelsOfFlow = (scope: Scope): SQL<FlowSummary['channels']> => {
  const starting = scope.select(channel, { id: channel.id }, eq(channel.flowId, flow.id))
  const written = scope.select(
    flowBinding,
    { id: flowBinding.targetId },
    and(eq(flowBinding.flowId, flow.id), sql`${flowBinding.kind} = 'channel'`, isLiveBinding),
  )
  const list = sql`coalesce(json_agg(json_build_object('id', ${channel.id}, 'name', ${channel.name}, 'type', ${channel.type}) order by ${channel.name}, ${channel.id}), '[]')`
  return sql<
    FlowSummary['channels']
  >`${scope.select(channel, { list }, sql`${channel.id} in (${starting} union all ${written})`)}`
}

/** Summary columns from the flow's row. */
export const flowColumns = {
  id: flow.id,
  name: flow.name,
  description: flow.description,
  status: flow.status,
  version: flow.version,
  liveVersion: flow.liveVersion,
  draftVersion: flow.draftVersion,
  tags: flow.tags,
  nodeCount: flow.nodeCount,
  edgeCount: flow.edgeCount,
  triggerTypes: flow.triggerTypes,
  runCount: flow.runCount,
  lastRunAt: flow.lastRunAt,
  lastRunStatus: flow.lastRunStatus,
  createdById: flow.createdById,
  createdByName: flow.createdByName,
  createdAt: flow.createdAt,
  updatedAt: flow.updatedAt,
  sample: flow.sample,
  validationSummary: flow.validationSummary,
  pausedBy: flow.pausedBy,
}

export const flowFields = (scope: Scope, now: Date) => ({
  ...flowColumns,
  recent: totalsOfFlow(scope, now),
  tools: toolsOfFlow(scope),
  channels: channelsOfFlow(scope),
})

type Row = Pick<typeof flow.$inferSelect, keyof typeof flowColumns>
export type FlowRow = Row & { recent: RecentTotals } & Pick<FlowSummary, 'tools' | 'channels'>

export const toFlowSummary = (row: FlowRow, currency: string): FlowSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: FlowStatus.parse(row.status),
  version: row.version,
  tags: row.tags,
  node_count: row.nodeCount,
  edge_count: row.edgeCount,
  trigger_types: row.triggerTypes,
  tools: row.tools,
  channels: row.channels,
  last_run_at: row.lastRunAt?.toISOString() ?? null,
  last_run_status: row.lastRunStatus === null ? null : RunStatus.parse(row.lastRunStatus),
  run_count: row.runCount,
  cost_last_30_days: formatMicros(BigInt(row.recent.cost)),
  runs_last_30_days: row.recent.runs,
  failed_last_30_days: row.recent.failed,
  currency,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  created_by: row.createdById === null ? null : { id: row.createdById, name: row.createdByName ?? '' },
  sample: row.sample,
  ...(row.validationSummary && { validation_summary: row.validationSummary }),
  live_version: row.liveVersion,
  ...(row.draftVersion !== null && { draft_version: row.draftVersion }),
  ...(row.pausedBy && row.status === 'paused' && { paused_by: row.pausedBy }),
})
