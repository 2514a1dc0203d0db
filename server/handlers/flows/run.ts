/** Handlers that start, cancel and retry runs. */
import { run, type RunDetail } from '#contract/billing.ts'
import { runPlan } from '#contract/runs/run-plan.ts'
import { formatMicros } from '#lib/money/money.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import { mayCost, runEffects } from '#server/engine/bulk/run-effects.ts'
import type { Engine } from '#server/engine/engine.ts'
import { alreadyRetried, retryRequest } from '#server/engine/start/retry-run.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { readRunToRetry } from '#server/store/engine/engine-bindings.ts'
import { hasStartedSince } from '#server/store/engine/engine-schedule.ts'
import { costSince } from '#server/store/flows/flow-fields.ts'
import { meanCosts, readFlowWithMethods } from '#server/store/runs/run-bulk-selection.ts'
import { readRun } from '#server/store/runs/run.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'

function engineOf({ services }: Context): Engine {
  if (!services.engine) throw new Fault('unavailable', 'This process does not run flows.')
  return services.engine
}

async function needRun({ scope }: Context, id: string): Promise<RunDetail> {
  const found = await readRun(scope, id)
  if (!found) throw notFound('run')
  return found
}

const startedRun = async (context: Context, id: string, after: () => void) => ({
  body: await needRun(context, id),
  object: { id, name: null },
  headers: { location: `/api/billing/runs/${encodeURIComponent(id)}/` },
  after,
})

/** Refuses a start after another one: two people may start a flow that its schedule did not. */
async function refuseSecondStart(context: Context, flow: string, since: string): Promise<void> {
  const { account } = context.scope
  if (await hasStartedSince(context.client(), { account, flow }, new Date(since)))
    throw new Fault('conflict', 'This flow was started in the meantime, so it was not started again.')
}

const start = handler(run.start, async (context, { params, body }) => {
  const engine = engineOf(context)
  if (body.version !== undefined && body.is_test !== true)
    throw invalid('version', 'Only a test run can use a version that is not live.')
  const request = await engine.validateInput({
    account: context.scope.account,
    flowId: params.id,
    trigger: 'manual',
    triggerNodeId: body.trigger ?? null,
    input: body.input ?? {},
    sourceKey: null,
    isTest: body.is_test ?? false,
    version: body.version ?? null,
  })
  if (body.unless_started_since !== undefined) await refuseSecondStart(context, params.id, body.unless_started_since)
  const started = await engine.start(request, context.client())
  return startedRun(context, started.runId, started.notify)
})

const planStart = handler(runPlan.planStart, async ({ scope, services }, { params, query }) => {
  const found = await readFlowWithMethods(scope, params.id)
  if (!found) throw notFound('flow')
  const { document, methods, isSample } = found
  const currency = await accountCurrency(scope)
  const trigger = query.trigger ?? null
  if (isSample)
    return { body: { currency, cost: formatMicros(0n), messages: 0, requests: 0, flows: 0, is_simulated: true } }
  const means = await meanCosts(scope, [params.id], costSince(services.now()))
  const cost = mayCost(document, trigger) ? means.get(params.id) : 0n
  const effects = runEffects(document, trigger, methods)
  return { body: { currency, cost: cost === undefined ? null : formatMicros(cost), ...effects, is_simulated: false } }
})

const cancel = handler(
  run.cancel,
  async (context, { params }) => {
    await engineOf(context).cancel(context.scope, params.id)
    return { body: await needRun(context, params.id), object: { id: params.id, name: null } }
  },
  { ownTransactions: true },
)

const retry = handler(run.retry, async (context, { params, body }) => {
  const engine = engineOf(context)
  // Outside the transaction of the write, which must not stay open during input validation.
  const { pool } = context.services.database
  const before = await readRunToRetry(pool, context.scope.account, params.id)
  if (!before) throw notFound('run')
  const request = retryRequest({ account: context.scope.account, run: params.id, before, ...body })
  const ready = await engine.validateInput(request)
  const started = await engine.start(ready, context.client())
  if (!started.isNew) throw alreadyRetried()
  return startedRun(context, started.runId, started.notify)
})

export const runHandlers: Handler[] = [start, planStart, cancel, retry]
