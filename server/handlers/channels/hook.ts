/** Handlers of webhooks and provider requests. */
import { hook } from '#contract/hook.ts'
import { receiveHook } from './receive-hook.ts'
import { Fault } from '#server/base/fault.ts'
import { findChannelByToken } from '#server/store/channels/channel-rows.ts'
import { openHandler, type Handler } from '#server/protocol/handler.ts'

const receive = openHandler(hook.receive, async ({ services, browser, raw }, { params }) => {
  if (!raw) throw new Error('The endpoint of webhooks is raw.')
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
