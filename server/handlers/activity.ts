/** Who did what, when and from where. */
import { activity } from '#contract/activity.ts'
import { listActivity } from '#server/store/activity-list.ts'
import { handler, type Handler } from './handler.ts'

export const activityHandlers: Handler[] = [
  handler(activity.list, async ({ scope }, { query }) => ({ body: await listActivity(scope, query) })),
]
