/** Endpoints of runs, from Langflow's traces. */
import { run, type RunDetail } from '#contract/billing.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import type { KeptRows } from '#server/connectors/kept-list.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { groupNames, summaryOf } from '#server/connectors/run-summary.ts'
import { isUuid } from '#server/connectors/session-id.ts'
import type { KeptRun, LangflowState } from './langflow-state.ts'
import type { RunRow } from './run-row.ts'
import { costOf, runErrorOf, stepsOf } from './run-steps.ts'

/** Runs whose tokens by model are read for one sum: Langflow gives them only with all spans of a trace. */
const maxReadForSum = 1_000

/** A run with the facts that are known of it. */
function withFacts(state: LangflowState, row: RunRow): RunRow {
  const fact = state.facts.known(row.id)
  if (!fact) return row
  const { error, cost } = fact
  return { ...row, error, ...(cost === null ? {} : { ...cost, currency: state.options.currency }) }
}

/** The kept runs with the costs that are known, without asking Langflow for more. */
export async function withCosts(state: LangflowState): Promise<KeptRows<RunRow>> {
  const { rows, isComplete } = await state.runs.read()
  return { rows: rows.map(({ row }) => withFacts(state, row)), isComplete }
}

const hasFacts = ({ row, tokens }: KeptRun): boolean => row.status === 'failed' || tokens > 0

export function runHandlers(state: LangflowState): ConnectorHandler[] {
  const { currency, now, prices } = state.options

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
    const cost = costOf(prices, trace)
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
    answer(run.list, async ({ query, filter }) => {
      const page = listPage(run.list, await withCosts(state), { query, filter })
      const kept = page.results.flatMap(({ id }) => state.runs.get(id) ?? [])
      await state.facts.load(kept.filter(hasFacts).map(({ row }) => row))
      return { ...page, results: page.results.map((row) => withFacts(state, row)) }
    }),
    answer(run.summary, async ({ query, filter }) => {
      const { rows } = await state.runs.read()
      await state.facts.load(
        rows
          .filter(({ tokens }) => tokens > 0)
          .slice(0, maxReadForSum)
          .map(({ row }) => row),
      )
      const zone = query.tz ?? 'UTC'
      return summaryOf(
        rows.map(({ row }) => withFacts(state, row)),
        { filter, groups: groupNames(query.group_by), zone, now: now(), currency },
      )
    }),
    answer(run.read, ({ params }) => readDetail(params.id)),
  ]
}
