/** One job of Windmill as the row of a run. Pure. */
import type { Run } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { cutText } from '#lib/text/text.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { idOfSchedule } from './windmill-ids.ts'
import type { Job } from './windmill-schemas.ts'

export type RunRow = Known<Run> & {
  id: string
  flow: { id?: string; name?: string }
  status: RunStatus
  started_at: string
}

/** Longest error message of a row. */
const maxMessage = 500

/** Kinds of jobs that are runs of flows, as the lists are asked for them. */
export const runKinds = 'flow,flowpreview'

/** A preview within another job is an iteration of a loop or a branch. */
export const isRun = ({ job_kind: kind, parent_job: parent }: Job): boolean =>
  kind === 'flow' || (kind === 'flowpreview' && !parent)

/** A job that a schedule has planned: it did not begin, and its time has not come. */
export const isPlanned = ({ running, suspend, success, scheduled_for: at }: Job, now: Date): boolean =>
  success === undefined && running !== true && !suspend && !!at && Date.parse(at) > now.getTime()

export function statusOf({ success, canceled, running, suspend }: Job): RunStatus {
  if (success !== undefined) return canceled === true ? 'cancelled' : success ? 'succeeded' : 'failed'
  if (suspend) return 'waiting'
  return running === true ? 'running' : 'queued'
}

/** Kinds of triggers with a word in the contract. */
const triggers: ReadonlyMap<string, Run['trigger']> = new Map([
  ['ui', 'manual'],
  ['schedule', 'schedule'],
  ['webhook', 'webhook'],
  ['http', 'webhook'],
  ['email', 'message'],
  ['default_email', 'message'],
  ['websocket', 'message'],
  ['kafka', 'message'],
  ['nats', 'message'],
  ['mqtt', 'message'],
  ['amqp', 'message'],
  ['sqs', 'message'],
  ['gcp', 'message'],
])

function triggerOf({ parent_job, schedule_path, trigger_kind }: Job): Run['trigger'] | undefined {
  if (parent_job) return 'subflow'
  return triggers.get(trigger_kind ?? '') ?? (schedule_path ? 'schedule' : undefined)
}

/** Error of a failed job: `{error: {name, message, step_id}}` as its result. Null if it has none, or a list left it out. */
export function errorOf({ success, canceled, result }: Job): Run['error'] {
  if (success !== false || canceled === true) return null
  const { name, message, step_id: step } = recordOf(recordOf(result)['error'])
  if (typeof message !== 'string') return null
  return { code: textOf(name) || 'error', message: cutText(message, maxMessage), node_id: textOf(step) || null }
}

interface RunRefs {
  flow: { id?: string; name?: string }
  /** Name of the schedule that started it. */
  scheduleName: string | null
}

/** Jobs name the schedule that started them, but no other trigger. */
function channelOf(
  schedule: string | null | undefined,
  name: string | null,
  trigger: Run['trigger'] | undefined,
): Pick<RunRow, 'channel'> {
  if (schedule) return { channel: { id: idOfSchedule(schedule), name: name ?? schedule, type: 'custom' } }
  return trigger === 'manual' || trigger === 'subflow' ? { channel: null } : {}
}

/** Times of a job; without an end if Windmill gives none for a job that ended. */
function timesOf({ started_at, created_at, completed_at, success, duration_ms: duration }: Job) {
  const started = started_at ?? created_at ?? ''
  if (success === undefined) return { started_at: started, finished_at: null, duration_ms: null }
  const ended = typeof duration === 'number' ? new Date(Date.parse(started) + duration).toISOString() : null
  return { started_at: started, finished_at: completed_at ?? ended, duration_ms: duration ?? undefined }
}

export function runRowOf(job: Job, { flow, scheduleName }: RunRefs): RunRow {
  const { id, parent_job: parent, schedule_path: schedule, flow_status: progress } = job
  const trigger = triggerOf(job)
  const status = statusOf(job)
  const retryOf = progress?.restarted_from?.flow_job_id
  return {
    id,
    flow,
    status,
    // Lists leave out the result of a failed job.
    ...(status === 'failed' ? {} : { error: null }),
    ...(trigger === undefined ? {} : { trigger }),
    is_test: job.job_kind === 'flowpreview',
    ...timesOf(job),
    // Lists leave the status out, and so whether a run was restarted.
    ...(progress ? { retry_of: retryOf ?? null } : {}),
    parent_run: parent ?? null,
    conversation: null,
    ...channelOf(schedule, scheduleName, trigger),
    sample: false,
  }
}
