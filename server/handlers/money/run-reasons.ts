/** Handlers of failed runs by reason, and of solved reasons. */
import { runWork } from '#contract/run-work.ts'
import { count } from '#lib/count.ts'
import { notFound } from '#server/base/fault.ts'
import { groupRunsByReason } from '#server/store/runs/run-reasons.ts'
import { knownReasons, reopenReasons, solveReasons } from '#server/store/runs/solved-reason.ts'
import { defaultZone, handler, type Context, type Handler } from '#server/protocol/handler.ts'

/** Characters of an error message in the activity log. */
const maxNameLength = 120

const list = handler(runWork.reasons, async ({ scope, services, caller, filter }, { query }) => ({
  body: await groupRunsByReason(scope, filter, {
    zone: query.tz ?? defaultZone,
    caller: caller.id,
    now: services.now(),
  }),
}))

/** The reasons of this account, and their name in the activity log; 404 if there are none. */
async function reasonsOf({ scope }: Context, reasons: readonly string[]) {
  const known = await knownReasons(scope, reasons)
  const [first, ...others] = known
  if (!first) throw notFound('reason')
  const name = others.length > 0 ? count(known.length, 'reason') : (first.message ?? '').slice(0, maxNameLength)
  return { keys: known.map(({ key }) => key), object: { id: first.key, name: name === '' ? null : name } }
}

const solve = handler(runWork.solveReasons, async (context, { body }) => {
  const { keys, object } = await reasonsOf(context, body.reasons)
  const { scope, caller, services } = context
  return { body: { changed: await solveReasons(scope, keys, caller, services.now()) }, object, isAboutMany: true }
})

const reopen = handler(runWork.reopenReasons, async (context, { body }) => {
  const { keys, object } = await reasonsOf(context, body.reasons)
  return { body: { changed: await reopenReasons(context.scope, keys) }, object, isAboutMany: true }
})

export const runReasonsHandlers: Handler[] = [list, solve, reopen]
