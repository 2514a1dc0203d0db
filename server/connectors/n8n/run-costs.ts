/** Costs of n8n's runs, as far as they are known. */
import type { KeptRows } from '#server/connectors/kept-list.ts'
import type { N8nState } from './n8n-state.ts'
import type { RunRow } from './run-row.ts'

/** A run with the facts that are known of it. */
export function withFacts(state: N8nState, row: RunRow): RunRow {
  const fact = state.facts.known(row.id)
  if (!fact) return row
  const { error, cost } = fact
  return { ...row, error, ...(cost === null ? {} : { ...cost, currency: state.options.currency }) }
}

/** Only runs of workflows that call a model can have a cost. */
export const canHaveCost = (state: N8nState, { flow }: RunRow): boolean =>
  state.workflows.get(flow.id)?.usesModel === true

/** The kept runs with the costs that are known, without asking n8n for more. */
export async function withCosts(state: N8nState): Promise<KeptRows<RunRow>> {
  const { rows, isComplete } = await state.runs.read()
  return { rows: rows.map((row) => withFacts(state, row)), isComplete }
}
