/** One trace of Langflow as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import { isEnded, type RunStatus } from '#contract/values/run-status.ts'
import type { Known } from '#server/connectors/connector.ts'
import { conversationId } from '#server/connectors/session-id.ts'
import type { Trace, TraceStatus } from './langflow-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name?: string }
  status: RunStatus
  started_at: string
}

export const statuses: Readonly<Record<TraceStatus, RunStatus>> = { ok: 'succeeded', error: 'failed', unset: 'running' }

/** A trace without a session has its own id as one. */
const hasSession = ({ id, sessionId, input }: Trace): boolean =>
  sessionId !== id && input !== null && input !== undefined

/** What started the run is not recorded. */
export function runRowOf(trace: Trace, flow: { id: string; name?: string }): RunRow {
  const { id, startTime, totalLatencyMs: duration, flowId, sessionId } = trace
  const status = statuses[trace.status]
  const end = isEnded(status) ? new Date(Date.parse(startTime) + duration).toISOString() : null
  return {
    id,
    flow,
    status,
    started_at: startTime,
    finished_at: end,
    duration_ms: end === null ? null : duration,
    ...(hasSession(trace) ? { conversation: { id: conversationId(flowId, sessionId) } } : {}),
    sample: false,
  }
}
