/**
 * A list of runs as a search of Kestra, which then does filters, order, page and count. Only where both mean exactly
 * the same; all other lists are computed from the kept runs. Pure.
 */
import { run } from '#contract/billing.ts'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import { listQuery } from '#contract/rows/list-query.ts'
import { rangeOfText } from '#lib/time/local-time.ts'
import type { ListQuestion } from '#server/connectors/list-page.ts'
import { keyOfFlow } from './kestra-ids.ts'
import { statusByState } from './run-row.ts'

type Parameters = Record<string, string>

export interface RunQuery {
  query: Parameters
  offset: number
  limit: number
}

/** Kestra's columns; a duration is null while an execution runs, which the contract orders otherwise. */
const columns: Readonly<Record<string, string>> = { started_at: 'state.startDate' }

function flowParameters(values: readonly string[]): Parameters | null {
  const [only, ...others] = values
  if (only === undefined || others.length > 0) return null
  try {
    const { namespace, flowId } = keyOfFlow(only)
    return { 'filters[namespace][EQUALS]': namespace, 'filters[flowId][EQUALS]': flowId }
  } catch {
    // An id that no flow has: the kept runs have none of it either.
    return null
  }
}

function stateParameters(values: readonly string[]): Parameters | null {
  const states = Object.entries(statusByState).flatMap(([state, status]) => (values.includes(status) ? [state] : []))
  return states.length === 0 ? null : { 'filters[state][IN]': states.join(',') }
}

function timeParameters({ operator, values: [text = ''] }: Rule, zone: string): Parameters | null {
  const range = rangeOfText(text, zone)
  if (range === null) return null
  const [from, to] = [range.from.toISOString(), range.to.toISOString()]
  const [begins, ends] = ['filters[startDate][GREATER_THAN_OR_EQUAL_TO]', 'filters[startDate][LESS_THAN]']
  switch (operator) {
    case 'gt':
      return { [begins]: to }
    case 'gte':
      return { [begins]: from }
    case 'lt':
      return { [ends]: from }
    case 'lte':
      return { [ends]: to }
    case 'exact':
      return { [begins]: from, [ends]: to }
    default:
      return null
  }
}

function ruleParameters(rule: Rule, zone: string): Parameters | null {
  const isChoice = rule.operator === 'exact' || rule.operator === 'in'
  if (rule.field.name === 'flow') return isChoice ? flowParameters(rule.values) : null
  if (rule.field.name === 'status') return isChoice ? stateParameters(rule.values) : null
  return rule.field.name === 'started_at' ? timeParameters(rule, zone) : null
}

/** Null if Kestra cannot answer this list exactly. */
export function runQueryOf({ query, filter }: ListQuestion): RunQuery | null {
  if (query['cursor'] !== undefined) return null
  const { tests, ordering, offset, limit, zone } = listQuery(run.list, { ordering: '-started_at', ...query })
  const [order, ...orders] = ordering
  const column = order === undefined ? undefined : columns[order.name]
  if (column === undefined || orders.length > 0 || offset % limit !== 0) return null
  const parameters: Parameters = {
    page: String(offset / limit + 1),
    size: String(limit),
    sort: `${column}:${order?.descending === true ? 'desc' : 'asc'}`,
  }
  const parts: FilterPart[] = [...tests.map(({ rule }) => rule), ...filter]
  for (const part of parts) {
    const more = isRule(part) ? ruleParameters(part, zone) : null
    // Two rules about the same would overwrite each other.
    if (more === null || Object.keys(more).some((name) => name in parameters)) return null
    Object.assign(parameters, more)
  }
  return { query: parameters, offset, limit }
}
