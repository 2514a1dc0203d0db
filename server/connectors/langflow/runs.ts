/** Endpoints of runs, from Langflow's traces. */
import { run, type RunDetail } from '#contract/billing.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import type { KeptRows } from '#server/connectors/kept-list.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { isUuid } from '#server/connectors/session-id.ts'
import type { LangflowState } from './langflow-state.ts'
import type { RunRow } from './run-row.ts'
import { costOf, runErrorOf, stepsOf } from './run-steps.ts'

export function runHandlers(state: LangflowState): ConnectorHandler[] {
  const { currency, prices } = state.options

  const keptRows = async (): Promise<KeptRows<RunRow>> => {
    const { rows, isComplete } = await state.runs.read()
    return { rows: rows.map(({ row }) => row), isComplete }
  }

  const readDetail = async (id: string): Promise<Known<RunDetail>> => {
    if (!isUuid(id)) throw notFound('run')
    await state.flows.read()
    const trace = await state.readTrace(id).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') state.runs.remove(id)
      throw error
    })
    const kept = state.runOf(trace)
    state.runs.put(kept)
    const nodes = state.flows.get(trace.flowId)?.nodes ?? []
    const { cost } = costOf(prices, trace)
    return {
      ...kept.row,
      ...(trace.endTime ? { finished_at: trace.endTime } : {}),
      error: runErrorOf(trace, nodes),
      ...(cost === null ? {} : { ...cost, currency }),
      steps: stepsOf(trace, nodes),
      input: plainOutput(trace.input ?? null),
      output: plainOutput(trace.output ?? null),
    }
  }

  return [
    answer(run.list, async (question) => state.facts.page(await keptRows(), question)),
    answer(run.summary, async (question) => state.facts.summary((await keptRows()).rows, question)),
    answer(run.read, ({ params }) => readDetail(params.id)),
  ]
}
