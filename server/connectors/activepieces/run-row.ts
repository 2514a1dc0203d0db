/** One run of Activepieces as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import { isEnded, isFailed, type RunStatus } from '#contract/values/run-status.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { FlowRow } from './flow-row.ts'
import type { FlowRun } from './activepieces-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name?: string }
  status: RunStatus
  started_at: string
}

/** Source: packages/shared/src/lib/automation/flow-run/execution/flow-execution.ts. */
const statuses: Readonly<Record<string, RunStatus>> = {
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  QUOTA_EXCEEDED: 'failed',
  INTERNAL_ERROR: 'failed',
  MEMORY_LIMIT_EXCEEDED: 'failed',
  LOG_SIZE_EXCEEDED: 'failed',
  TIMEOUT: 'timed_out',
  CANCELED: 'cancelled',
  PAUSED: 'waiting',
  QUEUED: 'queued',
  RUNNING: 'running',
}

/** What started a run, if it ran the version whose trigger is known. */
function triggerOf(run: FlowRun, flow: FlowRow | undefined): Run['trigger'] | undefined {
  if (run.parentRunId != null) return 'subflow'
  if (run.environment === 'TESTING') return 'manual'
  return flow?.versionId === run.flowVersionId ? flow.trigger.starts : undefined
}

/** Name of the step that failed. */
export const failedStepOf = ({ failedStep, failedStepName }: FlowRun): string | null =>
  failedStep?.name ?? failedStepName ?? null

export function runRowOf(run: FlowRun, flow: FlowRow | undefined): RunRow {
  const { id, created, flowId, parentRunId, status: state, startTime, finishTime, environment } = run
  const status = statuses[state] ?? 'running'
  const name = flow?.flow.name ?? run.flowVersion?.displayName ?? run.flowDisplayName
  const started = startTime ?? created
  // A run that waits or is retried may have the end of its last attempt.
  const finished = isEnded(status) ? (finishTime ?? null) : null
  const trigger = triggerOf(run, flow)
  return {
    id,
    flow: { id: flowId, ...(name == null ? {} : { name }) },
    status,
    ...(trigger === undefined ? {} : { trigger }),
    is_test: environment === 'TESTING',
    started_at: started,
    finished_at: finished,
    duration_ms: finished === null ? null : Math.max(0, Date.parse(finished) - Date.parse(started)),
    conversation: null,
    error: isFailed(status) ? { code: state, node_id: failedStepOf(run) } : null,
    parent_run: parentRunId ?? null,
    sample: false,
  }
}
