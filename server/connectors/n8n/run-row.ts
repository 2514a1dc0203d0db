/** One execution of n8n as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { Execution } from './n8n-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name?: string }
  status: RunStatus
  started_at: string
}

const statuses: Readonly<Record<string, RunStatus>> = {
  success: 'succeeded',
  error: 'failed',
  crashed: 'failed',
  canceled: 'cancelled',
  new: 'queued',
  running: 'running',
  waiting: 'waiting',
  unknown: 'running',
}

/** Modes of n8n that say what started a run; the others (a poll, an error workflow) have no word in the contract. */
const triggers: Readonly<Record<string, Run['trigger']>> = {
  manual: 'manual',
  cli: 'manual',
  webhook: 'webhook',
  chat: 'message',
  integrated: 'subflow',
  retry: 'retry',
}

/** `schedules`: whether only a schedule starts the workflow, since n8n's mode "trigger" covers every trigger. */
export function runRowOf(execution: Execution, flow: { id: string; name?: string }, schedules: boolean): RunRow {
  const { id, mode, status, startedAt, createdAt, stoppedAt, retryOf } = execution
  const started = startedAt ?? createdAt ?? ''
  const trigger = triggers[mode] ?? (mode === 'trigger' && schedules ? 'schedule' : undefined)
  const finished = stoppedAt ?? null
  return {
    id,
    flow,
    status: statuses[status] ?? 'running',
    ...(trigger === undefined ? {} : { trigger }),
    is_test: mode === 'manual' || mode === 'evaluation',
    started_at: started,
    finished_at: finished,
    duration_ms: finished === null ? null : Math.max(0, Date.parse(finished) - Date.parse(started)),
    retry_of: retryOf === null || retryOf === undefined || retryOf === '' ? null : retryOf,
    ...(execution.retrySuccessId ? { retried_as: execution.retrySuccessId } : {}),
    parent_run: null,
    conversation: null,
    channel: null,
    sample: false,
  }
}
