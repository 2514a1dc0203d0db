/** Channels as what works with them needs them: with their token and what they keep sealed; and their writes. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Channel } from '#contract/channel.ts'
import type { MadeType } from '#contract/values/channel-type.ts'
import { newId } from '#lib/id.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { channel } from '#server/store/tables/channel.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { flow, flowBinding } from '#server/store/tables/flow.ts'
import { isMade, makeChannelToken } from './channel-secrets.ts'
import { stateColumns, type ChannelState } from './channel-start.ts'
import { changeKeepingState, keepFirstState } from './channel-states.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

/** A channel that was made here. */
export interface ChannelRow {
  account: string
  id: string
  type: MadeType
  name: string
  status: string
  identifier: string | null
  flowId: string | null
  flowName: string | null
  config: JsonRecord
  token: string | null
  /** Opened by `openChannel` (channel-secrets.ts). */
  sealed: Buffer | null
  version: number
}

const rowFields = {
  account: channel.accountId,
  id: channel.id,
  type: channel.type,
  name: channel.name,
  status: channel.status,
  identifier: channel.identifier,
  flowId: channel.flowId,
  flowName: channel.flowName,
  config: sql<Json>`${channel.config}`,
  token: channel.token,
  sealed: channel.secrets,
  version: channel.version,
}

type Selected = Omit<ChannelRow, 'type' | 'config'> & { type: string; config: Json }

/** Those of the sample and of other services have no token, and nobody works with them here. */
const toRow = ({ type, config, ...row }: Selected): ChannelRow | null =>
  isMade(type) && row.token !== null ? { ...row, type, config: isRecord(config) ? config : {} } : null

const buildByToken = (db: Executor) =>
  db
    .select(rowFields)
    .from(channel)
    .where(eq(channel.token, sql.placeholder('token')))
    .prepare('channel by token')

/** Built once for a database: each webhook asks it. */
const byToken = new WeakMap<Executor, ReturnType<typeof buildByToken>>()

/** The channel that an address names; null where there is none. What a request names need not belong to its caller. */
export async function findChannelByToken(db: Executor, token: string): Promise<ChannelRow | null> {
  const statement = byToken.get(db) ?? buildByToken(db)
  byToken.set(db, statement)
  const [row] = await statement.execute({ token })
  return row ? toRow(row) : null
}

export async function findChannel(scope: Scope, id: string): Promise<ChannelRow | null> {
  const [row] = await scope.select(channel, rowFields, eq(channel.id, id))
  return row ? toRow(row) : null
}

/** Channels of all accounts that somebody has to listen for. */
export async function channelsOfTypes(db: Executor, types: readonly MadeType[]): Promise<ChannelRow[]> {
  const rows = await db
    .select(rowFields)
    .from(channel)
    .where(inArray(channel.type, [...types]))
  return rows.map(toRow).filter((row) => row !== null)
}

export const newChannelId = (): string => newId('chn')

export interface NewChannel {
  id: string
  type: MadeType
  name: string
  identifier: string | null
  provider: string | null
  flowId: string | null
  config: JsonRecord
  secrets: Buffer
  state: ChannelState
}

/** The name of a flow of this account; null where there is none. */
async function flowNameOf(scope: Scope, id: string): Promise<string | null> {
  const [row] = await scope.select(flow, { name: flow.name }, eq(flow.id, id))
  return row?.name ?? null
}

const flowColumns = async (scope: Scope, id: string | null) =>
  id === null ? { flowId: null, flowName: null } : { flowId: id, flowName: await flowNameOf(scope, id) }

/** Flows that wait for a channel of this name get it. False where the flow is not there. */
export async function createChannel(scope: Scope, made: NewChannel, now: Date): Promise<boolean> {
  const { state, flowId, ...facts } = made
  const starts = await flowColumns(scope, flowId)
  if (flowId !== null && starts.flowName === null) return false
  const row = { status: state.status, statusReason: state.reason, token: makeChannelToken(), createdAt: now }
  await scope.insert(channel, [{ ...facts, ...starts, ...row }])
  await keepFirstState(scope, made.id, state, now)
  const waiting = and(eq(flowBinding.kind, 'channel'), eq(flowBinding.key, made.name), isNull(flowBinding.targetId))
  if (waiting) await scope.update(flowBinding, { targetId: made.id }, waiting)
  return true
}

export interface ChannelChange {
  name: string
  flowId: string | null
  identifier: string | null
  provider: string | null
  config: JsonRecord
  secrets: Buffer | null
  state: ChannelState
}

/** Within a transaction that holds the channel. False where the flow is not there. */
export async function changeChannel(scope: Scope, id: string, change: ChannelChange, now: Date): Promise<boolean> {
  const { state, flowId, ...facts } = change
  const starts = await flowColumns(scope, flowId)
  if (flowId !== null && starts.flowName === null) return false
  const version = sql`${channel.version} + 1`
  const set = { ...facts, ...starts, status: state.status, statusReason: state.reason, version }
  return changeKeepingState(scope, id, { set, at: now })
}

/** Its conversations stay, and cannot be answered by it any more; flows that use it miss it. Null where there is none. */
export async function removeChannel(scope: Scope, id: string): Promise<string | null> {
  const [gone] = await scope.remove(channel, eq(channel.id, id)).returning({ name: channel.name })
  if (!gone) return null
  const bound = and(eq(flowBinding.kind, 'channel'), eq(flowBinding.targetId, id))
  if (bound) await scope.update(flowBinding, { targetId: null }, bound)
  await scope.update(conversation, { canReply: false }, eq(conversation.channelId, id))
  return gone.name
}

export interface Observed {
  state?: ChannelState
  /** Something came or went. */
  eventAt?: Date
  error?: NonNullable<Channel['last_error']>
  /** What the other side says it is called. */
  identifier?: string
  provider?: string
}

/** What was seen of a channel at work. A paused one stays paused, whatever was seen. */
export async function observeChannel(scope: Scope, id: string, seen: Observed, now: Date): Promise<void> {
  const { state, eventAt, error, identifier, provider } = seen
  const set = {
    // By its row as it is now: whoever looked at a webhook before may come after somebody who took its flow away.
    ...(state ? stateColumns(null, state) : {}),
    ...(eventAt ? { lastEventAt: eventAt } : {}),
    ...(error ? { lastError: error } : {}),
    ...(identifier === undefined ? {} : { identifier }),
    ...(provider === undefined ? {} : { provider }),
  }
  if (Object.keys(set).length === 0) return
  if (state) await changeKeepingState(scope, id, { set, at: now })
  else await scope.update(channel, set, eq(channel.id, id))
}

/** Pausing and going on. False where there is none. */
export function setChannelState(scope: Scope, id: string, state: ChannelState, now: Date): Promise<boolean> {
  const set = { status: state.status, statusReason: state.reason, version: sql`${channel.version} + 1` }
  return changeKeepingState(scope, id, { set, at: now })
}
