/**
 * The fields of a run in the database: how each is read (`read`), filtered and ordered (`value`), and its column in the
 * daily totals (`day`). In the order of the response.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Run, runFields } from '#contract/billing.ts'
import { Ref } from '#contract/kernel/page.ts'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { formatMicros } from '#lib/money/money.ts'
import { columnOrderings, rowReader, type CatalogueColumns, type ReadColumns } from '#server/store/query/columns.ts'
import { likePattern } from '#server/store/query/search.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { costKeys } from './run-cost-lines.ts'

/** Columns from which responses are made. */
export const storedRunColumns = {
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
  retriedAs: run.retriedAs,
  attempt: run.attempt,
  // A sample flow also runs, simulated; such a run is executed by the engine, so that `run.sample` is false.
  sample: sql<boolean>`(run.sample or exists (
    select 1 from flow as own where own.account_id = run.account_id and own.id = run.flow_id and own.sample))`,
}

export type StoredRun = Pick<typeof run.$inferSelect, keyof typeof storedRunColumns>
type RunRow = StoredRun & { currency: string }

/** `day`: the same value in the daily totals. */
type FilterColumns = {
  readonly [Name in keyof CatalogueColumns<typeof runFields>]: CatalogueColumns<typeof runFields>[Name] & {
    day?: PgColumn | SQL
  }
}

function matchesText(question: string): SQL {
  const pattern = likePattern(question)
  const places = [run.flowName, run.id, run.errorMessage, run.errorCode, run.channelName]
  return sql`(${sql.join(
    places.map((place) => sql`${place} ilike ${pattern}`),
    sql` or `,
  )})`
}

const { trigger: Trigger, cost_breakdown: CostBreakdown, usage: Usage } = Run.shape
/** Lines of earlier versions have no tool. */
const StoredLines = z.array(CostBreakdown.element.extend({ tool: Ref.nullable().default(null) }))

export const runColumns: ReadColumns<Run, RunRow> & FilterColumns = {
  id: { read: ({ id }) => id },
  flow: {
    read: ({ flowId, flowName, flowVersion }) => ({ id: flowId, name: flowName, version: flowVersion }),
    value: run.flowId,
    day: runDay.flowId,
  },
  status: { read: ({ status }) => RunStatus.parse(status), value: run.status, day: runDay.status },
  trigger: { read: ({ trigger }) => Trigger.parse(trigger), value: run.trigger, day: runDay.trigger },
  is_test: { read: ({ isTest }) => isTest, value: run.isTest, day: runDay.isTest },
  started_at: { read: ({ startedAt }) => startedAt.toISOString(), value: run.startedAt },
  finished_at: { read: ({ finishedAt }) => finishedAt?.toISOString() ?? null },
  duration_ms: { read: ({ durationMs }) => durationMs, value: run.durationMs },
  cost: { read: ({ cost }) => formatMicros(cost), value: run.cost },
  currency: { read: ({ currency }) => currency },
  cost_breakdown: { read: ({ costBreakdown }) => StoredLines.parse(costBreakdown) },
  usage: { read: ({ usage }) => Usage.parse(usage) },
  conversation: {
    read: ({ conversationId, conversationNumber }) =>
      conversationId === null ? null : { id: conversationId, number: conversationNumber ?? 0 },
    value: run.conversationId,
  },
  channel: {
    read: ({ channelId, channelName, channelType }) =>
      channelId === null ? null : { id: channelId, name: channelName ?? '', type: ChannelType.parse(channelType) },
    value: run.channelId,
    day: sql`nullif(${runDay.channelId}, '')`,
  },
  error: {
    read: ({ errorCode, errorMessage, errorNodeId }) =>
      errorCode === null ? null : { code: errorCode, message: errorMessage ?? '', node_id: errorNodeId },
  },
  parent_run: { read: ({ parentRun }) => parentRun },
  retry_of: { read: ({ retryOf }) => retryOf },
  retried_as: { read: ({ retriedAs }) => retriedAs ?? undefined },
  attempt: { read: ({ attempt }) => attempt },
  sample: { read: ({ sample }) => sample },
  // Only for filters:
  error_code: { value: run.errorCode },
  reason: { value: run.reason },
  is_retried: { value: sql`${run.retriedAs} is not null` },
  kind: { value: costKeys('kind') },
  model: { value: costKeys('model') },
  tool: { value: costKeys('tool') },
  q: { value: sql`true`, search: matchesText },
}

export const toRun = rowReader<Run, RunRow>(runColumns)

export const runOrderings = columnOrderings(runFields.fields, runColumns)
