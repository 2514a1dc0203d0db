/** Pending channel deregistrations: one row each, stored with the change that requires it, until it is done. */
import { eq, notInArray, sql } from 'drizzle-orm'
import { creatableChannelTypes } from '#contract/values/channel-type.ts'
import { newId } from '#lib/id.ts'
import { isRecord, type Json } from '#lib/json/json.ts'
import { channelDeregistrations } from '#server/store/tables/channel.ts'
import type { ChannelRow } from './channel-rows.ts'
import { isCreatable } from './channel-secrets.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

export interface Deregistration {
  id: string
  since: Date
  /** The channel's previous state, with the secrets needed for deregistration. */
  before: ChannelRow
}

/** To be called in the transaction of the change. */
export async function addDeregistration(scope: Scope, before: ChannelRow, now: Date): Promise<Deregistration> {
  const id = newId('lvg', now.getTime())
  const { id: channelId, type, name, config, token, sealed: secrets } = before
  await scope.insert(channelDeregistrations, [
    { id, channelId, type, name, config, token: token ?? '', secrets, since: now },
  ])
  return { id, since: now, before }
}

/** Pending deregistrations of all accounts, oldest first. Those of unknown channel types are deleted. */
export async function listDeregistrations(db: Executor, limit: number): Promise<Deregistration[]> {
  const { accountId, id, channelId, type, name, token, secrets, since } = channelDeregistrations
  await db.delete(channelDeregistrations).where(notInArray(type, [...creatableChannelTypes]))
  const rows = await db
    .select({
      accountId,
      id,
      channelId,
      type,
      name,
      config: sql<Json>`${channelDeregistrations.config}`,
      token,
      secrets,
      since,
    })
    .from(channelDeregistrations)
    .orderBy(since)
    .limit(limit)
  return rows.flatMap((row) => {
    if (!isCreatable(row.type)) return []
    const config = isRecord(row.config) ? row.config : {}
    const defaults = { status: 'disconnected', identifier: null, flowId: null, flowName: null, version: 0 }
    const stored = { account: row.accountId, id: row.channelId, type: row.type, name: row.name, config }
    return [{ id: row.id, since: row.since, before: { ...defaults, ...stored, token: row.token, sealed: row.secrets } }]
  })
}

/** Removes a completed or abandoned deregistration. */
export async function removeDeregistration(scope: Scope, id: string): Promise<void> {
  await scope.remove(channelDeregistrations, eq(channelDeregistrations.id, id))
}
