/** Changes the bindings of a flow to chosen targets. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { Fault, notFound } from '#server/base/fault.ts'
import { isSecretTool, saveBindings, type Binding, type BindingKind } from './binding.ts'
import { assignChannels } from '#server/store/channels/channel-start.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow, flowBinding } from '#server/store/tables/flow.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { OwnedTable, Scope } from '#server/store/db/scope.ts'

export type BindingChoice = Partial<Record<'tools' | 'channels' | 'secrets', Record<string, string | null> | undefined>>

const parts: readonly {
  field: keyof BindingChoice
  kind: BindingKind
  table: OwnedTable & { id: typeof tool.id | typeof channel.id }
  only: SQL | undefined
}[] = [
  { field: 'tools', kind: 'tool', table: tool, only: undefined },
  { field: 'channels', kind: 'channel', table: channel, only: undefined },
  { field: 'secrets', kind: 'secret', table: tool, only: isSecretTool },
]

/**
 * Stores the bindings of one flow, atomically. 404 without the flow; 400 for a key that the flow does not use, or an id
 * that this account does not have, with the same message whether or not the id exists elsewhere.
 */
export async function chooseBindings(scope: Scope, flowId: string, choice: BindingChoice, now: Date): Promise<void> {
  await scope.transaction(async (tx) => {
    const [found] = await tx.select(flow, { id: flow.id }, eq(flow.id, flowId)).for('update')
    if (!found) throw notFound('flow')
    const named = await tx.select(
      flowBinding,
      { kind: flowBinding.kind, key: flowBinding.key },
      eq(flowBinding.flowId, flowId),
    )
    const names = new Set(named.map((row) => `${row.kind} ${row.key}`))
    const errors: Record<string, string[]> = {}
    const rows: Binding[] = []
    for (const { field, kind, table, only } of parts) {
      const chosen = Object.entries(choice[field] ?? {})
      const ids = chosen.map(([, id]) => id).filter((id) => id !== null)
      const known = ids.length === 0 ? [] : await tx.select(table, { id: table.id }, and(inArray(table.id, ids), only))
      const exists = new Set(known.map((row) => row.id))
      for (const [key, targetId] of chosen) {
        if (!names.has(`${kind} ${key}`)) errors[`${field}.${key}`] = [`The flow uses no ${kind} with this key.`]
        else if (targetId !== null && !exists.has(targetId)) errors[`${field}.${key}`] = [`No ${kind} has this id.`]
        else rows.push({ kind, key, targetId })
      }
    }
    if (Object.keys(errors).length > 0) throw new Fault('invalid', 'Some bindings are invalid.', { errors })
    await saveBindings(tx, flowId, rows)
    if (rows.some(({ kind }) => kind === 'channel')) await assignChannels(tx, flowId, now)
    await tx.update(flow, { version: sql`${flow.version} + 1`, updatedAt: sql`now()` }, eq(flow.id, flowId))
  })
}
