/** Versions of a flow with their runs, for lists and for one of them. */
import { and, eq, isNull, not, sql, type SQL } from 'drizzle-orm'
import type { FlowVersion, VersionState as StateName } from '#contract/flows/flow-version.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { formatMicros } from '#lib/money/money.ts'
import { flow, flowVersion, runVersion } from '#server/store/tables/flow.ts'
import { run, runStep } from '#server/store/tables/run.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { flowCreator, readVersionState, type VersionState } from './flow-version.ts'

interface RunTotals {
  runs: number
  failed: number
  tests: number
  /** In micros. */
  cost: string
}

const totalsOfVersion = (scope: Scope, flowId: string, number: SQL): SQL<RunTotals> =>
  sql<RunTotals>`${scope.select(
    runVersion,
    {
      totals: sql`json_build_object(
        'runs', coalesce(sum(${runVersion.runs}) filter (where not ${runVersion.isTest}), 0)::int,
        'failed', coalesce(sum(${runVersion.failed}) filter (where not ${runVersion.isTest}), 0)::int,
        'tests', coalesce(sum(${runVersion.runs}) filter (where ${runVersion.isTest}), 0)::int,
        'cost', coalesce(sum(${runVersion.cost}), 0)::int8::text)`,
    },
    and(eq(runVersion.flowId, flowId), sql`${runVersion.number} = ${number}`),
  )}`

const fieldsOf = (scope: Scope, flowId: string) => ({
  number: flowVersion.number,
  at: flowVersion.at,
  by: flowVersion.by,
  source: flowVersion.source,
  note: flowVersion.note,
  nodeCount: flowVersion.nodeCount,
  edgeCount: flowVersion.edgeCount,
  changes: flowVersion.changes,
  summary: flowVersion.summary,
  liveSince: flowVersion.liveSince,
  totals: totalsOfVersion(scope, flowId, sql`${flowVersion.number}`),
})

type Row = Omit<typeof flowVersion.$inferSelect, 'accountId' | 'flowId' | 'wholeNumber' | 'body'> & {
  totals: RunTotals
}

type OpenRuns = FlowVersion['open']
const noRuns: OpenRuns = { count: 0, waiting: 0, waiting_until: null }

/** Open runs of a flow by version. */
async function openRuns(scope: Scope, flowId: string): Promise<Map<number, OpenRuns>> {
  const wakes = sql<Date | null>`max((${scope.select(
    runStep,
    { at: sql`max(${runStep.wakeAt})` },
    and(eq(runStep.runId, run.id), eq(runStep.status, 'waiting')),
  )}))`
  const rows = await scope
    .select(
      run,
      {
        number: run.flowVersion,
        count: sql<number>`count(*)::int`,
        waiting: sql<number>`(count(*) filter (where ${run.status} = 'waiting'))::int`,
        until: wakes.mapWith(run.finishedAt),
      },
      and(eq(run.flowId, flowId), isNull(run.finishedAt), not(run.sample)),
    )
    .groupBy(run.flowVersion)
  return new Map(
    rows.map(({ number, count, waiting, until }) => [
      number,
      { count, waiting, waiting_until: until?.toISOString() ?? null },
    ]),
  )
}

function stateOf({ number, liveSince }: Pick<Row, 'number' | 'liveSince'>, { live, draft }: VersionState): StateName {
  if (number === live) return 'live'
  if (number === draft) return 'draft'
  return liveSince === null ? 'discarded' : 'former'
}

const toVersion = (row: Row, state: VersionState, open: ReadonlyMap<number, OpenRuns>): FlowVersion => ({
  number: row.number,
  state: stateOf(row, state),
  at: row.at.toISOString(),
  by: row.by,
  source: row.source,
  note: row.note,
  node_count: row.nodeCount,
  edge_count: row.edgeCount,
  changes: row.changes,
  summary: row.summary,
  live_since: row.liveSince?.toISOString() ?? null,
  runs: row.totals.runs,
  failed: row.totals.failed,
  tests: row.totals.tests,
  cost: formatMicros(BigInt(row.totals.cost)),
  open: open.get(row.number) ?? noRuns,
})

/** Version 1 of a flow whose definition never changed, which is not stored as a version. */
async function onlyVersion(scope: Scope, flowId: string): Promise<Row | null> {
  const [row] = await scope.select(
    flow,
    {
      at: flow.createdAt,
      by: flowCreator,
      nodeCount: flow.nodeCount,
      edgeCount: flow.edgeCount,
      totals: totalsOfVersion(scope, flowId, sql`1`),
    },
    eq(flow.id, flowId),
  )
  if (!row) return null
  const { at, by, nodeCount, edgeCount, totals } = row
  return {
    number: 1,
    at,
    by,
    source: { kind: 'created', name: null, version: null },
    note: '',
    nodeCount,
    edgeCount,
    changes: null,
    summary: '',
    liveSince: at,
    totals,
  }
}

const orderings = { number: { expression: sql`${flowVersion.number}`, type: 'int8', nullable: false } } as const

/** Newest first; null if the flow does not exist in the account. */
export async function listVersions(scope: Scope, flowId: string, query: PageQuery): Promise<Page<FlowVersion> | null> {
  const state = await readVersionState(scope, flowId)
  if (!state) return null
  const open = await openRuns(scope, flowId)
  const keys = sortKeys(orderings, query.ordering, '-number')
  if (state.newest === 1) {
    const only = await onlyVersion(scope, flowId)
    const results = only && (query.offset ?? 0) === 0 && (query.page ?? 1) === 1 ? [toVersion(only, state, open)] : []
    return { count: 1, next: null, previous: null, results }
  }
  const where = eq(flowVersion.flowId, flowId)
  const read = (part: PagePart) =>
    scope
      .select(flowVersion, { ...fieldsOf(scope, flowId), ...part.fields }, and(where, part.condition))
      .orderBy(...part.order)
  return readPage({
    scope,
    table: flowVersion,
    where,
    name: `flow version ${flowId}`,
    keys,
    id: sql`${flowVersion.number}::text`,
    query,
    read,
    toResult: (row) => toVersion(row, state, open),
  })
}

/** Null if the flow or the version does not exist. */
export async function readVersion(scope: Scope, flowId: string, number: number): Promise<FlowVersion | null> {
  const state = await readVersionState(scope, flowId)
  if (!state) return null
  const ofVersion = and(eq(flowVersion.flowId, flowId), eq(flowVersion.number, number))
  const [stored] = await scope.select(flowVersion, fieldsOf(scope, flowId), ofVersion)
  const row = stored ?? (number === 1 && state.newest === 1 ? await onlyVersion(scope, flowId) : null)
  return row ? toVersion(row, state, await openRuns(scope, flowId)) : null
}
