/** How a channel was: changes of its state, and what came and went by the hour. */
import { channelHistory, historyHours } from '#contract/channel-history.ts'
import { notFound } from '#server/fault.ts'
import { channelHours, hasChannel } from '#server/store/channel-hours.ts'
import { listStates } from '#server/store/channel-states.ts'
import { handler, type Handler } from './handler.ts'

const history = handler(channelHistory.history, async ({ scope, services }, { params: { id } }) => {
  if (!(await hasChannel(scope, id))) throw notFound('channel')
  const states = await listStates(scope, id)
  return { body: { ...states, hours: await channelHours(scope, id, services.now(), historyHours) } }
})

export const channelHistoryHandlers: Handler[] = [history]
