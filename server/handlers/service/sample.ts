/** Handlers of the account's sample workspace. */
import { eq } from 'drizzle-orm'
import { sample } from '#contract/sample.ts'
import { Fault } from '#server/base/fault.ts'
import { makeSample, removeSample, SampleExistsError } from '#server/sample/sample.ts'
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

const create = handler(
  sample.create,
  async ({ scope, services }) => {
    try {
      const counts = await makeSample(services.database.pool, scope.account, {
        ...services.sampleSizes,
        now: services.now(),
      })
      return { body: counts, object: { id: scope.account, name: null } }
    } catch (error) {
      throw error instanceof SampleExistsError ? new Fault('conflict', error.message) : error
    }
  },
  { ownTransactions: true, remake: async ({ scope }) => ({ body: await countsOf(scope) }) },
)

const remove = handler(
  sample.remove,
  async ({ scope, services }) => {
    await removeSample(services.database.pool, scope.account)
    return { body: null }
  },
  { ownTransactions: true },
)

export const sampleHandlers: Handler[] = [create, remove]
