/** Which flow a channel starts, where that is said or undone at the flow and not at the channel. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import type { ChannelState } from './channel-rows.ts'
import { changeKeepingState } from './channel-states.ts'
import type { Scope } from './scope.ts'

/** Whoever writes by another channel has at least a conversation; what comes to a webhook without a flow is refused. */
export const webhookState = (flowId: string | null): ChannelState =>
  flowId === null
    ? { status: 'disconnected', reason: 'No flow is chosen, so every delivery is refused. Choose one with Edit.' }
    : { status: 'connected', reason: null }

/** The columns of a state; only a webhook has another one because of its flow, and a paused one stays paused. */
function stateColumns(flowId: string | null) {
  const { status, reason } = webhookState(flowId)
  const isOurs = sql`${channel.type} = 'webhook' and ${channel.token} is not null and ${channel.status} <> 'paused'`
  return {
    status: sql`case when ${isOurs} then ${status} else ${channel.status} end`,
    statusReason: sql`case when ${isOurs} then ${reason} else ${channel.statusReason} end`,
  }
}

/** Triggers by message that name a key. */
const listens = sql`jsonb_path_exists(${flowDocument.body}::jsonb,
  '$.nodes[*] ? (@.type == "trigger" && @.config.kind == "message" && @.config.channel == $key)',
  jsonb_build_object('key', ${flowBinding.key}))`

/**
 * Gives the channels that stand for keys of the flow's triggers to the flow, where they start no other one. What starts
 * another flow stays with it: that is changed at the channel.
 */
export async function giveChannels(scope: Scope, flowId: string, now: Date): Promise<void> {
  const found = await scope
    .select(
      flowBinding,
      { id: flowBinding.targetId, name: flow.name },
      and(eq(flowBinding.flowId, flowId), eq(flowBinding.kind, 'channel'), isNotNull(flowBinding.targetId)),
    )
    .innerJoin(flow, scope.on(flow, eq(flow.id, flowBinding.flowId)))
    .innerJoin(flowDocument, scope.on(flowDocument, and(eq(flowDocument.flowId, flowBinding.flowId), listens)))
  for (const { id, name } of found) {
    const set = { flowId, flowName: name, version: sql`${channel.version} + 1`, ...stateColumns(flowId) }
    const free = and(isNull(channel.flowId), isNotNull(channel.token))
    await changeKeepingState(scope, id ?? '', { set, where: free, at: now })
  }
}

/** Takes a flow that is removed from the channels that start it. */
export async function takeChannels(scope: Scope, flowId: string, now: Date): Promise<void> {
  const set = { flowId: null, flowName: null, ...stateColumns(null) }
  for (const { id } of await scope.select(channel, { id: channel.id }, eq(channel.flowId, flowId)))
    await changeKeepingState(scope, id, { set, at: now })
}
