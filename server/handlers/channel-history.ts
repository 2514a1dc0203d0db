/** How channels were: changes of state of one, and what came and went by the hour. */
import { channelHistory, historyHours } from '#contract/channel-history.ts'
import { maxLimit } from '#contract/page.ts'
import { invalid, notFound } from '#server/fault.ts'
import { channelHours, countedHours, hasChannel } from '#server/store/channel-hours.ts'
import { listStates } from '#server/store/channel-states.ts'
import { commaList } from '#server/store/comma-list.ts'
import { handler, type Handler } from './handler.ts'

const history = handler(channelHistory.history, async ({ scope, services }, { params: { id } }) => {
  if (!(await hasChannel(scope, id))) throw notFound('channel')
  const states = await listStates(scope, id)
  return { body: { ...states, hours: await channelHours(scope, id, services.now(), historyHours) } }
})

const hours = handler(channelHistory.hours, async ({ scope, services }, { query }) => {
  const ids = [...new Set(commaList(query.channel) ?? [])]
  if (ids.length > maxLimit)
    throw invalid('channel', `${ids.length} channels were asked for; ${maxLimit} are the most.`)
  return { body: await countedHours(scope, ids, services.now(), historyHours) }
})

export const channelHistoryHandlers: Handler[] = [history, hours]
