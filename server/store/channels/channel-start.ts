/** Assignment of channels to flows, as changed by the flow and not by the channel. */
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import { changeAndRecordState } from './channel-states.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { ChannelStatus } from '#contract/channel.ts'

export interface ChannelState {
  status: ChannelStatus
  reason: string | null
}

/**
 * Status of a webhook: without a flow its requests are refused, while messages on other channels at least create a
 * conversation.
 */
export const webhookState = (flowId: string | null): ChannelState =>
  flowId === null
    ? {
        status: 'disconnected',
        reason: 'No flow is chosen, so every delivery is rejected. Edit the channel to choose one.',
      }
    : { status: 'connected', reason: null }

/**
 * Status columns. A webhook's status follows from whether it has a flow (`hasFlow`, known when one is set or removed,
 * else read from the current row), others get the observed status (null = unchanged). A paused channel stays paused.
 */
export function stateColumns(hasFlow: boolean | null, observed: ChannelState | null) {
  const isHook = sql`${channel.type} = 'webhook' and ${channel.token} is not null`
  const has = hasFlow === null ? sql`${channel.flowId} is not null` : sql`${hasFlow}::bool`
  const [without, given] = [webhookState(null), webhookState('')]
  const column = (
    what: keyof ChannelState,
    currentColumn: SQL,
  ) => sql`case when ${channel.status} = 'paused' then ${currentColumn}
    when ${isHook} then case when ${has} then ${given[what]} else ${without[what]} end
    else ${observed === null ? currentColumn : sql`${observed[what]}`} end`
  return {
    status: column('status', sql`${channel.status}`),
    statusReason: column('reason', sql`${channel.statusReason}`),
  }
}

/** Message triggers that name a channel key. */
const namesChannelKey = sql`jsonb_path_exists(${flowDocument.body}::jsonb,
  '$.nodes[*] ? (@.type == "trigger" && @.config.kind == "message" && @.config.channel == $key)',
  jsonb_build_object('key', ${flowBinding.key}))`

/**
 * Assigns the channels bound to the flow's triggers to the flow, unless they already start another flow, which can only
 * be changed at the channel. Otherwise no channel would start a flow that was imported, bound and activated.
 */
export async function assignChannels(scope: Scope, flowId: string, now: Date): Promise<void> {
  const found = await scope
    .select(
      flowBinding,
      { id: flowBinding.targetId, name: flow.name },
      and(eq(flowBinding.flowId, flowId), eq(flowBinding.kind, 'channel'), isNotNull(flowBinding.targetId)),
    )
    .innerJoin(flow, scope.on(flow, eq(flow.id, flowBinding.flowId)))
    .innerJoin(flowDocument, scope.on(flowDocument, and(eq(flowDocument.flowId, flowBinding.flowId), namesChannelKey)))
  for (const { id, name } of found) {
    const set = { flowId, flowName: name, version: sql`${channel.version} + 1`, ...stateColumns(true, null) }
    const free = and(isNull(channel.flowId), isNotNull(channel.token))
    await changeAndRecordState(scope, id ?? '', { set, where: free, at: now })
  }
}

/** Removes a deleted flow from the channels that start it. */
export async function unassignChannels(scope: Scope, flowId: string, now: Date): Promise<void> {
  const set = { flowId: null, flowName: null, ...stateColumns(false, null) }
  for (const { id } of await scope.select(channel, { id: channel.id }, eq(channel.flowId, flowId)))
    await changeAndRecordState(scope, id, { set, at: now })
}
