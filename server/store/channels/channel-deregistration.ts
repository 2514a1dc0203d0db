/** Other sides that are still to be told to send no more: a row from the change that ended it on, until they are told. */
import { eq, notInArray, sql } from 'drizzle-orm'
import { madeTypes } from '#contract/values/channel-type.ts'
import { newId } from '#lib/id.ts'
import { isRecord, type Json } from '#lib/json/json.ts'
import { channelLeaving } from '#server/store/tables/channel.ts'
import type { ChannelRow } from './channel-rows.ts'
import { isMade } from './channel-secrets.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

export interface Deregistration {
  id: string
  since: Date
  /** The channel as it was, with the secrets that telling the other side takes. */
  before: ChannelRow
}

/** Within the transaction of the change. */
export async function addDeregistration(scope: Scope, before: ChannelRow, now: Date): Promise<Deregistration> {
  const id = newId('lvg', now.getTime())
  const { id: channelId, type, name, config, token, sealed: secrets } = before
  await scope.insert(channelLeaving, [{ id, channelId, type, name, config, token: token ?? '', secrets, since: now }])
  return { id, since: now, before }
}

/** Of all accounts, the oldest first. Those of a type that nobody knows are forgotten: nobody will ever tell them. */
export async function listDeregistrations(db: Executor, most: number): Promise<Deregistration[]> {
  const { accountId, id, channelId, type, name, token, secrets, since } = channelLeaving
  await db.delete(channelLeaving).where(notInArray(type, [...madeTypes]))
  const rows = await db
    .select({
      accountId,
      id,
      channelId,
      type,
      name,
      config: sql<Json>`${channelLeaving.config}`,
      token,
      secrets,
      since,
    })
    .from(channelLeaving)
    .orderBy(since)
    .limit(most)
  return rows.flatMap((row) => {
    if (!isMade(row.type)) return []
    const config = isRecord(row.config) ? row.config : {}
    const gone = { status: 'disconnected', identifier: null, flowId: null, flowName: null, version: 0 }
    const was = { account: row.accountId, id: row.channelId, type: row.type, name: row.name, config }
    return [{ id: row.id, since: row.since, before: { ...gone, ...was, token: row.token, sealed: row.secrets } }]
  })
}

/** They were told, or never will be. */
export async function removeDeregistration(scope: Scope, id: string): Promise<void> {
  await scope.remove(channelLeaving, eq(channelLeaving.id, id))
}
