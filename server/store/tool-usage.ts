/** Who uses a tool, and what its calls came to. */
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Answer } from '#contract/kernel.ts'
import type { tool } from '#contract/tool.ts'
import { formatMicros } from '#lib/money.ts'
import { costSince } from './flow-fields.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding } from '#server/store/tables/flow.ts'
import { toolDay } from '#server/store/tables/tool.ts'
import type { Scope } from './scope.ts'

/** Flows named in an answer: who breaks is clear long before. */
const maxFlows = 1000

const bound = (scope: Scope, id: string) =>
  scope.select(
    flowBinding,
    { flowId: flowBinding.flowId },
    and(inArray(flowBinding.kind, ['tool', 'secret']), eq(flowBinding.targetId, id)),
  )

/** Of the last 30 days. */
async function callsOf(scope: Scope, id: string, now: Date): Promise<{ calls: number; cost: string }> {
  const fields = {
    calls: sql<number>`coalesce(sum(${toolDay.calls}), 0)::float8`,
    cost: sql<string>`coalesce(sum(${toolDay.cost}), 0)::int8::text`,
  }
  const [row] = await scope.select(toolDay, fields, and(eq(toolDay.toolId, id), gte(toolDay.day, costSince(now))))
  return row ?? { calls: 0, cost: '0' }
}

export async function readUsage(scope: Scope, id: string, now: Date): Promise<Answer<typeof tool.usage>> {
  const flows = await scope
    .select(
      flow,
      { id: flow.id, name: flow.name, status: flow.status, node_count: flow.nodeCount },
      inArray(flow.id, bound(scope, id)),
    )
    .orderBy(asc(sql`lower(${flow.name})`), asc(flow.id))
    .limit(maxFlows)
  const written = scope.select(
    flowBinding,
    { id: flowBinding.targetId },
    and(eq(flowBinding.kind, 'channel'), inArray(flowBinding.flowId, bound(scope, id))),
  )
  const reached = or(inArray(channel.flowId, bound(scope, id)), inArray(channel.id, written))
  const channels = await scope
    .select(channel, { id: channel.id, name: channel.name, type: channel.type }, reached)
    .orderBy(asc(sql`lower(${channel.name})`), asc(channel.id))
  const { calls, cost } = await callsOf(scope, id, now)
  return { flows, channels, calls_last_30_days: calls, cost_last_30_days: formatMicros(BigInt(cost)) }
}
