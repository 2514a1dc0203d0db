/** Usage of a tool – by other tools, flows, channels –, and statistics of its calls. */
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import type { tool as toolContract } from '#contract/tool.ts'
import { secretKeysIn } from '#flow/secret-references.ts'
import { listOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formatMicros } from '#lib/money/money.ts'
import { costSince } from '#server/store/flows/flow-fields.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding, isLiveBinding } from '#server/store/tables/flow.ts'
import { tool, toolDay } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'

type Usage = ResponseBody<typeof toolContract.usage>
type UsingTool = Usage['tools'][number]

/** Maximum number of listed flows. */
const maxFlows = 1000
/** Maximum depth of references: a value is used by calls, calls by agents, and agents by no other tool. */
const maxSteps = 3
/** Maximum number of listed tools, also per statement. */
const maxTools = 1000

/** Calls in the last 30 days. */
async function callsOf(
  scope: Scope,
  id: string,
  now: Date,
): Promise<Pick<Usage, 'calls_last_30_days' | 'errors_last_30_days' | 'cost_last_30_days'>> {
  const fields = {
    calls: sql<number>`coalesce(sum(${toolDay.calls}), 0)::float8`,
    errors: sql<number>`coalesce(sum(${toolDay.errors}), 0)::float8`,
    cost: sql<string>`coalesce(sum(${toolDay.cost}), 0)::int8::text`,
  }
  const [row] = await scope.select(toolDay, fields, and(eq(toolDay.toolId, id), gte(toolDay.day, costSince(now))))
  const { calls, errors, cost } = row ?? { calls: 0, errors: 0, cost: '0' }
  return { calls_last_30_days: calls, errors_last_30_days: errors, cost_last_30_days: formatMicros(BigInt(cost)) }
}

/** Tool keys in a config: tools available to an agent, and secrets in templates. */
function keysIn(category: string, config: JsonRecord): Set<string> {
  const names = new Set<string>()
  if (category === 'agent') for (const key of listOf(config['tools'])) if (typeof key === 'string') names.add(key)
  const open: Json[] = [config]
  // The list grows during iteration.
  for (const value of open)
    if (typeof value === 'string') for (const key of secretKeysIn(value)) names.add(key)
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
  return names
}

type Named = Pick<UsingTool, 'id' | 'key' | 'category'>

/** Tools that refer to one of these by key. */
async function toolsNaming(scope: Scope, named: readonly Named[]): Promise<UsingTool[]> {
  const keys = sql.join(
    named.map(({ key }) => sql`${key}`),
    sql`, `,
  )
  const secrets = named.filter(({ category }) => category === 'global')
  const rows = await scope
    .select(
      tool,
      { id: tool.id, key: tool.key, name: tool.name, category: tool.category, config: sql<JsonRecord>`${tool.config}` },
      or(
        and(eq(tool.category, 'agent'), sql`${tool.config}->'tools' ?| array[${keys}]::text[]`),
        ...secrets.map(
          ({ key }) => sql`strpos(${tool.config}::text, 'secrets') > 0 and strpos(${tool.config}::text, ${key}) > 0`,
        ),
      ),
    )
    .orderBy(asc(sql`lower(${tool.name})`), asc(tool.id))
    .limit(maxTools)
  return rows.flatMap(({ config, ...row }) => {
    const keysHere = keysIn(row.category, config)
    const names = named.filter(({ id, key }) => id !== row.id && keysHere.has(key)).map(({ id }) => id)
    return names.length === 0 ? [] : [{ ...row, names }]
  })
}

/** Tools that refer to it, directly or indirectly. */
async function toolsUsing(scope: Scope, first: Named): Promise<UsingTool[]> {
  const found = new Map<string, UsingTool>()
  let named: readonly Named[] = [first]
  for (let step = 0; step < maxSteps && named.length > 0 && found.size < maxTools; step += 1) {
    const referencingTools = await toolsNaming(scope, named)
    const newTools = referencingTools.filter(({ id }) => id !== first.id && !found.has(id))
    for (const one of referencingTools) {
      const known = found.get(one.id)
      if (known) found.set(one.id, { ...known, names: [...new Set([...known.names, ...one.names])] })
      else if (one.id !== first.id) found.set(one.id, one)
    }
    named = newTools
  }
  return [...found.values()]
}

/** Flows bound to any of these tools. */
const flowsUsing = (scope: Scope, ids: readonly string[]): Promise<Usage['flows']> =>
  scope
    .select(flow, {
      id: flow.id,
      name: flow.name,
      status: flow.status,
      node_count: flow.nodeCount,
      tools: sql<string[]>`array_agg(distinct ${flowBinding.targetId})`,
    })
    .innerJoin(
      flowBinding,
      scope.on(
        flowBinding,
        and(
          eq(flowBinding.flowId, flow.id),
          inArray(flowBinding.kind, ['tool', 'secret']),
          inArray(flowBinding.targetId, [...ids]),
          isLiveBinding,
        ),
      ),
    )
    .groupBy(flow.accountId, flow.id)
    .orderBy(asc(sql`lower(${flow.name})`), asc(flow.id))
    .limit(maxFlows)

/** Channels that start these flows, and channels they send to. */
async function channelsOf(scope: Scope, flows: readonly string[]): Promise<Usage['channels']> {
  if (flows.length === 0) return []
  const fields = { id: channel.id, name: channel.name, type: channel.type }
  const starting = await scope.select(
    channel,
    { ...fields, flow: sql<string>`${channel.flowId}` },
    inArray(channel.flowId, [...flows]),
  )
  const written = await scope
    .select(channel, { ...fields, flow: flowBinding.flowId })
    .innerJoin(
      flowBinding,
      scope.on(
        flowBinding,
        and(
          eq(flowBinding.kind, 'channel'),
          eq(flowBinding.targetId, channel.id),
          inArray(flowBinding.flowId, [...flows]),
          isLiveBinding,
        ),
      ),
    )
  const found = new Map<string, Usage['channels'][number]>()
  for (const { flow: id, ...row } of [...starting, ...written]) {
    const before = found.get(row.id)?.flows ?? []
    found.set(row.id, { ...row, flows: before.includes(id) ? before : [...before, id] })
  }
  const order = ({ name, id }: { name: string; id: string }) => `${name.toLowerCase()}\0${id}`
  return [...found.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

export async function readUsage(scope: Scope, found: Named, now: Date): Promise<Usage> {
  const tools = await toolsUsing(scope, found)
  const flows = await flowsUsing(scope, [found.id, ...tools.map(({ id }) => id)])
  const channels = await channelsOf(
    scope,
    flows.map(({ id }) => id),
  )
  return { tools, flows, channels, ...(await callsOf(scope, found.id, now)) }
}
