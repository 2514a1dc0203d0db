/** One execution of Flowise as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import { isEnded, type RunStatus } from '#contract/values/run-status.ts'
import { recordOf } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { CostFact } from '#server/connectors/model-cost.ts'
import { conversationId } from '#server/connectors/session-id.ts'
import type { ExecutedNode, Execution } from './flowise-schemas.ts'
import { passesOf, runErrorOf, statuses } from './run-steps.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name?: string }
  status: RunStatus
  started_at: string
  /** Time of the last change, by which Flowise orders its list. */
  updated_at: string
  /** False if a part of its cost is not known. */
  is_cost_known: boolean
}

/**
 * The end of an execution is its last change, unless somebody shared it since: Flowise has no field for the end.
 */
function timesOf(
  { createdDate, updatedDate, isPublic }: Execution,
  status: RunStatus,
): Pick<Known<Run>, 'finished_at' | 'duration_ms'> {
  if (!isEnded(status)) return { finished_at: null, duration_ms: null }
  if (isPublic !== null && isPublic !== undefined) return {}
  return { finished_at: updatedDate, duration_ms: Math.max(0, Date.parse(updatedDate) - Date.parse(createdDate)) }
}

/** Only a webhook leaves a trace of what started the run: a schedule writes the same fields as a chat. */
const isWebhook = (passes: readonly ExecutedNode[]): boolean =>
  passes.some(({ data }) => data?.name === 'startAgentflow' && recordOf(data.input)['webhook'] !== undefined)

interface RunRowOptions extends CostFact {
  currency: string
}

export function runRowOf(execution: Execution, { cost, isCostKnown, currency }: RunRowOptions): RunRow {
  const { id, agentflowId, agentflow, state, sessionId, createdDate, updatedDate } = execution
  const status = statuses[state]
  const passes = passesOf(execution.executionData)
  // Flowise saves the messages of a run when it succeeds or begins to wait.
  const hasMessages = status === 'succeeded' || status === 'waiting'
  return {
    id,
    flow: { id: agentflowId, ...(agentflow ? { name: agentflow.name } : {}) },
    status,
    ...(passes && isWebhook(passes) ? { trigger: 'webhook' } : {}),
    started_at: createdDate,
    ...timesOf(execution, status),
    ...(passes ? { error: runErrorOf(passes) } : {}),
    ...(cost === null ? {} : { ...cost, currency }),
    ...(hasMessages ? { conversation: { id: conversationId(agentflowId, sessionId) } } : {}),
    sample: false,
    updated_at: updatedDate,
    is_cost_known: isCostKnown,
  }
}
