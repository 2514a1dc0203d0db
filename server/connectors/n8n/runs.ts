/** Endpoints of runs, from n8n's executions. */
import { z } from 'zod'
import { run, type RunDetail } from '#contract/billing.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { invalid, Fault } from '#server/base/fault.ts'
import { api } from './n8n-client.ts'
import { Execution, ExecutionWithData, Workflow } from './n8n-schemas.ts'
import { executionPath, type N8nState } from './n8n-state.ts'
import { isEnded } from '#contract/values/run-status.ts'
import { costOf, errorOf, stepsOf } from './run-steps.ts'

export function runHandlers(state: N8nState): ConnectorHandler[] {
  const { client, options } = state
  const { currency, prices } = options

  const detailOf = async (execution: ExecutionWithData): Promise<Known<RunDetail>> => {
    // Executions without data (n8n may be told not to save it) have no steps.
    const hasNodes = execution.workflowData?.nodes !== undefined
    const path = `${api}/workflows/${encodeURIComponent(execution.workflowId)}`
    const nodes = hasNodes ? [] : ((await client.json(Workflow, path).catch(() => null))?.nodes ?? [])
    const row = state.runOf(execution)
    const parent = execution.data?.parentExecution?.executionId
    const { cost } = costOf(execution, prices)
    const steps = stepsOf(execution, nodes)
    return {
      ...row,
      ...(parent === undefined ? {} : { parent_run: parent }),
      error: errorOf(execution),
      ...(cost === null ? {} : { ...cost, currency }),
      steps,
      balance_after: null,
      output: steps.at(-1)?.output ?? null,
    }
  }

  const readDetail = async (id: string) => {
    await state.workflows.read()
    const execution = await state.readExecution(id).catch(async (error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') await state.removeIfDeleted(id)
      throw error
    })
    return detailOf(execution)
  }

  return [
    answer(run.list, async (question) => state.facts.page(await state.runs.read(), question)),
    answer(run.summary, async (question) => state.facts.summary((await state.runs.read()).rows, question)),
    answer(run.read, ({ params }) => readDetail(params.id)),
    answer(run.cancel, async ({ params: { id } }) => {
      const path = executionPath(id)
      // n8n answers 500 if the execution has ended.
      if (isEnded(state.runOf(await client.json(Execution, path)).status))
        throw new Fault('not_ready', 'This run has ended already.')
      await client.json(z.unknown(), `${path}/stop`, { method: 'POST', body: {} })
      const detail = await readDetail(id)
      state.runs.put(state.runOf(await client.json(Execution, path)))
      return detail
    }),
    answer(run.retry, async ({ params: { id }, body }) => {
      if (body.from === 'start' || body.input !== undefined)
        throw invalid('from', 'n8n retries a run from its failed step, with the same input.')
      const path = `${executionPath(id)}/retry`
      const retried = await client
        .json(ExecutionWithData, path, { method: 'POST', body: { loadWorkflow: true } })
        .catch((error: unknown) => {
          throw error instanceof Fault && error.code === 'conflict' ? new Fault('not_ready', error.message) : error
        })
      // The answer lacks the end of the run, which the list has.
      const detail = await readDetail(retried.id)
      state.runs.put(state.runOf(await client.json(Execution, executionPath(retried.id))))
      return detail
    }),
  ]
}
