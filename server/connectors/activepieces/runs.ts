/** Endpoints of runs. */
import { z } from 'zod'
import { run, type RunDetail } from '#contract/billing.ts'
import { recordOf } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { api } from './activepieces-client.ts'
import type { FlowRun } from './activepieces-schemas.ts'
import type { ActivepiecesState } from './activepieces-state.ts'
import { errorOf, stepsOf } from './run-steps.ts'

async function detailOf(state: ActivepiecesState, found: FlowRun): Promise<Known<RunDetail>> {
  const row = state.runOf(found)
  const steps = stepsOf(found, await state.stepsOf(found))
  const [trigger] = Object.values(found.steps ?? {})
  return {
    ...row,
    error: errorOf(row, found),
    steps,
    balance_after: null,
    input: plainOutput(recordOf(trigger ?? null)['output'] ?? null),
    output: steps.at(-1)?.output ?? null,
  }
}

async function readDetail(state: ActivepiecesState, id: string): Promise<Known<RunDetail>> {
  await state.flows.read()
  const found = await state.readRun(id)
  state.runs.put(state.runOf(found))
  return detailOf(state, found)
}

/** Cancel and retry. */
function controlHandlers(state: ActivepiecesState): ConnectorHandler[] {
  const { client } = state
  return [
    answer(run.cancel, async ({ params: { id } }) => {
      const { status } = await state.readRun(id)
      // Others are left out by Activepieces without an error.
      if (status !== 'QUEUED' && status !== 'PAUSED')
        throw new Fault('not_ready', 'Activepieces cancels runs only while they are queued or paused.')
      const body = { projectId: await state.projectId(), flowRunIds: [id] }
      await client.text(`${api}/flow-runs/cancel`, { method: 'POST', body })
      return readDetail(state, id)
    }),
    answer(run.retry, async ({ params: { id }, body: { from, input } }) => {
      if (input !== undefined) throw invalid('input', 'Activepieces retries a run with the same input.')
      const strategy = from === 'start' ? 'ON_LATEST_VERSION' : 'FROM_FAILED_STEP'
      const body = { projectId: await state.projectId(), strategy }
      const retried = await client
        .json(z.looseObject({ id: z.string() }), `${api}/flow-runs/${encodeURIComponent(id)}/retry`, {
          method: 'POST',
          body,
        })
        .catch((error: unknown) => {
          throw error instanceof Fault && error.code === 'conflict' ? new Fault('not_ready', error.message) : error
        })
      const detail = await readDetail(state, retried.id)
      // Activepieces does not record which run a new one repeats; this one is known.
      const repeated: Known<RunDetail> = { ...detail, retry_of: id, trigger: 'retry' }
      return retried.id === id ? detail : repeated
    }),
  ]
}

export function runHandlers(state: ActivepiecesState): ConnectorHandler[] {
  return [
    answer(run.list, async (question) => state.facts.page(await state.runs.read(), question)),
    answer(run.summary, async (question) => state.facts.summary((await state.runs.read()).rows, question)),
    answer(run.read, ({ params: { id } }) => readDetail(state, id)),
    ...controlHandlers(state),
  ]
}
