/** Who uses a tool, and what its calls came to. */
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Answer } from '#contract/kernel.ts'
import type { tool } from '#contract/tool.ts'
import { formatMicros } from '#lib/money.ts'
import { costSince } from './flow-fields.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import { run, runStep } from '#server/store/tables/run.ts'
import type { Scope } from './scope.ts'

/** Flows named in an answer: who breaks is clear long before. */
const maxFlows = 1000

const bound = (scope: Scope, id: string) =>
  scope.select(
    flowBinding,
    { flowId: flowBinding.flowId },
    and(inArray(flowBinding.kind, ['tool', 'secret']), eq(flowBinding.targetId, id)),
  )

/** Steps of nodes that name the tool, in runs of the last 30 days. */
async function callsOf(scope: Scope, id: string, since: Date): Promise<{ calls: number; cost: string }> {
  const named = sql`'$.nodes[*] ? (@.tool == $key || @.config.tools[*] == $key).id'`
  const nodeId = sql<string>`jsonb_path_query(${flowDocument.body}::jsonb, ${named}, jsonb_build_object('key', ${flowBinding.key})) #>> '{}'`
  const nodes = scope
    .select(
      flowBinding,
      { flowId: sql<string>`${flowBinding.flowId}`.as('calling_flow'), nodeId: nodeId.as('calling_node') },
      and(eq(flowBinding.kind, 'tool'), eq(flowBinding.targetId, id)),
    )
    .innerJoin(flowDocument, scope.on(flowDocument, eq(flowDocument.flowId, flowBinding.flowId)))
    .as('nodes')
  const fields = { calls: sql<number>`count(*)::int`, cost: sql<string>`coalesce(sum(${runStep.cost}), 0)::int8::text` }
  const [row] = await scope
    .select(runStep, fields)
    .innerJoin(run, scope.on(run, and(eq(run.id, runStep.runId), gte(run.startedAt, since))))
    .innerJoin(nodes, and(eq(nodes.flowId, run.flowId), eq(nodes.nodeId, runStep.nodeId)))
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
  const { calls, cost } = await callsOf(scope, id, new Date(costSince(now)))
  return { flows, channels, calls_last_30_days: calls, cost_last_30_days: formatMicros(BigInt(cost)) }
}
