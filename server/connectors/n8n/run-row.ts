/** One execution of n8n as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import { isEnded, type RunStatus } from '#contract/values/run-status.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { Execution } from './n8n-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name?: string }
  status: RunStatus
  started_at: string
}

/** Maps, since a word of n8n may also be the name of a member of every object. */
const statuses = new Map<string, RunStatus>([
  ['success', 'succeeded'],
  ['error', 'failed'],
  ['crashed', 'failed'],
  ['canceled', 'cancelled'],
  ['new', 'queued'],
  ['running', 'running'],
  ['waiting', 'waiting'],
])

/** The status; for a word that is not known (n8n also has "unknown"), by whether the execution has ended. */
function statusOf({ status, stoppedAt, finished }: Execution): RunStatus {
  const known = statuses.get(status)
  if (known !== undefined) return known
  if (stoppedAt == null) return 'running'
  return finished === true ? 'succeeded' : 'failed'
}

/** Modes of n8n that say what started a run; the others (a poll, an error workflow) have no word in the contract. */
const triggers = new Map<string, Run['trigger']>([
  ['manual', 'manual'],
  ['cli', 'manual'],
  ['webhook', 'webhook'],
  ['chat', 'message'],
  ['integrated', 'subflow'],
  ['retry', 'retry'],
])

/** Modes of runs that another run started; n8n says which one only with all data of the run. */
const startedByRun = new Set(['integrated', 'error'])

/** `schedules`: whether only a schedule starts the workflow, since n8n's mode "trigger" covers every trigger. */
export function runRowOf(execution: Execution, flow: { id: string; name?: string }, schedules: boolean): RunRow {
  const { id, mode, startedAt, createdAt, stoppedAt, retryOf } = execution
  const status = statusOf(execution)
  const started = startedAt ?? createdAt ?? ''
  const trigger = triggers.get(mode) ?? (mode === 'trigger' && schedules ? 'schedule' : undefined)
  // An execution that waits has the time at which it began to wait.
  const finished = isEnded(status) ? (stoppedAt ?? null) : null
  return {
    id,
    flow,
    status,
    ...(trigger === undefined ? {} : { trigger }),
    is_test: mode === 'manual' || mode === 'evaluation',
    started_at: started,
    finished_at: finished,
    duration_ms: finished === null ? null : Math.max(0, Date.parse(finished) - Date.parse(started)),
    retry_of: retryOf === null || retryOf === undefined || retryOf === '' ? null : retryOf,
    ...(execution.retrySuccessId ? { retried_as: execution.retrySuccessId } : {}),
    ...(startedByRun.has(mode) ? {} : { parent_run: null }),
    conversation: null,
    sample: false,
  }
}
