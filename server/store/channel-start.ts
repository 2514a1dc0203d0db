/** Channels that a flow listens to start it: who chose them in the flow need not say it a second time at the channel. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, flowDocument } from '#server/store/tables/flow.ts'
import type { Scope } from './scope.ts'

/** Triggers by message that name a key. */
const listens = sql`jsonb_path_exists(${flowDocument.body}::jsonb,
  '$.nodes[*] ? (@.type == "trigger" && @.config.kind == "message" && @.config.channel == $key)',
  jsonb_build_object('key', ${flowBinding.key}))`

/**
 * Gives the channels that stand for keys of the flow's triggers to the flow, where they start no other one. What starts
 * another flow stays with it: that is changed at the channel.
 */
export async function giveChannels(scope: Scope, flowId: string): Promise<void> {
  const found = await scope
    .select(
      flowBinding,
      { id: flowBinding.targetId, name: flow.name },
      and(eq(flowBinding.flowId, flowId), eq(flowBinding.kind, 'channel'), isNotNull(flowBinding.targetId)),
    )
    .innerJoin(flow, scope.on(flow, eq(flow.id, flowBinding.flowId)))
    .innerJoin(flowDocument, scope.on(flowDocument, and(eq(flowDocument.flowId, flowBinding.flowId), listens)))
  for (const { id, name } of found) {
    const free = and(eq(channel.id, id ?? ''), isNull(channel.flowId), isNotNull(channel.token))
    if (free) await scope.update(channel, { flowId, flowName: name, version: sql`${channel.version} + 1` }, free)
  }
}
