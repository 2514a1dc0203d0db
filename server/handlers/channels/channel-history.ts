/** Handlers of channel history: status changes, and counts per hour. */
import { channelHistory, historyHours } from '#contract/channel-history.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { channelHours, countedHours, hasChannel } from '#server/store/channels/channel-hours.ts'
import { listStates } from '#server/store/channels/channel-states.ts'
import { commaList } from '#server/store/query/comma-list.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

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

export const channelHistoryHandlers: Handler[] = [history, hours]
