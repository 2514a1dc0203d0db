/**
 * Handler of webhooks: limits, signature, input; then stores delivery and run in one transaction. Senders with a bad
 * signature get no further information. Refused requests are also logged, within a limit.
 */
import { openHandler, type Handler, type RawRequest } from '#server/protocol/handler.ts'
import { hookPresets } from '#contract/channel.ts'
import { errorStatus, type ErrorCode } from '#contract/kernel/error.ts'
import { newId } from '#lib/id.ts'
import type { Json } from '#lib/json/json.ts'
import type { Engine } from '#server/engine/engine.ts'
import { Fault } from '#server/base/fault.ts'
import { asFault } from '#server/protocol/error-answer.ts'
import type { Services } from '#server/protocol/services.ts'
import {
  observeChannel,
  type ChannelRow,
  type ChannelObservation,
  findChannelByToken,
} from '#server/store/channels/channel-rows.ts'
import { webhookState } from '#server/store/channels/channel-start.ts'
import { unsealChannelSecrets, signingSecrets } from '#server/store/channels/channel-secrets.ts'
import { addDelivery, runOfMessage, type NewDelivery, type Verdict } from '#server/store/channels/delivery.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { isStartedByFlow } from '#server/store/engine/engine-wait.ts'
import { Scope } from '#server/store/db/scope.ts'
import { readInput, runParameter } from '#server/engine/hooks/hook-input.ts'
import {
  storedBody,
  storedBodyBytes,
  redactedHeaders,
  storedRefusedBytes,
} from '#server/engine/hooks/redacted-payload.ts'
import {
  presets,
  type HookPreset,
  type Preset,
  type VerificationResult,
} from '#server/engine/hooks/signature-schemes.ts'
import { hook } from '#contract/hook.ts'

/** Deduplication period: Standard Webhooks senders give up after about 28 hours, Stripe after 3 days. */
const deduplicationMs = 80 * 3_600_000

const accepted = 202

/** A webhook being processed. */
interface IncomingHook {
  services: Services
  channel: ChannelRow
  raw: RawRequest
  at: Date
  /** Empty until the body is read. */
  body: Buffer
  verification: VerificationResult | null
  externalId: string | null
}

const signatureFault = () =>
  new Fault('not_authenticated', 'The signature of this webhook is missing, wrong or too old.')

const scopeOf = ({ services, channel }: IncomingHook) => new Scope(services.database.db, channel.account)

export function presetOf(channel: ChannelRow): Preset {
  const name = hookPresets.find((one): one is HookPreset => one === channel.config['preset'])
  return presets[name ?? 'standard']
}

function verifySignature(incoming: IncomingHook, preset: Preset): void {
  const { services, channel, raw, at, body } = incoming
  const secrets = signingSecrets(
    unsealChannelSecrets(services.secrets, channel.account, channel.id, channel.sealed),
    at,
  )
  incoming.verification = preset.verify({ headers: raw.headers, body, secrets, now: at })
  if (incoming.verification !== 'good') throw signatureFault()
}

function inputOf({ services, channel, raw, body }: IncomingHook, preset: Preset): Promise<Json> {
  const { headers, query } = raw
  const payload = {
    contentType: (headers['content-type'] ?? '').toLowerCase(),
    contentEncoding: (headers['content-encoding'] ?? '').toLowerCase(),
    query: new URLSearchParams(query),
    body,
    presetHeaders: preset.headerValues(headers),
  }
  return readInput(payload, (bytes) => services.tasks.json(channel.account, bytes))
}

/** Maximum announced size; the column has 32 bits. */
const maxSize = 2 ** 31 - 1
const sizeOf = (length = '0'): number => Math.min(Number(length) || 0, maxSize)

function rowOf(
  incoming: IncomingHook,
  outcome: { verdict: Verdict; answer: number; detail: string | null; runId: string | null },
) {
  const { channel, raw, at, body, externalId } = incoming
  const limit = outcome.verdict === 'accepted' ? storedBodyBytes : storedRefusedBytes
  const row: NewDelivery = {
    ...outcome,
    id: newId('dlv', at.getTime()),
    channelId: channel.id,
    at,
    externalId,
    headers: redactedHeaders(raw.headers, raw.query),
    body: outcome.verdict === 'too_large' ? null : storedBody(body, limit),
    size: body.length > 0 ? body.length : sizeOf(raw.headers['content-length']),
    replayOf: null,
  }
  return row
}

const acceptedOutcome = (runId: string, isNew: boolean) => ({
  verdict: isNew ? ('accepted' as const) : ('repeated' as const),
  answer: accepted,
  detail: null,
  runId,
})

const earlierRun = (scope: Scope, { channel, externalId, at }: IncomingHook): Promise<string | null> =>
  externalId === null
    ? Promise.resolve(null)
    : runOfMessage(scope, { channelId: channel.id, externalId, since: new Date(at.getTime() - deduplicationMs) })

/** Request that starts the flow of a webhook channel. */
export const hookStartOf = (channel: ChannelRow, flowId: string, input: Json, sourceKey: string | null) => ({
  account: channel.account,
  flowId,
  trigger: 'webhook' as const,
  triggerNodeId: null,
  input,
  sourceKey,
  isTest: false,
  channel: { id: channel.id, name: channel.name, type: channel.type },
})

/** Stores delivery and run in one transaction. */
async function start(incoming: IncomingHook, engine: Engine, input: Json): Promise<string> {
  const { services, channel, externalId } = incoming
  const { flowId } = channel
  if (flowId === null) throw new Fault('not_ready', 'This channel has no flow.')
  const key = externalId === null ? null : `hook:${channel.id}:${externalId}`
  // The key is deleted after 80 hours (store/engine/retention.ts): the same id then counts as a new message.
  const request = await engine.validateInput(hookStartOf(channel, flowId, input, key))
  const { runId, notify } = await inTransaction(services.database.pool, (client) =>
    engine.start(request, client, (started) =>
      addDelivery(client, channel.account, rowOf(incoming, acceptedOutcome(started.runId, started.isNew))),
    ),
  )
  notify()
  return runId
}

/** Delivers the webhook to a run that waits for one. */
async function deliverToRun(incoming: IncomingHook, engine: Engine, runId: string, input: Json): Promise<string> {
  const { services, channel } = incoming
  const earlier = await earlierRun(scopeOf(incoming), incoming)
  const { pool } = services.database
  // A sender has access only to runs of the channel's flow; other runs are treated as not waiting.
  const isOfChannelFlow = async () =>
    channel.flowId !== null && (await isStartedByFlow(pool, channel.account, runId, channel.flowId))
  if (
    earlier === null &&
    !((await isOfChannelFlow()) && (await engine.deliver(channel.account, { runId }, 'webhook', input)))
  )
    throw new Fault('not_ready', 'This run is not waiting for a webhook.')
  const row = rowOf(incoming, acceptedOutcome(earlier ?? runId, earlier === null))
  await addDelivery(services.database.pool, channel.account, row)
  return earlier ?? runId
}

async function processHook(incoming: IncomingHook): Promise<string> {
  const { services, channel, raw } = incoming
  const preset = presetOf(channel)
  incoming.body = await raw.bytes()
  verifySignature(incoming, preset)
  const input = await inputOf(incoming, preset)
  incoming.externalId = preset.idOf(raw.headers, input)
  if (channel.status === 'paused') throw new Fault('not_ready', 'This channel is paused.')
  if (!services.engine) throw new Fault('unavailable', 'This process does not run flows.')
  const waitingRunId = new URLSearchParams(raw.query).get(runParameter)
  return waitingRunId === null || waitingRunId === ''
    ? start(incoming, services.engine, input)
    : deliverToRun(incoming, services.engine, waitingRunId, input)
}

const verdicts: Partial<Record<ErrorCode, Verdict>> = {
  too_large: 'too_large',
  unsupported_media_type: 'unsupported_type',
  malformed_json: 'malformed',
}

type InvalidSignature = Exclude<VerificationResult, 'good'>

/** The log has one verdict for a signing time that is too far from now, whether past or future. */
const unsignedVerdicts: Record<InvalidSignature, Verdict> = {
  bad_signature: 'bad_signature',
  too_old: 'too_old',
  too_new: 'too_old',
}

const signatureDetails: Record<InvalidSignature, string> = {
  bad_signature: 'The signature is missing or wrong.',
  too_old: 'The delivery was signed more than five minutes before it arrived.',
  too_new: 'The signing time is more than five minutes in the future. Check the clocks of both sides.',
}

/** Internal errors, not caused by the request. */
const internalCodes = new Set<ErrorCode>(['internal', 'unavailable', 'conflict'])

async function logRefusal(incoming: IncomingHook, fault: Fault): Promise<void> {
  const { services, channel, verification } = incoming
  if (internalCodes.has(fault.code) || !(await services.hookLimits.mayLogRefusal(channel.id))) return
  const isUnsigned = verification !== null && verification !== 'good'
  const verdict = verdicts[fault.code] ?? (isUnsigned ? unsignedVerdicts[verification] : 'refused')
  // The sender always gets the same message; the log says which clock is wrong.
  const detail = isUnsigned ? signatureDetails[verification] : fault.message
  const outcome = { verdict, answer: errorStatus[fault.code], detail, runId: null }
  await addDelivery(services.database.pool, channel.account, rowOf(incoming, outcome))
}

/** Updates the channel: last activity, or a bad signature. */
async function updateActivity(incoming: IncomingHook): Promise<void> {
  const { services, channel, verification, at } = incoming
  const isGood = verification === 'good'
  if (verification === null || !(await services.hookLimits.mayUpdateActivity(channel.id, verification))) return
  const observation: ChannelObservation = isGood
    ? { eventAt: at, state: webhookState(channel.flowId) }
    : { error: { code: 'signature_mismatch', message: signatureMessages[verification], at: at.toISOString() } }
  await observeChannel(scopeOf(incoming), channel.id, observation, at)
  services.engine?.events.publish(channel.account, { noun: 'channel', id: channel.id, change: 'changed' })
}

const signatureMessages: Record<InvalidSignature, string> = {
  bad_signature:
    'The signature of the last delivery did not match. Check that the sender uses the secret of this channel.',
  too_old: 'The last delivery was signed more than five minutes before it arrived. Check the clocks of both sides.',
  too_new:
    'The signing time of the last delivery was more than five minutes in the future. Check the clocks of both sides.',
}

/** Returns the run that a webhook started, continued, or had started before. Throws faults for the sender. */
async function receiveHook(services: Services, channel: ChannelRow, raw: RawRequest, sender: string) {
  const incoming: IncomingHook = {
    services,
    channel,
    raw,
    at: services.now(),
    body: Buffer.alloc(0),
    verification: null,
    externalId: null,
  }
  try {
    const runId = await processHook(incoming)
    await updateActivity(incoming)
    return runId
  } catch (error) {
    const fault = asFault(error)
    if (fault.code === 'not_authenticated') await services.hookLimits.countRefusal(sender)
    await logRefusal(incoming, fault)
    await updateActivity(incoming)
    throw error
  }
}

const receive = openHandler(hook.receive, async ({ services, browser, raw }, { params }) => {
  if (!raw) throw new Error('The webhook endpoint must be a raw endpoint.')
  const sender = browser.address
  await services.hookLimits.admit(params.token, sender)
  const channel = await findChannelByToken(services.database.db, params.token)
  if (channel?.type !== 'webhook') {
    await services.hookLimits.countRefusal(sender)
    throw new Fault('not_found', 'No channel receives at this address.')
  }
  return { body: { run_id: await receiveHook(services, channel, raw, sender) } }
})

export const hookHandlers: Handler[] = [receive]
