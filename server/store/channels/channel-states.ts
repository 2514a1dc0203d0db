/** Status history of channels: one row per change, kept for three months. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ChannelStatus } from '#contract/channel.ts'
import { historyStates, type ChannelHistory } from '#contract/channel-history.ts'
import { newId } from '#lib/id.ts'
import { channel, channelState } from '#server/store/tables/channel.ts'
import type { Scope } from '#server/store/db/scope.ts'

const newStateId = (at: Date): string => newId('chs', at.getTime())

/** Stores the initial status of a channel. */
export async function recordInitialState(
  scope: Scope,
  channelId: string,
  state: { status: ChannelStatus; reason: string | null },
  at: Date,
): Promise<void> {
  await scope.insert(channelState, [{ id: newStateId(at), channelId, at, ...state }])
}

/**
 * Changes a channel and records its status if it changed, in one statement: concurrent changes wait, and compare with
 * the new status. False if no channel meets the condition.
 */
export async function changeAndRecordState(
  scope: Scope,
  id: string,
  { set, where, at }: { set: Omit<PgUpdateSetSource<typeof channel>, 'accountId'>; where?: SQL | undefined; at: Date },
): Promise<boolean> {
  const known = sql`${channel.id} in (select id from before)`
  const changed = scope
    .update(channel, set, and(known, where) ?? known)
    .returning({ id: channel.id, status: channel.status, reason: channel.statusReason })
  const { rows } = await scope.withAccount((db, account) => {
    // Keeps the order within a millisecond, and after a clock was set back.
    const next = sql`(select max(at) + interval '1 millisecond' from channel_state where account_id = ${account} and channel_id = ${id})`
    return db.execute(sql`
      with before as (
        select id, status, status_reason from channel where account_id = ${account} and id = ${id} for update
      ), changed as ${changed}, kept as (
        insert into channel_state (account_id, id, channel_id, at, status, reason)
        select ${account}, ${newStateId(at)}, changed.id, greatest(${at}::timestamptz, ${next}), changed.status, changed.status_reason
        from changed join before on before.id = changed.id
        where (changed.status, changed.status_reason) is distinct from (before.status, before.status_reason)
      )
      select id from changed`)
  })
  return rows.length > 0
}

/** The latest status changes of a channel, latest first; `more` if there are others. */
export async function listStates(scope: Scope, channelId: string): Promise<Pick<ChannelHistory, 'states' | 'more'>> {
  const fields = { at: channelState.at, status: channelState.status, reason: channelState.reason }
  const rows = await scope
    .select(channelState, fields, eq(channelState.channelId, channelId))
    .orderBy(desc(channelState.at), desc(channelState.id))
    .limit(historyStates + 1)
  const states = rows
    .slice(0, historyStates)
    .map(({ at, status, reason }) => ({ at: at.toISOString(), status: ChannelStatus.parse(status), reason }))
  return { states, more: rows.length > historyStates }
}
