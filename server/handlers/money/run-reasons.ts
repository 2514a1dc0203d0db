/** Handler of failed runs by reason. */
import { runWork } from '#contract/run-work.ts'
import { groupRunsByReason } from '#server/store/runs/run-reasons.ts'
import { defaultZone, handler } from '#server/protocol/handler.ts'

export const runReasonsHandler = handler(runWork.reasons, async ({ scope, services, caller, filter }, { query }) => ({
  body: await groupRunsByReason(scope, filter, {
    zone: query.tz ?? defaultZone,
    caller: caller.id,
    now: services.now(),
  }),
}))
