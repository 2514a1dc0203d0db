/** Endpoints of runs, from Kestra's executions. */
import { run, type RunDetail } from '#contract/billing.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { type ListQuestion, type RowPage } from '#server/connectors/list-page.ts'
import { isEnded } from '#contract/values/run-status.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { Execution, pageOf } from './kestra-schemas.ts'
import type { KestraState } from './kestra-state.ts'
import { runQueryOf } from './run-query.ts'
import type { RunRow } from './run-row.ts'
import { errorOf, inputOf, stepsOf } from './run-steps.ts'

async function detailOf(state: KestraState, execution: Execution): Promise<Known<RunDetail>> {
  const row = state.runOf(execution)
  const [tasks, logs, { cost }] = await Promise.all([
    state.tasksOf(row),
    row.status === 'failed' ? state.errorLogs(row.id) : [],
    state.costOf(row),
  ])
  const steps = stepsOf(execution, tasks, logs)
  const { outputs } = execution
  return {
    ...row,
    error: errorOf(row, logs),
    ...(cost === null ? {} : { ...cost, currency: state.options.currency }),
    steps,
    balance_after: null,
    input: inputOf(execution),
    output: outputs == null ? (steps.at(-1)?.output ?? null) : plainOutput(outputs),
  }
}

/** A page of runs: asked of Kestra where it means the same, else computed from the kept runs. */
async function pageOfRuns(state: KestraState, question: ListQuestion): Promise<RowPage<RunRow>> {
  const asked = runQueryOf(question)
  if (asked === null) return state.facts.page(await state.runs.read(), question)
  const { query, offset, limit } = asked
  const { results, total } = await state.client.json(pageOf(Execution), state.path('/executions/search'), { query })
  return state.facts.shown({
    count: total,
    next: offset + limit < total ? `offset=${offset + limit}` : null,
    previous: offset > 0 ? `offset=${Math.max(0, offset - limit)}` : null,
    results: results.map((execution) => state.runOf(execution)),
  })
}

/** Cancel and retry. */
function controlHandlers(state: KestraState): ConnectorHandler[] {
  const pathOf = (id: string, action: string) => state.path(`/executions/${encodeURIComponent(id)}/${action}`)

  const ask = async (id: string, action: string): Promise<Execution> => {
    const execution = await state.client
      .json(Execution, pathOf(id, action), { method: 'POST' })
      .catch((error: unknown) => {
        throw error instanceof Fault && error.code === 'conflict' ? new Fault('not_ready', error.message) : error
      })
    state.runs.put(state.runOf(execution))
    return execution
  }

  return [
    answer(run.cancel, async ({ params: { id } }) => {
      // Kestra accepts this for executions that have ended, and does nothing.
      if (isEnded(state.runOf(await state.readExecution(id)).status))
        throw new Fault('not_ready', 'This execution has already ended.')
      await state.client.text(pathOf(id, 'kill'), { method: 'DELETE' })
      const execution = await state.readExecution(id)
      state.runs.put(state.runOf(execution))
      return detailOf(state, execution)
    }),
    answer(run.retry, async ({ params: { id }, body }) => {
      if (body.input !== undefined) throw invalid('input', 'Kestra repeats an execution with the same inputs here.')
      // A restart continues the same execution; a replay is a new one.
      return detailOf(state, await ask(id, body.from === 'start' ? 'replay' : 'restart'))
    }),
  ]
}

export function runHandlers(state: KestraState): ConnectorHandler[] {
  return [
    answer(run.list, (question) => pageOfRuns(state, question)),
    answer(run.summary, async (question) => state.facts.summary((await state.runs.read()).rows, question)),
    answer(run.read, async ({ params: { id } }) => detailOf(state, await state.readExecution(id))),
    ...controlHandlers(state),
  ]
}
