/** Handlers of bulk retries and cancellations of runs. */
import { runWork, type RunBulk } from '#contract/run-work.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { count } from '#lib/count.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'
import { hasCredit, readAccountUsage } from '#server/store/engine/engine-run.ts'
import { createBulk, listBulkResults, listRunBulks, readRunBulk, stopRunBulk } from '#server/store/runs/run-bulk.ts'
import { bulkRuns } from './bulk-selection.ts'
import { planBulk } from './run-bulk-plan.ts'

async function needBulk({ scope }: Context, id: string): Promise<RunBulk> {
  const found = await readRunBulk(scope, id)
  if (!found) throw notFound('bulk action')
  return found
}

async function bulkReply(context: Context, id: string) {
  const body = await needBulk(context, id)
  return { body, object: { id, name: count(body.total, 'run') }, isAboutMany: true }
}

const plan = handler(
  runWork.planBulk,
  async (context, { body }) => ({ body: await planBulk(context, body) }),
  // A transaction would hold the embedded database's only connection.
  { ownTransactions: true },
)

const start = handler(
  runWork.startBulk,
  async (context, { body }) => {
    const { scope, caller, services } = context
    const runs = await bulkRuns(context, body)
    const applicable = runs.filter(({ obstacle }) => obstacle === null).length
    if (applicable !== body.expected_count)
      throw new Fault(
        'conflict',
        `This would now ${body.action} ${count(applicable, 'run')}, not ${body.expected_count}. Check the runs again.`,
        { more: { count: applicable } },
      )
    if (applicable === 0) throw new Fault('conflict', `There is no run to ${body.action}.`, { more: { count: 0 } })
    if (body.action === 'retry' && !hasCredit(await readAccountUsage(context.client(), scope.account)))
      throw new Fault('insufficient_balance', 'No credit is left. Add credit, then retry the runs.')
    const id = await createBulk(
      scope,
      {
        action: body.action,
        retryFrom: body.from ?? null,
        trial: body.trial ?? 0,
        createdBy: { id: caller.id, name: caller.name },
        items: runs.map(({ id: runId, flowId, flowName, obstacle }) => ({ runId, flowId, flowName, obstacle })),
      },
      services.now(),
    )
    return { ...(await bulkReply(context, id)), after: () => services.engine?.continueBulkActions() }
  },
  { remake: bulkReply },
)

const list = handler(runWork.listBulk, async ({ scope, services }, { query }) => ({
  body: await listRunBulks(scope, query.limit ?? defaultLimit, services.now()),
}))

const read = handler(runWork.readBulk, async (context, { params }) => ({ body: await needBulk(context, params.id) }))

const results = handler(runWork.bulkResults, async (context, { params, query }) => {
  await needBulk(context, params.id)
  return { body: await listBulkResults(context.scope, params.id, query) }
})

const stop = handler(
  runWork.stopBulk,
  async (context, { params }) => {
    const { scope, services } = context
    const isStopped = await stopRunBulk(scope, params.id, services.now())
    const reply = await bulkReply(context, params.id)
    if (!isStopped) throw new Fault('not_ready', 'This bulk action has already ended.', { more: { validation: [] } })
    return reply
  },
  { remake: bulkReply },
)

export const runBulkHandlers: Handler[] = [plan, start, list, read, results, stop]
