/**
 * Rows of a page of flows in one statement. Tools, channels and totals are looked up once for the page and returned with
 * its first row: three subqueries per row cost three times as much as the rest of the list.
 */
import { and, gte, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { BudgetPause, FlowSummary, ValidationSummary } from '#contract/flow.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, isLiveBinding } from '#server/store/tables/flow.ts'
import { runDay } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import { costSince, flowColumns, recentTotals, type FlowRow, type RecentTotals } from './flow-fields.ts'
import type { PagePart } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Objects that the flows of a page refer to, each once, in display order. */
interface Named {
  /** Ids of tools and channels, by flow. */
  uses: Record<string, string[]> | null
  /** By flow. */
  totals: Record<string, RecentTotals> | null
  tools: FlowSummary['tools'] | null
  /** `starts`: the flow that the channel starts. */
  channels: (FlowSummary['channels'][number] & { starts: string | null })[] | null
}

/** A row of `flow` as JSON: one value per row costs database and client half as much as one value per column. */
interface StoredUses {
  id: string
  name: string
  description: string
  status: string
  version: number
  live_version: number
  draft_version: number | null
  tags: string[]
  node_count: number
  edge_count: number
  trigger_types: string[]
  run_count: number
  last_run_at: string | null
  last_run_status: string | null
  created_by_id: string | null
  created_by_name: string | null
  created_at: string
  updated_at: string
  sample: boolean
  validation_summary: ValidationSummary | null
  paused_by: BudgetPause | null
  /** Sort values of the row (page-sql.ts). */
  keys: (string | null)[]
  total: number | null
}

/** A result row; the first one also has the referenced objects. */
export interface PageRow {
  row: StoredUses
  named: Named | null
}

const idsOfPage = sql`any(array(select id from page))`
const idsOfUses = sql`any(array(select unnest(ids) from uses))`

function namedBy(scope: Scope, now: Date): SQL<Named | null> {
  const totals = scope
    .select(
      runDay,
      { flowId: runDay.flowId, totals: recentTotals.as('totals') },
      and(sql`${runDay.flowId} = ${idsOfPage}`, gte(runDay.day, costSince(now))),
    )
    .groupBy(runDay.flowId)
  const tools = scope.select(
    tool,
    {
      list: sql`json_agg(json_build_object('id', ${tool.id}, 'key', ${tool.key}, 'name', ${tool.name}, 'category', ${tool.category}) order by ${tool.key})`,
    },
    sql`${tool.id} = ${idsOfUses}`,
  )
  const channels = scope.select(
    channel,
    {
      list: sql`json_agg(json_build_object('id', ${channel.id}, 'name', ${channel.name}, 'type', ${channel.type}, 'starts', ${channel.flowId}) order by ${channel.name}, ${channel.id})`,
    },
    sql`(${channel.id} = ${idsOfUses} or ${channel.flowId} = ${idsOfPage})`,
  )
  return sql<Named | null>`case when page.id = (select id from page limit 1) then json_build_object(
    'uses', (select json_object_agg(flow_id, ids) from uses),
    'totals', (select json_object_agg(flow_id, totals) from ${totals} as totals),
    'tools', ${tools},
    'channels', ${channels}) end`
}

/** Statement of a page. It reads only `page`, without a join, so that rows keep its order. */
export const pageStatement = (scope: Scope, now: Date, where: SQL | undefined, part: PagePart) =>
  scope.withAccount((db) => {
    const fields = { ...flowColumns, keys: part.fields.keys.as('keys'), total: part.fields.total.as('total') }
    const page = db.$with('page').as(scope.select(flow, fields, and(where, part.condition)).orderBy(...part.order))
    const uses = db
      .$with('uses')
      .as(
        scope
          .select(
            flowBinding,
            { flowId: flowBinding.flowId, ids: sql`array_agg(${flowBinding.targetId})`.as('ids') },
            and(sql`${flowBinding.flowId} = ${idsOfPage}`, isNotNull(flowBinding.targetId), isLiveBinding),
          )
          .groupBy(flowBinding.flowId),
      )
    return db
      .with(page, uses)
      .select({ row: sql<StoredUses>`row_to_json(page)`, named: namedBy(scope, now) })
      .from(page)
  })

const fromWritten = (row: StoredUses) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  version: row.version,
  liveVersion: row.live_version,
  draftVersion: row.draft_version,
  tags: row.tags,
  nodeCount: row.node_count,
  edgeCount: row.edge_count,
  triggerTypes: row.trigger_types,
  runCount: row.run_count,
  lastRunAt: row.last_run_at === null ? null : new Date(row.last_run_at),
  lastRunStatus: row.last_run_status,
  createdById: row.created_by_id,
  createdByName: row.created_by_name,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  sample: row.sample,
  validationSummary: row.validation_summary,
  pausedBy: row.paused_by,
  keys: row.keys,
  total: row.total,
})

/** Assigns the referenced objects to their flows. */
export function toFlowRows(rows: readonly PageRow[]) {
  const named = rows.find((one) => one.named !== null)?.named
  const tools = named?.tools ?? []
  const channels = (named?.channels ?? []).map(({ starts, ...shown }) => ({ starts, shown }))
  return rows.map(({ row }) => {
    const uses = named?.uses?.[row.id] ?? []
    return {
      ...fromWritten(row),
      recent: named?.totals?.[row.id] ?? { cost: '0', runs: 0, failed: 0 },
      tools: tools.filter(({ id }) => uses.includes(id)),
      channels: channels
        .filter(({ starts, shown }) => starts === row.id || uses.includes(shown.id))
        .map(({ shown }) => shown),
    } satisfies FlowRow & Pick<StoredUses, 'keys' | 'total'>
  })
}
