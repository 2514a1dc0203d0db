/** Costs of n8n's runs, as far as they are known. */
import { run } from '#contract/billing.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import { Fault } from '#server/base/fault.ts'
import type { KeptRows } from '#server/connectors/kept-list.ts'
import { matchingRows, type ListQuestion } from '#server/connectors/list-page.ts'
import { isEnded } from '#server/connectors/run-facts.ts'
import type { N8nState } from './n8n-state.ts'
import type { RunRow } from './run-row.ts'

/** Runs whose facts are read for one answer: n8n gives them only with all data of each run. */
export const maxFactsRead = 1_000

/** A run with the facts that are known of it. */
export function withFacts(state: N8nState, row: RunRow): RunRow {
  const fact = state.facts.known(row.id)
  if (!fact) return row
  const { error, cost } = fact
  return { ...row, error, ...(cost === null ? {} : { ...cost, currency: state.options.currency }) }
}

/** Only runs of workflows that call a model can have a cost. */
export const canHaveCost = (state: N8nState, { flow }: Pick<RunRow, 'flow'>): boolean =>
  state.workflows.get(flow.id)?.usesModel === true

type CostedRun = Pick<RunRow, 'id' | 'cost'> & { flow: { id?: string | undefined } }

/** Whether a run has its cost, or can have none: else a sum with it would be too small. */
export const isCostKnown = (state: N8nState, { cost, flow: { id = '' } }: CostedRun): boolean =>
  cost !== undefined || !canHaveCost(state, { flow: { id } })

/** Fields that a run has only after it was read by itself. */
const factFields = new Set(['cost', 'error_code', 'q'])
/** Fields by which n8n's runs cannot be filtered. */
const absentFields = new Set(['kind', 'model', 'tool', 'reason', 'is_retried', 'channel'])

/** Names of all fields in filters. */
const namesIn = (parts: readonly FilterPart[]): string[] =>
  parts.flatMap((part) => (isRule(part) ? [part.field.name] : namesIn(part.parts)))

/** Filters without those about facts. */
export const withoutFacts = (parts: readonly FilterPart[]): FilterPart[] =>
  parts.filter((part) => !namesIn([part]).some((name) => factFields.has(name)))

/**
 * Reads the facts by which a list is filtered or ordered. Throws 400 for filters that n8n cannot answer: no row would
 * match, which is no fact.
 */
export async function loadFactsFor(
  state: N8nState,
  rows: readonly RunRow[],
  { query, filter }: ListQuestion,
): Promise<void> {
  const names = namesIn(filter)
  const absent = names.find((name) => absentFields.has(name))
  if (absent !== undefined)
    throw new Fault('unknown_filter', 'n8n does not record this for its runs.', {
      errors: { [absent]: ['n8n does not record this for its runs.'] },
    })
  const { ordering = '' } = query
  const ordered = typeof ordering === 'string' ? ordering.split(',').map((name) => name.trim().replace(/^-/, '')) : []
  if (![...names, ...ordered].some((name) => factFields.has(name))) return
  const needed = matchingRows(run.list, rows, { query: { tz: query['tz'] }, filter: withoutFacts(filter) }).filter(
    (row) => isEnded(row.status) && !state.facts.known(row.id) && (row.status === 'failed' || canHaveCost(state, row)),
  )
  if (needed.length > maxFactsRead)
    throw new Fault(
      'unknown_filter',
      `n8n gives costs and errors only run by run. Choose a flow or a period with at most ${maxFactsRead} runs first.`,
    )
  await state.facts.load(needed)
}

/** The kept runs with the costs that are known, without asking n8n for more. */
export async function withCosts(state: N8nState): Promise<KeptRows<RunRow>> {
  const { rows, isComplete } = await state.runs.read()
  return { rows: rows.map((row) => withFacts(state, row)), isComplete }
}
