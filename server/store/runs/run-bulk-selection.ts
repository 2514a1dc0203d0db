/** Runs that a bulk action selects, by id or filter, with what decides whether it applies to them. */
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { maxBulkRuns } from '#contract/run-work.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { FilterContext } from '#server/store/query/filter-sql.ts'
import { readFlowDocument, type FlowDocument } from '#server/store/flows/flow-document.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import { run, runDay, runStep } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { readRunFilter, runCondition } from './run-filter.ts'

const fields = {
  id: run.id,
  flowId: run.flowId,
  flowName: run.flowName,
  status: run.status,
  isOver: sql<boolean>`${run.finishedAt} is not null`,
  sample: run.sample,
  isTest: run.isTest,
  retriedAs: run.retriedAs,
  parentRun: run.parentRun,
  errorCode: run.errorCode,
  errorNodeId: run.errorNodeId,
  flowStatus: flow.status,
  /** Whether retries are simulated; null if the flow was deleted. */
  isSampleFlow: flow.sample,
}

const select = (scope: Scope, condition: SQL | undefined) =>
  scope.select(run, fields, condition).leftJoin(flow, scope.on(flow, eq(flow.id, run.flowId)))

export type SelectedRun = Awaited<ReturnType<typeof select>>[number]

/** In the order of their start, which all bulk actions use: they then wait for each other without a deadlock. */
export function selectRunsById(scope: Scope, ids: readonly string[]): Promise<SelectedRun[]> {
  return select(scope, sql`${run.id} = any(${sql.param([...ids])}::text[])`).orderBy(asc(run.startedAt), asc(run.id))
}

/** At most one more than the limit of a bulk action. */
export function selectRunsByFilter(
  scope: Scope,
  parts: readonly FilterPart[],
  context: FilterContext,
): Promise<SelectedRun[]> {
  return select(scope, runCondition(readRunFilter(parts, context.zone), context))
    .orderBy(asc(run.startedAt), asc(run.id))
    .limit(maxBulkRuns + 1)
}

/** The first step of each run that did not succeed, for runs without a failed step: those that were cancelled. */
export async function unfinishedSteps(scope: Scope, runs: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope
    .select(
      runStep,
      { runId: runStep.runId, nodeId: runStep.nodeId },
      and(
        sql`${runStep.runId} = any(${sql.param([...runs])}::text[])`,
        inArray(runStep.status, ['cancelled', 'failed', 'timed_out']),
      ),
    )
    .orderBy(asc(runStep.runId), sql`${runStep.seq} desc`)
  return new Map(rows.map(({ runId, nodeId }) => [runId, nodeId]))
}

/** Mean cost in micros of runs that succeeded since a day, by flow; without flows that have none. */
export async function meanCosts(scope: Scope, flows: readonly string[], since: string): Promise<Map<string, bigint>> {
  const rows = await scope
    .select(
      runDay,
      { flowId: runDay.flowId, mean: sql<string>`(sum(${runDay.cost}) / sum(${runDay.runs}))::int8::text` },
      and(
        sql`${runDay.flowId} = any(${sql.param([...flows])}::text[])`,
        eq(runDay.status, 'succeeded'),
        sql`${runDay.day} >= ${since}::date`,
      ),
    )
    .groupBy(runDay.flowId)
  return new Map(rows.map(({ flowId, mean }) => [flowId, BigInt(mean)]))
}

/** Document and HTTP methods of the tools of a flow, by key; null if the flow was deleted. */
export async function readFlowWithMethods(
  scope: Scope,
  id: string,
): Promise<{ document: FlowDocument; methods: Map<string, string>; isSample: boolean } | null> {
  const [row] = await scope
    .select(flowDocument, { body: flowDocument.body, isSample: flow.sample }, eq(flowDocument.flowId, id))
    .innerJoin(flow, scope.on(flow, eq(flow.id, flowDocument.flowId)))
  if (!row) return null
  const tools = await scope
    .select(
      flowBinding,
      { key: flowBinding.key, method: sql<string | null>`${tool.config} ->> 'method'` },
      and(eq(flowBinding.flowId, id), eq(flowBinding.kind, 'tool')),
    )
    .innerJoin(tool, scope.on(tool, and(eq(tool.id, flowBinding.targetId), eq(tool.category, 'api'))))
  return {
    document: readFlowDocument(row.body),
    isSample: row.isSample,
    methods: new Map(tools.map(({ key, method }) => [key, method ?? 'GET'])),
  }
}
