/** Account state for the checks of a flow: channels that start it, and channels and models bound to its keys. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AccountState } from '#flow/health/lint-account.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding } from '#server/store/tables/flow.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'

export type LintContext = Pick<AccountState, 'toolModels' | 'starting' | 'bound'>

/** For the flow of the enclosing statement, as JSON. */
export function lintContextOfFlow(scope: Scope): SQL<LintContext> {
  const starting = scope.select(
    channel,
    { types: sql`coalesce(json_agg(distinct ${channel.type}), '[]')` },
    eq(channel.flowId, flow.id),
  )
  const starts = sql`case when ${channel.flowId} is null then 'none' when ${channel.flowId} = ${flow.id} then 'this' else 'another' end`
  const ofFlow = (kind: string) => and(eq(flowBinding.flowId, flow.id), eq(flowBinding.kind, kind))
  const bound = scope
    .select(
      flowBinding,
      {
        channels: sql`coalesce(json_object_agg(${flowBinding.key}, json_build_object('name', ${channel.name}, 'starts', ${starts})), '{}')`,
      },
      ofFlow('channel'),
    )
    .innerJoin(channel, scope.on(channel, eq(channel.id, flowBinding.targetId)))
  const models = scope
    .select(
      flowBinding,
      { models: sql`coalesce(json_object_agg(${flowBinding.key}, coalesce(${tool.config}->>'model', '')), '{}')` },
      ofFlow('tool'),
    )
    .innerJoin(tool, scope.on(tool, and(eq(tool.id, flowBinding.targetId), eq(tool.category, 'agent'))))
  return sql<LintContext>`json_build_object('starting', (${starting}), 'bound', (${bound}), 'toolModels', (${models}))`
}
