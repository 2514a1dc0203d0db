/** Handler of requests from Telegram and Slack. */
import { hook } from '#contract/hook.ts'
import { textOf } from '#lib/json/json.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { findChannelByToken } from '#server/store/channels/channel-rows.ts'
import { openHandler, type Handler, type RawRequest } from '#server/protocol/handler.ts'

const headersOf = ({ headers }: RawRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

const refusals = { 401: 'not_authenticated', 400: 'invalid' } as const

const events = openHandler(hook.events, async ({ services, browser, raw }, { params }) => {
  if (!raw) throw new Error(`${hook.events.id} must be a raw endpoint.`)
  const sender = browser.address
  await services.hookLimits.admit(params.token, sender)
  const row = await findChannelByToken(services.database.db, params.token)
  const answer = row && (await services.channels.receive(row, { headers: headersOf(raw), bytes: await raw.bytes() }))
  if (!answer) {
    await services.hookLimits.countRefusal(sender)
    throw notFound('channel')
  }
  const { status, body, verdict, detail } = answer
  if (status === 400 || status === 401) {
    if (status === 401) await services.hookLimits.countRefusal(sender)
    services.log.warn('channel event refused', { channel: row.id, verdict })
    throw new Fault(refusals[status], detail ?? 'The event was rejected.')
  }
  const challenge = textOf(body['challenge'])
  return { body: challenge === '' ? {} : { challenge } }
})

export const channelEventHandlers: Handler[] = [events]
