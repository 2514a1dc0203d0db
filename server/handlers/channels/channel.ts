/** Handlers of channels: list, read, connect, change, remove, pause, resume, test, rotate, history. */
import { channel, type ChannelDetail, type ChannelMade, type ChannelStatus } from '#contract/channel.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { JsonObject, maxLimit } from '#contract/kernel/page.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { channelAddress, initialChannelState } from '#server/engine/channels/channel-defaults.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { fieldErrors, inOurWords } from '#server/base/field-errors.ts'
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
  rotated,
  sealChannel,
  shownCredentials,
  type ChannelSecrets,
} from '#server/store/channels/channel-secrets.ts'
import { listChannels, readChannel, type FoundChannel } from '#server/store/channels/channel.ts'
import { credentialsMoved, withCredentials } from './channel-credentials.ts'
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

const unseal = ({ scope, services }: Context, { shown, sealed }: FoundChannel): ChannelSecrets =>
  unsealChannelSecrets(services.secrets, scope.account, shown.id, sealed)

function detailOf(context: Context, found: FoundChannel): ChannelDetail {
  const { shown, token } = found
  const secrets = token === null ? null : unseal(context, found)
  const until = secrets && shown.type === 'webhook' ? oldSecretUntil(secrets, context.services.now()) : null
  return {
    ...shown,
    credentials: secrets ? shownCredentials(shown.type, secrets) : {},
    address: channelAddress(shown.type, token, context.origin),
    ...(until === null ? {} : { old_secret_expires_at: until }),
  }
}

/** Notifies channel workers after the commit. */
const hears = ({ scope, services }: Context, id: string, leave: () => void = () => {}) => ({
  after: () => {
    services.channels.changed(scope.account, id)
    leave()
  },
})

/** Schedules the deregistration of the previous configuration. */
const leaves = ({ scope, services }: Context, before: ChannelRow | null) =>
  before ? services.channels.leave(scope, before) : undefined

function replyOf(context: Context, found: FoundChannel): Reply<ChannelDetail> {
  const body = detailOf(context, found)
  return {
    ...hears(context, body.id),
    body,
    headers: { ETag: etagOf(body.version, body) },
    object: { id: body.id, name: body.name },
  }
}

/**
 * The type of a channel of this service; throws `not_ready` for sample channels and channels of other services, which
 * are read-only.
 */
function madeOf({ shown, token }: FoundChannel): CreatableChannelType {
  if (token !== null && isCreatable(shown.type)) return shown.type
  throw new Fault('not_ready', 'This is a sample channel. Create your own channel to use it.')
}

/** Validates a config for its type; errors are reported as `config.smtp.port`. */
function checkConfig(type: CreatableChannelType, config: JsonRecord): JsonRecord {
  const parsed = channelDescriptors[type].config.safeParse(config, inOurWords)
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
function madeReply(context: Context, found: FoundChannel, secret: string | null): Reply<ChannelMade> {
  const body = { ...detailOf(context, found), secret }
  return { ...hears(context, body.id), body, object: { id: body.id, name: body.name } }
}

/** A rebuilt response has no secret: it is shown only once. */
const remakeMade = async (context: Context, id: string) => madeReply(context, await needChannel(context, id), null)

const create = handler(
  channel.create,
  async (context, { body }) => {
    const { scope, services } = context
    const { type, name } = body
    const now = services.now()
    const config = checkConfig(type, body.config ?? {})
    const id = newChannelId()
    const given = body.credentials ?? {}
    const own = given['signing_secret'] === undefined ? newSigningSecret(type) : null
    const fresh: ChannelSecrets = { live: own === null ? [] : [{ text: own, until: null }], credentials: {} }
    const content = withCredentials(type, fresh, given, now)
    const facts = { id, type, name, config, ...channelDescriptors[type].identity(config), flowId: body.flow ?? null }
    const secrets = sealChannel(services.secrets, scope.account, id, content)
    const state = initialChannelState(type, config, content.credentials, facts.flowId)
    if (!(await createChannel(scope, { ...facts, secrets, state }, now))) throw noFlow()
    return madeReply(context, await needChannel(context, id), type === 'webhook' ? own : null)
  },
  { remake: remakeMade },
)

const noFlow = () => invalid('flow', 'There is no flow with this id.')

/** A change keeps a paused channel paused. */
const stateAfter = ({ shown }: FoundChannel, state: ChannelState): ChannelState =>
  shown.status === 'paused' ? { status: shown.status, reason: shown.status_reason } : state

/** The changes to store; fields that were not given stay. */
function changeOf(context: Context, before: FoundChannel, body: Parsed<typeof channel.edit>['body']): ChannelChange {
  const { scope, services } = context
  const { shown } = before
  const type = madeOf(before)
  const own = { name: body.name ?? shown.name, flowId: body.flow === undefined ? (shown.flow?.id ?? null) : body.flow }
  if (body.config === undefined && body.credentials === undefined) {
    const { identifier, provider, config, status, status_reason: reason } = shown
    const state = type === 'webhook' ? stateAfter(before, webhookState(own.flowId)) : { status, reason }
    return { ...own, identifier, provider, config, secrets: before.sealed, state }
  }
  const config = body.config === undefined ? shown.config : checkConfig(type, body.config)
  const given = body.credentials ?? {}
  const renewed = withCredentials(type, unseal(context, before), given, services.now())
  const kept = credentialsMoved(type, renewed, given, { before: shown.config, after: config })
  return {
    ...own,
    ...channelDescriptors[type].identity(config),
    config,
    secrets: sealChannel(services.secrets, scope.account, shown.id, kept),
    state: stateAfter(before, initialChannelState(type, config, kept.credentials, own.flowId)),
  }
}

const edit = handler(channel.edit, async (context, { params, body }) => {
  const { scope, services } = context
  const before = await needChannel(context, params.id)
  const { shown } = before
  madeOf(before)
  const change = changeOf(context, before, body)
  const row = await findChannel(scope, shown.id)
  if (!(await changeChannel(scope, shown.id, change, services.now()))) throw noFlow()
  const after = await needChannel(context, params.id)
  const isElsewhere = body.config !== undefined || body.credentials !== undefined
  return { ...replyOf(context, after), ...hears(context, shown.id, await leaves(context, isElsewhere ? row : null)) }
})

const remove = handler(channel.remove, async (context, { params }) => {
  const row = await findChannel(context.scope, params.id)
  const name = await removeChannel(context.scope, params.id)
  if (name === null) throw notFound('channel')
  return { ...hears(context, params.id, await leaves(context, row)), body: null, object: { id: params.id, name } }
})

const pausedReason = 'Paused manually. Nothing is received until you resume it.'

async function moveTo(context: Context, found: FoundChannel, status: ChannelStatus, reason: string | null) {
  await setChannelState(context.scope, found.shown.id, { status, reason }, context.services.now())
  return replyOf(context, await needChannel(context, found.shown.id))
}

const pause = handler(channel.pause, async (context, { params }) => {
  const found = await needChannel(context, params.id)
  madeOf(found)
  if (found.shown.status === 'paused') return replyOf(context, found)
  return moveTo(context, found, 'paused', pausedReason)
})

const resume = handler(channel.resume, async (context, { params }) => {
  const found = await needChannel(context, params.id)
  const type = madeOf(found)
  if (found.shown.status !== 'paused') return replyOf(context, found)
  const { status, reason } = initialChannelState(
    type,
    found.shown.config,
    unseal(context, found).credentials,
    found.shown.flow?.id ?? null,
  )
  return moveTo(context, found, status, reason)
})

const rotate = handler(
  channel.rotate,
  async (context, { params }) => {
    const { scope, services } = context
    const found = await needChannel(context, params.id)
    const type = madeOf(found)
    const secret = newSigningSecret(type)
    if (secret === null)
      throw new Fault('not_ready', 'The signing secret of this channel type is not created by this service.')
    const content = rotated(unseal(context, found), secret, services.now())
    const { shown } = found
    const change = {
      name: shown.name,
      flowId: shown.flow?.id ?? null,
      identifier: shown.identifier,
      provider: shown.provider,
      config: shown.config,
      secrets: sealChannel(services.secrets, scope.account, shown.id, content),
      state: { status: shown.status, reason: shown.status_reason },
    }
    if (!(await changeChannel(scope, shown.id, change, services.now()))) throw noFlow()
    return madeReply(context, await needChannel(context, params.id), type === 'webhook' ? secret : null)
  },
  { remake: remakeMade },
)

/** Tests the connection, without an open transaction. */
const test = handler(
  channel.test,
  async (context, { params }) => {
    const found = await needChannel(context, params.id)
    madeOf(found)
    if (found.shown.status === 'paused') throw new Fault('not_ready', 'The channel is paused. Resume it first.')
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
