/** One execution of Kestra as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import { isEnded, type RunStatus } from '#contract/values/run-status.ts'
import type { Known } from '#server/connectors/connector.ts'
import { idOfFlow, idOfTrigger } from './kestra-ids.ts'
import type { Execution, State } from './kestra-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id: string; name: string; version?: number | undefined }
  status: RunStatus
  started_at: string
}

/**
 * Kestra's states. A warning counts as success, as in Kestra; RETRIED is a failure that a new execution retries. A
 * task that was skipped did not start.
 */
export const statusByState: Readonly<Record<string, RunStatus>> = {
  CREATED: 'queued',
  QUEUED: 'queued',
  SUBMITTED: 'queued',
  RESTARTED: 'queued',
  RUNNING: 'running',
  KILLING: 'running',
  PAUSED: 'waiting',
  BREAKPOINT: 'waiting',
  RETRYING: 'waiting',
  SUCCESS: 'succeeded',
  WARNING: 'succeeded',
  FAILED: 'failed',
  RETRIED: 'failed',
  RESUBMITTED: 'failed',
  KILLED: 'cancelled',
  CANCELLED: 'cancelled',
  SKIPPED: 'blocked',
}

export const statusOfState = ({ current }: State): RunStatus => statusByState[current] ?? 'running'

/** A time of Kestra, which has up to nine decimals, in ms. */
export const isoTime = (text: string): string => new Date(text).toISOString()

/** ms of "PT1H2M3.45S", or of seconds; null for anything else. */
function durationMs(duration: string | number | null | undefined): number | null {
  if (typeof duration === 'number') return Math.trunc(duration * 1000)
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?$/.exec(duration ?? '')
  if (parts === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts
  // Digits instead of a division, so that 4.651658 s is 4651 ms on every machine.
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + ms
}

/** Times of a run or a step that has ended; null while it has not, or waits. */
export function timesOf(state: State): { started_at: string; finished_at: string | null; duration_ms: number | null } {
  const { startDate, endDate, duration } = state
  const ended = isEnded(statusOfState(state)) && endDate != null
  return {
    started_at: isoTime(startDate),
    finished_at: ended ? isoTime(endDate) : null,
    duration_ms: ended ? (durationMs(duration) ?? Math.max(0, Date.parse(endDate) - Date.parse(startDate))) : null,
  }
}

/** What started a run. Polls and flow triggers have no word in the contract. */
function triggerOf({ trigger, parentId }: Execution): Run['trigger'] | undefined {
  if (parentId != null) return 'retry'
  if (trigger == null) return 'manual'
  const name = trigger.type.slice(trigger.type.lastIndexOf('.') + 1)
  if (name === 'Webhook') return 'webhook'
  if (name.startsWith('Schedule')) return 'schedule'
  return isSubflow(name) ? 'subflow' : undefined
}

const isSubflow = (name: string): boolean => /^(?:Subflow|ForEachItem)/.test(name)

/** The task that failed first; null if none did. */
function failedTask({ taskRunList }: Execution): string | null {
  const failed = (taskRunList ?? []).filter(({ state }) => state.current === 'FAILED')
  const parents = new Set(failed.map(({ parentTaskRunId }) => parentTaskRunId))
  // Its parents failed because of it.
  return failed.find(({ id }) => !parents.has(id))?.taskId ?? null
}

export function runRowOf(execution: Execution): RunRow {
  const { id, namespace, flowId, flowRevision, state, parentId, trigger, metadata, kind } = execution
  const key = { namespace, flowId }
  const status = statusOfState(state)
  const startedBy = triggerOf(execution)
  const parent = trigger?.variables?.['executionId']
  const isCall = trigger != null && isSubflow(trigger.type.slice(trigger.type.lastIndexOf('.') + 1))
  return {
    id,
    flow: { id: idOfFlow(key), name: flowId, ...(flowRevision == null ? {} : { version: flowRevision }) },
    status,
    ...(startedBy === undefined ? {} : { trigger: startedBy }),
    is_test: kind === 'TEST' || kind === 'PLAYGROUND',
    ...timesOf(state),
    conversation: null,
    channel:
      trigger == null || isCall
        ? null
        : {
            id: idOfTrigger(key, trigger.id),
            name: trigger.id,
            type: trigger.type.endsWith('.Webhook') ? 'webhook' : 'custom',
          },
    error: status === 'failed' ? { code: state.current, node_id: failedTask(execution) } : null,
    parent_run: isCall && typeof parent === 'string' ? parent : null,
    retry_of: parentId ?? null,
    ...(metadata?.attemptNumber == null ? {} : { attempt: metadata.attemptNumber }),
    sample: false,
  }
}
