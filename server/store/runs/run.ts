/** Runs with their cost: list and detail. A run stores the names of the objects it used, as they were then. */
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { Run, runFields, type RunDetail, RunStep } from '#contract/billing.ts'
import { ChannelType } from '#contract/values/channel-type.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import type { FilterContext } from '#server/store/query/filter-sql.ts'
import { balanceAfter } from '#server/store/money/ledger-balance.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { readRunFilter, runCondition, runDayCondition, type RunFilter } from './run-filter.ts'
import { ledger } from '#server/store/tables/ledger.ts'
import { run, runDay, runStep } from '#server/store/tables/run.ts'
import { selectDays } from './run-sums.ts'
import type { Scope } from '#server/store/db/scope.ts'

const runFieldsOf = {
  id: run.id,
  flowId: run.flowId,
  flowName: run.flowName,
  flowVersion: run.flowVersion,
  status: run.status,
  trigger: run.trigger,
  isTest: run.isTest,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  durationMs: run.durationMs,
  cost: run.cost,
  costBreakdown: run.costBreakdown,
  usage: run.usage,
  conversationId: run.conversationId,
  conversationNumber: run.conversationNumber,
  channelId: run.channelId,
  channelName: run.channelName,
  channelType: run.channelType,
  errorCode: run.errorCode,
  errorMessage: run.errorMessage,
  errorNodeId: run.errorNodeId,
  parentRun: run.parentRun,
  retryOf: run.retryOf,
  attempt: run.attempt,
  sample: run.sample,
}

type Row = Pick<typeof run.$inferSelect, keyof typeof runFieldsOf>

const { trigger: Trigger, cost_breakdown: CostBreakdown, usage: Usage } = Run.shape

const toRun = (row: Row, currency: string): Run => ({
  id: row.id,
  flow: { id: row.flowId, name: row.flowName, version: row.flowVersion },
  status: RunStatus.parse(row.status),
  trigger: Trigger.parse(row.trigger),
  is_test: row.isTest,
  started_at: row.startedAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  duration_ms: row.durationMs,
  cost: formatMicros(row.cost),
  currency,
  cost_breakdown: CostBreakdown.parse(row.costBreakdown),
  usage: Usage.parse(row.usage),
  conversation: row.conversationId === null ? null : { id: row.conversationId, number: row.conversationNumber ?? 0 },
  channel:
    row.channelId === null
      ? null
      : { id: row.channelId, name: row.channelName ?? '', type: ChannelType.parse(row.channelType) },
  error:
    row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '', node_id: row.errorNodeId },
  parent_run: row.parentRun,
  retry_of: row.retryOf,
  attempt: row.attempt,
  sample: row.sample,
})

/** One entry per orderable field of the catalogue. */
const orderings = {
  started_at: { expression: sql`${run.startedAt}`, type: 'timestamptz', nullable: false },
  cost: { expression: sql`${run.cost}`, type: 'int8', nullable: false },
  duration_ms: { expression: sql`${run.durationMs}`, type: 'int8', nullable: true },
} as const

export async function listRuns(
  scope: Scope,
  parts: readonly FilterPart[],
  query: PageQuery,
  context: FilterContext,
): Promise<Page<Run>> {
  const filter = readRunFilter(parts, context.zone)
  const where = runCondition(filter, context)
  const days = runDayCondition(filter, context)
  const keys = sortKeys(orderings, query.ordering, runFields.defaultOrdering)
  const currency = await accountCurrency(scope)
  const read = ({ fields, condition, order }: PagePart) =>
    scope.select(run, { ...runFieldsOf, ...fields }, and(where, condition)).orderBy(...order)
  const name = `run ${query.ordering ?? ''}`
  const toResult = (row: Row) => toRun(row, currency)
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

/** Null if there is none in this account. */
export async function readRun(scope: Scope, id: string): Promise<RunDetail | null> {
  const [row] = await scope.select(run, { ...runFieldsOf, input: run.input, output: run.output }, eq(run.id, id))
  if (!row) return null
  const steps = await scope.select(runStep, stepFieldsOf, eq(runStep.runId, id)).orderBy(asc(runStep.seq))
  const after = row.finishedAt === null ? null : await balanceAfterRun(scope, id)
  return {
    ...toRun(row, await accountCurrency(scope)),
    steps: steps.map(toStep),
    balance_after: after === null ? null : formatMicros(after),
    input: Kept.parse(row.input),
    output: Kept.parse(row.output),
  }
}
