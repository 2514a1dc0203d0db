/** Runs with their cost: list and detail. A run stores the names of the objects it used, as they were then. */
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { runFields, type Run, type RunDetail, RunStep } from '#contract/billing.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import type { FilterContext } from '#server/store/query/filter-sql.ts'
import { balanceAfter } from '#server/store/money/ledger-list.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { runOrderings, storedRunColumns, toRun, type StoredRun } from './run-columns.ts'
import { readRunFilter, runCondition, runDayCondition, type RunFilter } from './run-filter.ts'
import { ledger } from '#server/store/tables/ledger.ts'
import { run, runDay, runStep } from '#server/store/tables/run.ts'
import { selectDays } from './run-summary.ts'
import type { Scope } from '#server/store/db/scope.ts'

export async function listRuns(
  scope: Scope,
  parts: readonly FilterPart[],
  query: PageQuery,
  context: FilterContext,
): Promise<Page<Run>> {
  const filter = readRunFilter(parts, context.zone)
  const where = runCondition(filter, context)
  const days = runDayCondition(filter, context)
  const keys = sortKeys(runOrderings, query.ordering, runFields.defaultOrdering)
  const currency = await accountCurrency(scope)
  const read = ({ fields, condition, order }: PagePart) =>
    scope.select(run, { ...storedRunColumns, ...fields }, and(where, condition)).orderBy(...order)
  const name = `run ${query.ordering ?? ''}`
  const toResult = (row: StoredRun) => toRun({ ...row, currency })
  // There are as many daily totals as flows times days: for filtered flows an index finds them, and for all flows the
  // planner's estimate, which is free, is good enough for an "about" count.
  const estimate = days && namesFlows(filter) ? () => countDays(scope, days.where) : undefined
  return readPage({
    scope,
    findsById: true,
    sparse: parts.length > 1 || !parts.every(isRule),
    table: run,
    where,
    name,
    keys,
    id: sql`${run.id}`,
    query,
    read,
    toResult,
    estimate,
  })
}

const namesFlows = ({ rules }: RunFilter): boolean =>
  rules.some((part) => isRule(part) && part.field.name === 'flow' && ['exact', 'in'].includes(part.operator))

/** Estimates the number of runs from the daily totals. */
async function countDays(scope: Scope, where: SQL | undefined): Promise<number> {
  const fields = { runs: sql<string>`coalesce(sum(${runDay.runs}), 0)::text` }
  const [row] = await selectDays(scope, fields, where)
  return Number(row?.runs ?? 0)
}

const stepFieldsOf = {
  seq: runStep.seq,
  nodeId: runStep.nodeId,
  nodeName: runStep.nodeName,
  nodeType: runStep.nodeType,
  status: runStep.status,
  handle: runStep.handle,
  startedAt: runStep.startedAt,
  durationMs: runStep.durationMs,
  attempt: runStep.attempt,
  cost: runStep.cost,
  error: runStep.error,
  output: runStep.output,
  input: runStep.input,
  isReused: runStep.isReused,
  wakeAt: runStep.wakeAt,
}

const { error: StepError, output: Kept } = RunStep.shape

const toStep = (row: Pick<typeof runStep.$inferSelect, keyof typeof stepFieldsOf>): RunStep => ({
  seq: row.seq,
  node_id: row.nodeId,
  node_name: row.nodeName,
  node_type: row.nodeType,
  status: RunStatus.parse(row.status),
  handle: row.handle,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  attempt: row.attempt,
  cost: formatMicros(row.cost),
  error: StepError.parse(row.error),
  output: Kept.parse(row.output),
  input: Kept.parse(row.input),
  is_reused: row.isReused,
  ...(row.wakeAt === null ? {} : { wake_at: row.wakeAt.toISOString() }),
})

/** Balance after the last booking of a run, in chronological order; null if nothing was booked. */
async function balanceAfterRun(scope: Scope, runId: string): Promise<bigint | null> {
  const [last] = await scope
    .select(ledger, { seq: ledger.seq, at: ledger.at }, eq(ledger.runId, runId))
    .orderBy(desc(ledger.seq))
    .limit(1)
  return last ? balanceAfter(scope, last) : null
}

/** Null if the run does not exist in this account. */
export async function readRun(scope: Scope, id: string): Promise<RunDetail | null> {
  const [row] = await scope.select(run, { ...storedRunColumns, input: run.input, output: run.output }, eq(run.id, id))
  if (!row) return null
  const steps = await scope.select(runStep, stepFieldsOf, eq(runStep.runId, id)).orderBy(asc(runStep.seq))
  const after = row.finishedAt === null ? null : await balanceAfterRun(scope, id)
  return {
    ...toRun({ ...row, currency: await accountCurrency(scope) }),
    steps: steps.map(toStep),
    balance_after: after === null ? null : formatMicros(after),
    input: Kept.parse(row.input),
    output: Kept.parse(row.output),
  }
}
