/** Endpoints of runs, from the executions of Flowise's agentflows; chatflows have none. */
import { run, type RunDetail } from '#contract/billing.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { groupNames, summaryOf } from '#server/connectors/run-summary.ts'
import { notFound } from '#server/base/fault.ts'
import { api } from './flowise-client.ts'
import { Execution, pageOf } from './flowise-schemas.ts'
import type { FlowiseState } from './flowise-state.ts'
import type { RunRow } from './run-row.ts'
import { passesOf, stepsOf } from './run-steps.ts'

const shown = ({ updated_at: _at, is_cost_known: _isKnown, ...row }: RunRow) => row

export function runHandlers(state: FlowiseState): ConnectorHandler[] {
  const { client, options } = state
  const { currency, now } = options

  /** By the list: for a missing execution, the path with its id answers 500. */
  const readExecution = async (id: string): Promise<Execution> => {
    const { data } = await client.json(pageOf(Execution), `${api}/executions`, { query: { id, page: 1, limit: 1 } })
    const found = data.find((one) => one.id === id)
    if (found) return found
    state.runs.remove(id)
    throw notFound('run')
  }

  return [
    answer(run.list, async ({ query, filter }) => {
      const page = listPage(run.list, await state.runs.read(), { query, filter })
      return { ...page, results: page.results.map(shown) }
    }),
    answer(run.summary, async ({ query, filter }) => {
      const { rows } = await state.runs.read()
      const zone = query.tz ?? 'UTC'
      return summaryOf(rows, {
        filter,
        groups: groupNames(query.group_by),
        zone,
        now: now(),
        currency,
        isCostKnown: (row) => state.isCostKnown(row),
      })
    }),
    answer(run.read, async ({ params: { id } }) => {
      const execution = await readExecution(id)
      const row = state.runOf(execution)
      state.runs.put(row)
      const passes = passesOf(execution.executionData)
      const steps = passes && stepsOf(passes)
      const detail: Known<RunDetail> = {
        ...shown(row),
        ...(steps ? { steps, input: steps[0]?.output, output: steps.at(-1)?.output } : {}),
      }
      return detail
    }),
  ]
}
