/** Handlers of the audit log. */
import { activity } from '#contract/activity.ts'
import { listActivity } from '#server/store/writes/activity-list.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

export const activityHandlers: Handler[] = [
  handler(activity.list, async ({ scope }, { query }) => ({ body: await listActivity(scope, query) })),
]
