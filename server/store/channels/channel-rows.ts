/** Channels with their token and sealed secrets, for the channel service; and their writes. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Channel } from '#contract/channel.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import { newId } from '#lib/id.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { channel } from '#server/store/tables/channel.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { flow, flowBinding } from '#server/store/tables/flow.ts'
import { isCreatable, makeChannelToken } from './channel-secrets.ts'
import { stateColumns, type ChannelState } from './channel-start.ts'
import { changeAndRecordState, recordInitialState } from './channel-states.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

/** A channel that was created in this service. */
export interface ChannelRow {
  account: string
  id: string
  type: CreatableChannelType
  name: string
  status: string
  identifier: string | null
  flowId: string | null
  flowName: string | null
  config: JsonRecord
  token: string | null
  /** Decrypted by `unsealChannelSecrets` (channel-secrets.ts). */
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

/** Null for channels of the sample and of other services: they have no token and are inactive. */
const toRow = ({ type, config, ...row }: Selected): ChannelRow | null =>
  isCreatable(type) && row.token !== null ? { ...row, type, config: isRecord(config) ? config : {} } : null

const buildByToken = (db: Executor) =>
  db
    .select(rowFields)
    .from(channel)
    .where(eq(channel.token, sql.placeholder('token')))
    .prepare('channel by token')

/** Prepared once per database, because every webhook needs it. */
const byToken = new WeakMap<Executor, ReturnType<typeof buildByToken>>()

/** The channel with a token, in any account; null if the token is unknown. */
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

/** Channels of these types in all accounts. */
export async function channelsOfTypes(db: Executor, types: readonly CreatableChannelType[]): Promise<ChannelRow[]> {
  const rows = await db
    .select(rowFields)
    .from(channel)
    .where(inArray(channel.type, [...types]))
  return rows.map(toRow).filter((row) => row !== null)
}

export const newChannelId = (): string => newId('chn')

export interface NewChannel {
  id: string
  type: CreatableChannelType
  name: string
  identifier: string | null
  provider: string | null
  flowId: string | null
  config: JsonRecord
  secrets: Buffer
  state: ChannelState
}

/** Name of a flow of this account; null if there is none. */
async function flowNameOf(scope: Scope, id: string): Promise<string | null> {
  const [row] = await scope.select(flow, { name: flow.name }, eq(flow.id, id))
  return row?.name ?? null
}

const flowColumns = async (scope: Scope, id: string | null) =>
  id === null ? { flowId: null, flowName: null } : { flowId: id, flowName: await flowNameOf(scope, id) }

/** Adds a channel, and binds it to flows that lack a channel with this name. False if the flow does not exist. */
export async function createChannel(scope: Scope, made: NewChannel, now: Date): Promise<boolean> {
  const { state, flowId, ...facts } = made
  const starts = await flowColumns(scope, flowId)
  if (flowId !== null && starts.flowName === null) return false
  const row = { status: state.status, statusReason: state.reason, token: makeChannelToken(), createdAt: now }
  await scope.insert(channel, [{ ...facts, ...starts, ...row }])
  await recordInitialState(scope, made.id, state, now)
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

/** To be called in a transaction that locks the channel. False if the flow does not exist. */
export async function changeChannel(scope: Scope, id: string, change: ChannelChange, now: Date): Promise<boolean> {
  const { state, flowId, ...facts } = change
  const starts = await flowColumns(scope, flowId)
  if (flowId !== null && starts.flowName === null) return false
  const version = sql`${channel.version} + 1`
  const set = { ...facts, ...starts, status: state.status, statusReason: state.reason, version }
  return changeAndRecordState(scope, id, { set, at: now })
}

/**
 * Removes a channel. Its conversations stay, but can no longer be replied to; flows that use it report it as missing.
 * Returns its name; null if it does not exist.
 */
export async function removeChannel(scope: Scope, id: string): Promise<string | null> {
  const [gone] = await scope.remove(channel, eq(channel.id, id)).returning({ name: channel.name })
  if (!gone) return null
  const bound = and(eq(flowBinding.kind, 'channel'), eq(flowBinding.targetId, id))
  if (bound) await scope.update(flowBinding, { targetId: null }, bound)
  await scope.update(conversation, { canReply: false }, eq(conversation.channelId, id))
  return gone.name
}

export interface ChannelObservation {
  state?: ChannelState
  /** Time of the last activity. */
  eventAt?: Date
  error?: NonNullable<Channel['last_error']>
  /** Identifier reported by the provider. */
  identifier?: string
  provider?: string
}

/** Stores observations of a channel. A paused one stays paused. */
export async function observeChannel(
  scope: Scope,
  id: string,
  observation: ChannelObservation,
  now: Date,
): Promise<void> {
  const { state, eventAt, error, identifier, provider } = observation
  const set = {
    // Based on the current row: the flow may have been removed since the webhook was read.
    ...(state ? stateColumns(null, state) : {}),
    ...(eventAt ? { lastEventAt: eventAt } : {}),
    ...(error ? { lastError: error } : {}),
    ...(identifier === undefined ? {} : { identifier }),
    ...(provider === undefined ? {} : { provider }),
  }
  if (Object.keys(set).length === 0) return
  if (state) await changeAndRecordState(scope, id, { set, at: now })
  else await scope.update(channel, set, eq(channel.id, id))
}

/** Pauses or resumes a channel. False if it does not exist. */
export function setChannelState(scope: Scope, id: string, state: ChannelState, now: Date): Promise<boolean> {
  const set = { status: state.status, statusReason: state.reason, version: sql`${channel.version} + 1` }
  return changeAndRecordState(scope, id, { set, at: now })
}
