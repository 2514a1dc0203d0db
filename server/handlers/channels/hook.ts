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
  type Observed,
  findChannelByToken,
} from '#server/store/channels/channel-rows.ts'
import { webhookState } from '#server/store/channels/channel-start.ts'
import { unsealChannelSecrets, signingSecrets } from '#server/store/channels/channel-secrets.ts'
import { addDelivery, runOfMessage, type NewDelivery, type Verdict } from '#server/store/channels/delivery.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { comesOfFlow } from '#server/store/engine/engine-wait.ts'
import { Scope } from '#server/store/db/scope.ts'
import { readInput, runParameter } from '#server/engine/hooks/hook-input.ts'
import {
  storedBody,
  storedBodyBytes,
  redactedHeaders,
  storedRefusedBytes,
} from '#server/engine/hooks/redacted-payload.ts'
import { presets, type HookPreset, type Preset, type Proof } from '#server/engine/hooks/signature-schemes.ts'
import { hook } from '#contract/hook.ts'

/** Deduplication period: Standard Webhooks senders give up after about 28 hours, Stripe after 3 days. */
const repeatedMs = 80 * 3_600_000

const accepted = 202

/** A webhook being processed. */
interface Coming {
  services: Services
  channel: ChannelRow
  raw: RawRequest
  at: Date
  /** Empty until the body is read. */
  body: Buffer
  proof: Proof | null
  externalId: string | null
}

const unsigned = () => new Fault('not_authenticated', 'The signature of this webhook is missing, wrong or too old.')

const scopeOf = ({ services, channel }: Coming) => new Scope(services.database.db, channel.account)

export function presetOf(channel: ChannelRow): Preset {
  const name = hookPresets.find((one): one is HookPreset => one === channel.config['preset'])
  return presets[name ?? 'standard']
}

function prove(coming: Coming, preset: Preset): void {
  const { services, channel, raw, at, body } = coming
  const secrets = signingSecrets(
    unsealChannelSecrets(services.secrets, channel.account, channel.id, channel.sealed),
    at,
  )
  coming.proof = preset.prove({ headers: raw.headers, body, secrets, now: at })
  if (coming.proof !== 'good') throw unsigned()
}

function inputOf({ services, channel, raw, body }: Coming, preset: Preset): Promise<Json> {
  const { headers, query } = raw
  const said = {
    contentType: (headers['content-type'] ?? '').toLowerCase(),
    contentEncoding: (headers['content-encoding'] ?? '').toLowerCase(),
    query: new URLSearchParams(query),
    body,
    facts: preset.facts(headers),
  }
  return readInput(said, (bytes) => services.tasks.json(channel.account, bytes))
}

/** Maximum announced size; the column has 32 bits. */
const maxSize = 2 ** 31 - 1
const sizeOf = (length = '0'): number => Math.min(Number(length) || 0, maxSize)

function rowOf(
  coming: Coming,
  became: { verdict: Verdict; answer: number; detail: string | null; runId: string | null },
) {
  const { channel, raw, at, body, externalId } = coming
  const limit = became.verdict === 'accepted' ? storedBodyBytes : storedRefusedBytes
  const row: NewDelivery = {
    ...became,
    id: newId('dlv', at.getTime()),
    channelId: channel.id,
    at,
    externalId,
    headers: redactedHeaders(raw.headers, raw.query),
    body: became.verdict === 'too_large' ? null : storedBody(body, limit),
    size: body.length > 0 ? body.length : sizeOf(raw.headers['content-length']),
    replayOf: null,
  }
  return row
}

const took = (runId: string, isNew: boolean) => ({
  verdict: isNew ? ('accepted' as const) : ('repeated' as const),
  answer: accepted,
  detail: null,
  runId,
})

const firstRun = (scope: Scope, { channel, externalId, at }: Coming): Promise<string | null> =>
  externalId === null
    ? Promise.resolve(null)
    : runOfMessage(scope, { channelId: channel.id, externalId, since: new Date(at.getTime() - repeatedMs) })

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
async function start(coming: Coming, engine: Engine, input: Json): Promise<string> {
  const { services, channel, externalId } = coming
  const { flowId } = channel
  if (flowId === null) throw new Fault('not_ready', 'This channel has no flow.')
  const key = externalId === null ? null : `hook:${channel.id}:${externalId}`
  // The key is deleted after 80 hours (store/engine/retention.ts): the same id then counts as a new message.
  const request = await engine.checked(hookStartOf(channel, flowId, input, key))
  const { runId, tell } = await inTransaction(services.database.pool, (client) =>
    engine.start(request, client, (started) =>
      addDelivery(client, channel.account, rowOf(coming, took(started.runId, started.isNew))),
    ),
  )
  tell()
  return runId
}

/** Delivers the webhook to a run that waits for one. */
async function handOver(coming: Coming, engine: Engine, runId: string, input: Json): Promise<string> {
  const { services, channel } = coming
  const before = await firstRun(scopeOf(coming), coming)
  const { pool } = services.database
  // A sender has access only to runs of the channel's flow; other runs are treated as not waiting.
  const isOurs = async () =>
    channel.flowId !== null && (await comesOfFlow(pool, channel.account, runId, channel.flowId))
  if (before === null && !((await isOurs()) && (await engine.deliver(channel.account, { runId }, 'webhook', input))))
    throw new Fault('not_ready', 'This run is not waiting for a webhook.')
  const row = rowOf(coming, took(before ?? runId, before === null))
  await addDelivery(services.database.pool, channel.account, row)
  return before ?? runId
}

async function take(coming: Coming): Promise<string> {
  const { services, channel, raw } = coming
  const preset = presetOf(channel)
  coming.body = await raw.bytes()
  prove(coming, preset)
  const input = await inputOf(coming, preset)
  coming.externalId = preset.idOf(raw.headers, input)
  if (channel.status === 'paused') throw new Fault('not_ready', 'This channel is paused.')
  if (!services.engine) throw new Fault('unavailable', 'This process does not run flows.')
  const waiting = new URLSearchParams(raw.query).get(runParameter)
  return waiting === null || waiting === ''
    ? start(coming, services.engine, input)
    : handOver(coming, services.engine, waiting, input)
}

const verdicts: Partial<Record<ErrorCode, Verdict>> = {
  too_large: 'too_large',
  unsupported_media_type: 'unsupported_type',
  malformed_json: 'malformed',
}

type NoProof = Exclude<Proof, 'good'>

/** The log has one verdict for a signing time that is too far from now, whether past or future. */
const unsignedVerdicts: Record<NoProof, Verdict> = {
  bad_signature: 'bad_signature',
  too_old: 'too_old',
  too_new: 'too_old',
}

const times: Record<NoProof, string> = {
  bad_signature: 'The signature is missing or wrong.',
  too_old: 'The delivery was signed more than five minutes before it arrived.',
  too_new: 'The signing time is more than five minutes in the future. Check the clocks of both sides.',
}

/** Internal errors, not caused by the request. */
const ourTrouble = new Set<ErrorCode>(['internal', 'unavailable', 'conflict'])

async function keepRefused(coming: Coming, fault: Fault): Promise<void> {
  const { services, channel, proof } = coming
  if (ourTrouble.has(fault.code) || !(await services.hookLimits.mayKeep(channel.id))) return
  const isUnsigned = proof !== null && proof !== 'good'
  const verdict = verdicts[fault.code] ?? (isUnsigned ? unsignedVerdicts[proof] : 'refused')
  // The sender always gets the same message; the log says which clock is wrong.
  const detail = isUnsigned ? times[proof] : fault.message
  const became = { verdict, answer: errorStatus[fault.code], detail, runId: null }
  await addDelivery(services.database.pool, channel.account, rowOf(coming, became))
}

/** Updates the channel: last activity, or a bad signature. */
async function note(coming: Coming): Promise<void> {
  const { services, channel, proof, at } = coming
  const isGood = proof === 'good'
  if (proof === null || !(await services.hookLimits.mayNote(channel.id, proof))) return
  const seen: Observed = isGood
    ? { eventAt: at, state: webhookState(channel.flowId) }
    : { error: { code: 'signature_mismatch', message: words[proof], at: at.toISOString() } }
  await observeChannel(scopeOf(coming), channel.id, seen, at)
  services.engine?.events.tell(channel.account, { noun: 'channel', id: channel.id, change: 'changed' })
}

const words: Record<NoProof, string> = {
  bad_signature:
    'The signature of the last delivery did not match. Check that the sender uses the secret of this channel.',
  too_old: 'The last delivery was signed more than five minutes before it arrived. Check the clocks of both sides.',
  too_new:
    'The signing time of the last delivery was more than five minutes in the future. Check the clocks of both sides.',
}

/** Returns the run that a webhook started, continued, or had started before. Throws faults for the sender. */
async function receiveHook(services: Services, channel: ChannelRow, raw: RawRequest, sender: string) {
  const coming: Coming = {
    services,
    channel,
    raw,
    at: services.now(),
    body: Buffer.alloc(0),
    proof: null,
    externalId: null,
  }
  try {
    const runId = await take(coming)
    await note(coming)
    return runId
  } catch (error) {
    const fault = asFault(error)
    if (fault.code === 'not_authenticated') await services.hookLimits.wrong(sender)
    await keepRefused(coming, fault)
    await note(coming)
    throw error
  }
}

const receive = openHandler(hook.receive, async ({ services, browser, raw }, { params }) => {
  if (!raw) throw new Error('The webhook endpoint must be a raw endpoint.')
  const sender = browser.address
  await services.hookLimits.knock(params.token, sender)
  const channel = await findChannelByToken(services.database.db, params.token)
  if (channel?.type !== 'webhook') {
    await services.hookLimits.wrong(sender)
    throw new Fault('not_found', 'No channel receives at this address.')
  }
  return { body: { run_id: await receiveHook(services, channel, raw, sender) } }
})

export const hookHandlers: Handler[] = [receive]
