/** The list of flows: search, filter, order, page. */
import { and, arrayOverlaps, inArray, sql, type SQL, desc } from 'drizzle-orm'
import { type flowOrderings, FlowStatus, type FlowSummary, maxListedTags } from '#contract/flow.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { StatementCache } from '#server/store/query/statement-cache.ts'
import { commaChoices, commaList } from '#server/store/query/comma-list.ts'
import { refreshRecentTotals } from './flow-costs.ts'
import { costSince, toFlowSummary } from './flow-fields.ts'
import { pageStatement, toFlowRows, type PageRow } from './flow-rows.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { flow, flowStatusOrder } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { matches, searchWords } from '#server/store/query/search.ts'

/** Tags with their number of flows, most used first. */
export async function countTags(scope: Scope): Promise<{ results: { tag: string; count: number }[]; more: boolean }> {
  const each = scope.select(flow, { tag: sql<string>`unnest(${flow.tags})`.as('tag') }).as('each')
  const rows = await scope.withAccount((db) =>
    db
      .select({ tag: each.tag, count: sql<number>`count(*)::int`.as('count') })
      .from(each)
      .groupBy(each.tag)
      .orderBy(desc(sql`count`), each.tag)
      .limit(maxListedTags + 1),
  )
  return { results: rows.slice(0, maxListedTags), more: rows.length > maxListedTags }
}

export interface FlowListQuery extends PageQuery {
  search?: string | undefined
  status?: string | undefined
  tag?: string | undefined
}

const orderings = {
  name: { expression: sql`lower(${flow.name})`, type: 'text', nullable: false },
  status: { expression: flowStatusOrder(flow.status), type: 'int8', nullable: false },
  node_count: { expression: sql`${flow.nodeCount}`, type: 'int8', nullable: false },
  last_run_at: { expression: sql`${flow.lastRunAt}`, type: 'timestamptz', nullable: true },
  run_count: { expression: sql`${flow.runCount}`, type: 'int8', nullable: false },
  cost_last_30_days: { expression: sql`${flow.recentCost}`, type: 'int8', nullable: false },
  failed_last_30_days: { expression: sql`${flow.recentFailures}`, type: 'int8', nullable: false },
  created_at: { expression: sql`${flow.createdAt}`, type: 'timestamptz', nullable: false },
  updated_at: { expression: sql`${flow.updatedAt}`, type: 'timestamptz', nullable: false },
} as const satisfies Record<(typeof flowOrderings)[number], unknown>

const statements = new StatementCache<PageRow>()

const isStatus = (statuses: readonly string[]): SQL => inArray(flow.status, [...statuses])

/** Status condition in terms of the status order, so that one index serves both filter and order. */
const orderFollowsStatus = (statuses: readonly string[]): SQL =>
  inArray(
    orderings.status.expression,
    statuses.map((status) => flowStatusOrder(sql`${status}`)),
  )

function conditionOfList(query: FlowListQuery, ofStatuses: typeof isStatus): SQL | undefined {
  const statuses = commaChoices('status', query.status, FlowStatus.options)
  const tags = commaList(query.tag)
  return and(
    statuses ? ofStatuses(statuses) : undefined,
    tags ? arrayOverlaps(flow.tags, tags) : undefined,
    searchWords(query.search, (pattern) => [matches(sql`${flow.searchText}`, pattern)]),
  )
}

/** A page of flow summaries. 400 for an unknown status or ordering. */
export async function listFlows(scope: Scope, query: FlowListQuery, now: Date): Promise<Page<FlowSummary>> {
  const keys = sortKeys(orderings, query.ordering, '-updated_at')
  const counted = conditionOfList(query, isStatus)
  const isByStatus = keys[0]?.expression === orderings.status.expression
  const where = isByStatus ? conditionOfList(query, orderFollowsStatus) : counted
  if (/last_30_days/.test(query.ordering ?? '')) await refreshRecentTotals(scope, now)
  const currency = await accountCurrency(scope)
  const read = async (part: PagePart) => {
    const build = () => pageStatement(scope, now, where, part)
    const rows =
      part.statementKey === null
        ? await build()
        : await statements.run(scope, `${part.statementKey} ${costSince(now)}`, build)
    return toFlowRows(rows)
  }
  const name = `flow ${query.ordering ?? ''}`
  return readPage({
    scope,
    findsById: true,
    sparse: /\S/.test(query.search ?? ''),
    table: flow,
    where,
    rows: scope.rows(flow, counted),
    name,
    keys,
    id: sql`${flow.id}`,
    query,
    read,
    toResult: (row) => toFlowSummary(row, currency),
  })
}
