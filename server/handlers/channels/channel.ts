/** Handlers of channels: list, read, connect, change, remove, pause, resume, test, rotate, history. */
import { channel, type ChannelDetail, type CreatedChannel, type ChannelStatus } from '#contract/channel.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { JsonObject, maxLimit } from '#contract/kernel/page.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { channelAddress, initialChannelState } from '#server/engine/channels/channel-defaults.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { fieldErrors, parseOptions } from '#server/base/field-errors.ts'
import {
  changeChannel,
  createChannel,
  findChannel,
  newChannelId,
  removeChannel,
  setChannelState,
  type ChannelChange,
  type ChannelRow,
} from '#server/store/channels/channel-rows.ts'
import { webhookState, type ChannelState } from '#server/store/channels/channel-start.ts'
import {
  isCreatable,
  newSigningSecret,
  oldSecretUntil,
  unsealChannelSecrets,
  rotateSecret,
  sealChannel,
  shownCredentials,
  type ChannelSecrets,
} from '#server/store/channels/channel-secrets.ts'
import { listChannels, readChannel, type FoundChannel } from '#server/store/channels/channel.ts'
import { secretsAfterChange, withCredentials } from './channel-credentials.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler, type Reply } from '#server/protocol/handler.ts'
import { channelHistory, historyHours } from '#contract/channel-history.ts'
import { channelHours, countedHours, hasChannel } from '#server/store/channels/channel-hours.ts'
import { listStates } from '#server/store/channels/channel-states.ts'
import { commaList } from '#server/store/query/comma-list.ts'

async function needChannel({ scope }: Context, id: string): Promise<FoundChannel> {
  const found = await readChannel(scope, id)
  if (!found) throw notFound('channel')
  return found
}

const unseal = ({ scope, services }: Context, { detail, sealed }: FoundChannel): ChannelSecrets =>
  unsealChannelSecrets(services.secrets, scope.account, detail.id, sealed)

function detailOf(context: Context, found: FoundChannel): ChannelDetail {
  const { detail, token } = found
  const secrets = token === null ? null : unseal(context, found)
  const until = secrets && detail.type === 'webhook' ? oldSecretUntil(secrets, context.services.now()) : null
  return {
    ...detail,
    credentials: secrets ? shownCredentials(detail.type, secrets) : {},
    address: channelAddress(detail.type, token, context.origin),
    ...(until === null ? {} : { old_secret_expires_at: until }),
  }
}

/** Notifies channel workers after the commit. */
const recheckAfterCommit = ({ scope, services }: Context, id: string, startDeregistration: () => void = () => {}) => ({
  after: () => {
    services.channels.recheck(scope.account, id)
    startDeregistration()
  },
})

/** Schedules the deregistration of the previous configuration. */
const scheduleDeregistration = ({ scope, services }: Context, before: ChannelRow | null) =>
  before ? services.channels.scheduleDeregistration(scope, before) : undefined

function replyOf(context: Context, found: FoundChannel): Reply<ChannelDetail> {
  const body = detailOf(context, found)
  return {
    ...recheckAfterCommit(context, body.id),
    body,
    headers: { ETag: etagOf(body.version, body) },
    object: { id: body.id, name: body.name },
  }
}

/**
 * The type of a channel of this service; throws `not_ready` for sample channels and channels of other services, which
 * are read-only.
 */
function creatableTypeOf({ detail, token }: FoundChannel): CreatableChannelType {
  if (token !== null && isCreatable(detail.type)) return detail.type
  throw new Fault('not_ready', 'This is a sample channel. Create your own channel to use it.')
}

/** Validates a config for its type; errors are reported as `config.smtp.port`. */
function checkConfig(type: CreatableChannelType, config: JsonRecord): JsonRecord {
  const parsed = channelDescriptors[type].config.safeParse(config, parseOptions)
  if (parsed.success) return JsonObject.parse(parsed.data)
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(parsed.error)).map(([path, texts]) => [`config.${path}`, texts]),
  )
  throw new Fault('invalid', 'The config does not match the channel type.', { errors })
}

const list = handler(channel.list, async ({ scope }, { query }) => ({ body: await listChannels(scope, query) }))

const read = handler(channel.read, async (context, { params }) =>
  replyOf(context, await needChannel(context, params.id)),
)

/** The only response that may contain the signing secret. */
function replyWithSecret(context: Context, found: FoundChannel, secret: string | null): Reply<CreatedChannel> {
  const body = { ...detailOf(context, found), secret }
  return { ...recheckAfterCommit(context, body.id), body, object: { id: body.id, name: body.name } }
}

/** A rebuilt response has no secret: it is shown only once. */
const remakeCreated = async (context: Context, id: string) =>
  replyWithSecret(context, await needChannel(context, id), null)

const create = handler(
  channel.create,
  async (context, { body }) => {
    const { scope, services } = context
    const { type, name } = body
    const now = services.now()
    const config = checkConfig(type, body.config ?? {})
    const id = newChannelId()
    const given = body.credentials ?? {}
    const ownSecret = given['signing_secret'] === undefined ? newSigningSecret(type) : null
    const initialSecrets: ChannelSecrets = {
      live: ownSecret === null ? [] : [{ text: ownSecret, until: null }],
      credentials: {},
    }
    const content = withCredentials(type, initialSecrets, given, now)
    const facts = { id, type, name, config, ...channelDescriptors[type].identity(config), flowId: body.flow ?? null }
    const secrets = sealChannel(services.secrets, scope.account, id, content)
    const state = initialChannelState(type, config, content.credentials, facts.flowId)
    if (!(await createChannel(scope, { ...facts, secrets, state }, now))) throw noFlow()
    return replyWithSecret(context, await needChannel(context, id), type === 'webhook' ? ownSecret : null)
  },
  { remake: remakeCreated },
)

const noFlow = () => invalid('flow', 'There is no flow with this id.')

/** A change keeps a paused channel paused. */
const stateUnlessPaused = ({ detail }: FoundChannel, state: ChannelState): ChannelState =>
  detail.status === 'paused' ? { status: detail.status, reason: detail.status_reason } : state

/** The changes to store; fields that were not given stay. */
function changeOf(context: Context, before: FoundChannel, body: Parsed<typeof channel.edit>['body']): ChannelChange {
  const { scope, services } = context
  const { detail } = before
  const type = creatableTypeOf(before)
  const own = {
    name: body.name ?? detail.name,
    flowId: body.flow === undefined ? (detail.flow?.id ?? null) : body.flow,
  }
  if (body.config === undefined && body.credentials === undefined) {
    const { identifier, provider, config, status, status_reason: reason } = detail
    const state = type === 'webhook' ? stateUnlessPaused(before, webhookState(own.flowId)) : { status, reason }
    return { ...own, identifier, provider, config, secrets: before.sealed, state }
  }
  const config = body.config === undefined ? detail.config : checkConfig(type, body.config)
  const given = body.credentials ?? {}
  const renewed = withCredentials(type, unseal(context, before), given, services.now())
  const newSecrets = secretsAfterChange(type, renewed, given, { before: detail.config, after: config })
  return {
    ...own,
    ...channelDescriptors[type].identity(config),
    config,
    secrets: sealChannel(services.secrets, scope.account, detail.id, newSecrets),
    state: stateUnlessPaused(before, initialChannelState(type, config, newSecrets.credentials, own.flowId)),
  }
}

const edit = handler(channel.edit, async (context, { params, body }) => {
  const { scope, services } = context
  const before = await needChannel(context, params.id)
  const { detail } = before
  creatableTypeOf(before)
  const change = changeOf(context, before, body)
  const row = await findChannel(scope, detail.id)
  if (!(await changeChannel(scope, detail.id, change, services.now()))) throw noFlow()
  const after = await needChannel(context, params.id)
  const mayTargetChange = body.config !== undefined || body.credentials !== undefined
  return {
    ...replyOf(context, after),
    ...recheckAfterCommit(context, detail.id, await scheduleDeregistration(context, mayTargetChange ? row : null)),
  }
})

const remove = handler(channel.remove, async (context, { params }) => {
  const row = await findChannel(context.scope, params.id)
  const name = await removeChannel(context.scope, params.id)
  if (name === null) throw notFound('channel')
  return {
    ...recheckAfterCommit(context, params.id, await scheduleDeregistration(context, row)),
    body: null,
    object: { id: params.id, name },
  }
})

const pausedReason = 'Paused manually. Nothing is received until you resume it.'

async function changeStatus(context: Context, found: FoundChannel, status: ChannelStatus, reason: string | null) {
  await setChannelState(context.scope, found.detail.id, { status, reason }, context.services.now())
  return replyOf(context, await needChannel(context, found.detail.id))
}

const pause = handler(channel.pause, async (context, { params }) => {
  const found = await needChannel(context, params.id)
  creatableTypeOf(found)
  if (found.detail.status === 'paused') return replyOf(context, found)
  return changeStatus(context, found, 'paused', pausedReason)
})

const resume = handler(channel.resume, async (context, { params }) => {
  const found = await needChannel(context, params.id)
  const type = creatableTypeOf(found)
  if (found.detail.status !== 'paused') return replyOf(context, found)
  const { status, reason } = initialChannelState(
    type,
    found.detail.config,
    unseal(context, found).credentials,
    found.detail.flow?.id ?? null,
  )
  return changeStatus(context, found, status, reason)
})

const rotate = handler(
  channel.rotate,
  async (context, { params }) => {
    const { scope, services } = context
    const found = await needChannel(context, params.id)
    const type = creatableTypeOf(found)
    const secret = newSigningSecret(type)
    if (secret === null)
      throw new Fault('not_ready', 'The signing secret of this channel type is not created by this service.')
    const content = rotateSecret(unseal(context, found), secret, services.now())
    const { detail } = found
    const change = {
      name: detail.name,
      flowId: detail.flow?.id ?? null,
      identifier: detail.identifier,
      provider: detail.provider,
      config: detail.config,
      secrets: sealChannel(services.secrets, scope.account, detail.id, content),
      state: { status: detail.status, reason: detail.status_reason },
    }
    if (!(await changeChannel(scope, detail.id, change, services.now()))) throw noFlow()
    return replyWithSecret(context, await needChannel(context, params.id), type === 'webhook' ? secret : null)
  },
  { remake: remakeCreated },
)

/** Tests the connection, without an open transaction. */
const test = handler(
  channel.test,
  async (context, { params }) => {
    const found = await needChannel(context, params.id)
    creatableTypeOf(found)
    if (found.detail.status === 'paused') throw new Fault('not_ready', 'The channel is paused. Resume it first.')
    await context.services.channels.check(context.scope, params.id)
    return replyOf(context, await needChannel(context, params.id))
  },
  { ownTransactions: true },
)

/** Status changes, and counts per hour. */
const history = handler(channelHistory.history, async ({ scope, services }, { params: { id } }) => {
  if (!(await hasChannel(scope, id))) throw notFound('channel')
  const states = await listStates(scope, id)
  return { body: { ...states, hours: await channelHours(scope, id, services.now(), historyHours) } }
})

const hours = handler(channelHistory.hours, async ({ scope, services }, { query }) => {
  const ids = [...new Set(commaList(query.channel) ?? [])]
  if (ids.length > maxLimit)
    throw invalid('channel', `${ids.length} channels were requested. The limit is ${maxLimit}.`)
  return { body: await countedHours(scope, ids, services.now(), historyHours) }
})

export const channelHandlers: Handler[] = [
  list,
  read,
  create,
  edit,
  remove,
  pause,
  resume,
  test,
  rotate,
  history,
  hours,
]
