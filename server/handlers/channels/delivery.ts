/** Handlers of deliveries: the log, and replays. */
import { channel, queryHeader, type Delivery } from '#contract/channel.ts'
import { newId } from '#lib/id.ts'
import type { Json } from '#lib/json/json.ts'
import { isRedacted, isWholeBody } from '#server/engine/hooks/redacted-payload.ts'
import { readInput, runParameter } from '#server/engine/hooks/hook-input.ts'
import { presetOf, hookStartOf } from './hook.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { findChannel, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import { addDelivery, listDeliveries, readDelivery } from '#server/store/channels/delivery.ts'
import { readRun } from '#server/store/runs/run.ts'
import { Scope } from '#server/store/db/scope.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'

const list = handler(channel.deliveries, async ({ scope }, { params, query }) => {
  const found = await listDeliveries(scope, params.id, query)
  if (!found) throw notFound('channel')
  return { body: found }
})

async function needDelivery(scope: Scope, id: string, channelId: string | null): Promise<Delivery> {
  const found = await readDelivery(scope, id, channelId)
  if (!found) throw notFound('delivery')
  return found
}

/** Input of the run that a delivery started; undefined if it started none or the run was deleted. */
async function inputOfStartedRun(scope: Scope, { run }: Delivery, query: URLSearchParams): Promise<Json | undefined> {
  // Input delivered to a waiting run did not start it.
  if (run === null || query.has(runParameter)) return undefined
  return (await readRun(scope, run.id))?.input
}

/**
 * Re-parses the input of a delivery; if its query was masked, returns the input of its run. 409 if it was not stored
 * completely, its signature is invalid, or the channel is not a webhook.
 */
async function inputOf({ services }: Context, scope: Scope, channelRow: ChannelRow, delivery: Delivery): Promise<Json> {
  const { headers, body, size, verdict } = delivery
  if (channelRow.type !== 'webhook')
    throw new Fault('not_ready', 'Only webhooks can be replayed. Reply to messages in their conversation.')
  if (verdict === 'bad_signature')
    throw new Fault('not_ready', 'The delivery cannot be replayed because its signature is invalid.')
  if (!isWholeBody(body, size))
    throw new Fault('not_ready', 'The delivery cannot be replayed because only part of it was stored.')
  const query = new URLSearchParams(headers[queryHeader] ?? '')
  if (isRedacted(query)) {
    const input = await inputOfStartedRun(scope, delivery, query)
    if (input !== undefined) return input
    throw new Fault('not_ready', 'The delivery cannot be replayed because its query parameters were not stored.')
  }
  const payload = {
    contentType: (headers['content-type'] ?? '').toLowerCase(),
    contentEncoding: '',
    query,
    body: Buffer.from(body),
    presetHeaders: presetOf(channelRow).headerValues(headers),
  }
  return readInput(payload, (bytes) => services.tasks.json(scope.account, bytes))
}

const replay = handler(
  channel.replay,
  async (context, { params }) => {
    const { scope, services } = context
    // Outside the transaction of the write, which must not stay open during input validation.
    const readScope = new Scope(services.database.db, scope.account)
    const channelRow = await findChannel(readScope, params.id)
    if (!channelRow) throw notFound('channel')
    const original = await needDelivery(readScope, params.delivery, channelRow.id)
    if (channelRow.status === 'paused')
      throw new Fault('not_ready', 'This channel is paused. Resume it, then replay the delivery.')
    const input = await inputOf(context, readScope, channelRow, original)
    const { engine } = services
    if (!engine) throw new Fault('unavailable', 'This process does not run flows.')
    const { flowId } = channelRow
    if (flowId === null) throw new Fault('not_ready', 'This channel has no flow. Choose one, then replay the delivery.')
    const at = services.now()
    const id = newId('dlv', at.getTime())
    const request = await engine.validateInput(hookStartOf(channelRow, flowId, input, `replay:${id}`))
    const client = context.client()
    const { runId, notify } = await engine.start(request, client)
    await addDelivery(client, scope.account, {
      id,
      channelId: channelRow.id,
      at,
      externalId: null,
      headers: original.headers,
      body: original.body,
      size: original.size,
      verdict: 'accepted',
      answer: 202,
      detail: null,
      runId,
      replayOf: original.id,
    })
    return { body: await needDelivery(scope, id, channelRow.id), object: { id, name: null }, after: notify }
  },
  { remake: async ({ scope }, id) => ({ body: await needDelivery(scope, id, null) }) },
)

export const deliveryHandlers: Handler[] = [list, replay]
