/**
 * Bindings: keys used by a flow (of tools and secrets, names of channels) and their targets in this account. There is a
 * row for every key; a null target means that it is missing.
 */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Bindings } from '#contract/flow.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flowBinding } from '#server/store/tables/flow.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Keys that a flow uses. */
export interface RequiredKeys {
  tools: readonly string[]
  channels: readonly string[]
  secrets: readonly string[]
}

export type BindingKind = 'tool' | 'channel' | 'secret'

export interface Binding {
  kind: BindingKind
  key: string
  targetId: string | null
}

/** A tool can be bound as a secret if it is a global with a secret. */
export const isSecretTool = and(eq(tool.category, 'global'), sql`${tool.config}->>'secret' = 'true'`)

/** Finds the target of each key in this account: by key or – channels, which have none – by id or unique name. */
export async function findTargets(scope: Scope, needs: RequiredKeys): Promise<Binding[]> {
  const keys = [...new Set([...needs.tools, ...needs.secrets])]
  const tools =
    keys.length === 0
      ? []
      : await scope.select(
          tool,
          { id: tool.id, key: tool.key, secret: sql<boolean>`(${isSecretTool})` },
          inArray(tool.key, keys),
        )
  const names = [...needs.channels]
  const channels =
    names.length === 0
      ? []
      : await scope.select(
          channel,
          { id: channel.id, name: channel.name },
          or(inArray(channel.id, names), inArray(channel.name, names)),
        )
  const toolIds = new Map(tools.map((row) => [row.key, row.id]))
  const secretIds = new Map(tools.filter((row) => row.secret).map((row) => [row.key, row.id]))
  const channelId = (key: string) => {
    const named = channels.filter((row) => row.name === key)
    return channels.find((row) => row.id === key)?.id ?? (named.length === 1 ? named[0]?.id : undefined) ?? null
  }
  return [
    ...needs.tools.map((key): Binding => ({ kind: 'tool', key, targetId: toolIds.get(key) ?? null })),
    ...needs.channels.map((key): Binding => ({ kind: 'channel', key, targetId: channelId(key) })),
    ...needs.secrets.map((key): Binding => ({ kind: 'secret', key, targetId: secretIds.get(key) ?? null })),
  ]
}

/** Rows per insert: each has six parameters, and a statement at most 65,535. */
const rowsPerInsert = 10_000

/** Stores bindings of a flow; existing rows get the new target. */
export async function saveBindings(scope: Scope, flowId: string, bindings: readonly Binding[]): Promise<void> {
  for (let start = 0; start < bindings.length; start += rowsPerInsert) {
    const rows = bindings.slice(start, start + rowsPerInsert).map((binding) => ({ ...binding, flowId }))
    await scope.insert(flowBinding, rows).onConflictDoUpdate({
      target: [flowBinding.accountId, flowBinding.flowId, flowBinding.kind, flowBinding.key],
      set: { targetId: sql`excluded.target_id` },
    })
  }
}

/**
 * Adds bindings for the keys of a version, and keeps what was chosen for those that exist. For a live version, all other
 * bindings are no longer live; open runs and other versions still use them.
 */
export async function saveVersionBindings(
  scope: Scope,
  flowId: string,
  { needs, isLive }: { needs: RequiredKeys; isLive: boolean },
): Promise<void> {
  const ofFlow = eq(flowBinding.flowId, flowId)
  const found = await findTargets(scope, needs)
  if (isLive) await scope.update(flowBinding, { isLive: false }, ofFlow)
  for (let start = 0; start < found.length; start += rowsPerInsert) {
    const rows = found.slice(start, start + rowsPerInsert).map((binding) => ({ ...binding, flowId, isLive }))
    await scope.insert(flowBinding, rows).onConflictDoUpdate({
      target: [flowBinding.accountId, flowBinding.flowId, flowBinding.kind, flowBinding.key],
      set: {
        targetId: sql`coalesce(${flowBinding.targetId}, excluded.target_id)`,
        isLive: sql`${flowBinding.isLive} or excluded.is_live`,
      },
    })
  }
}

/** Binds a new tool to flows in which no tool is bound to its key. */
export async function bindWaitingKeys(scope: Scope, made: { id: string; key: string; secret: boolean }): Promise<void> {
  const kinds: BindingKind[] = made.secret ? ['tool', 'secret'] : ['tool']
  const waiting = and(inArray(flowBinding.kind, kinds), eq(flowBinding.key, made.key), isNull(flowBinding.targetId))
  if (waiting) await scope.update(flowBinding, { targetId: made.id }, waiting)
}

/** Unbinds a deleted tool: flows that use it then report it as missing. */
export async function unbindTool(scope: Scope, id: string): Promise<void> {
  const bound = and(inArray(flowBinding.kind, ['tool', 'secret']), eq(flowBinding.targetId, id))
  if (bound) await scope.update(flowBinding, { targetId: null }, bound)
}

/** Converts bindings to the contract's form. */
export function toBindings(rows: readonly Binding[]): Bindings {
  const ofKind = (kind: BindingKind) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map((row) => [row.key, row.targetId]))
  return { tools: ofKind('tool'), channels: ofKind('channel'), secrets: ofKind('secret') }
}

/** Keys without a target, sorted. */
export function missingOf(rows: readonly Binding[]): { tools: string[]; channels: string[]; secrets: string[] } {
  const ofKind = (kind: BindingKind) =>
    rows
      .filter((row) => row.kind === kind && row.targetId === null)
      .map((row) => row.key)
      .toSorted()
  return { tools: ofKind('tool'), channels: ofKind('channel'), secrets: ofKind('secret') }
}
