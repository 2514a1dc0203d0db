/** Handlers of the account's sample workspace. */
import { eq } from 'drizzle-orm'
import { sample } from '#contract/sample.ts'
import { Fault } from '#server/base/fault.ts'
import { SampleExistsError } from '#server/sample/sample.ts'
import { progressOf, unfinishedSample } from '#server/sample/sample-progress.ts'
import { removeSample, SampleUnfinishedError } from '#server/sample/sample-removal.ts'
import { channel } from '#server/store/tables/channel.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { flow } from '#server/store/tables/flow.ts'
import { run } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

/** Current sample counts, for a repeated request. */
async function countsOf(scope: Scope) {
  const [flows, tools, channels, conversations, runs] = [
    await scope.count(flow, eq(flow.sample, true)),
    await scope.count(tool, eq(tool.sample, true)),
    await scope.count(channel, eq(channel.sample, true)),
    await scope.count(conversation, eq(conversation.sample, true)),
    await scope.count(run, eq(run.sample, true)),
  ]
  return { flows, tools, channels, conversations, runs }
}

const refusalOf = (error: unknown): unknown =>
  error instanceof SampleExistsError || error instanceof SampleUnfinishedError
    ? new Fault('conflict', error.message)
    : error

const read = handler(sample.read, async ({ scope, services }) => {
  const unfinished = await unfinishedSample(services.database.pool, scope.account)
  if (unfinished !== null) return { body: { status: 'adding' as const, progress: progressOf(unfinished) } }
  const isPresent = (await scope.count(flow, eq(flow.sample, true), 1)) > 0
  return { body: { status: isPresent ? ('present' as const) : ('absent' as const), progress: null } }
})

const create = handler(
  sample.create,
  async ({ scope, services }) => {
    try {
      const counts = await services.sampleJobs.add(scope.account, services.sampleSizes)
      // The problems of the sample are shown at once.
      await services.engine?.checkIncidents(services.now())
      return { body: counts, object: { id: scope.account, name: null } }
    } catch (error) {
      throw refusalOf(error)
    }
  },
  { ownTransactions: true, remake: async ({ scope }) => ({ body: await countsOf(scope) }) },
)

const remove = handler(
  sample.remove,
  async ({ scope, services }) => {
    await removeSample(services.database.pool, scope.account).catch((error: unknown) => {
      throw refusalOf(error)
    })
    return { body: null }
  },
  { ownTransactions: true },
)

export const sampleHandlers: Handler[] = [read, create, remove]
