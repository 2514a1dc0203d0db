/**
 * Delivers messages about incidents. Each attempt is a queue entry `alert:<incident>:<phase>:<alert>`; its row says
 * whether the message still has to be sent. A kill between sending and recording repeats the message with the same id.
 */
import type pg from 'pg'
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { unsealAlert } from '#server/store/incidents/alert.ts'
import {
  dueMessages,
  findMessage,
  holdMessage,
  nextAttempt,
  recordDelivery,
  recordResult,
  type DueMessage,
  type FoundMessage,
  type MessageJob,
  type MessageKey,
  type MessageResult,
} from '#server/store/incidents/alert-message.ts'
import { toIncident } from '#server/store/incidents/incident.ts'
import { AlertError, attemptMs, type AlertSender } from './alert-sender.ts'
import { alertMessage, phaseOf } from './alert-words.ts'
import { quietEnd } from './quiet-hours.ts'

/** Pauses in ms before an attempt is repeated; then the message has failed. Two hours: longer than most outages. */
export const defaultRetryMs: readonly number[] = [15_000, 60_000, 300_000, 1_200_000, 5_400_000]
/** A queued message without a result for this long was lost: longer than an attempt and the takeover of a dead process. */
const lostMs = 120_000
/** Messages queued per round; the others follow in the next one. */
const dueBatch = 200

/** Enqueues an attempt in an open transaction; the same id is enqueued once. */
export type EnqueueAlert = (client: pg.ClientBase, id: string, job: MessageJob) => Promise<void>

export const messageId = ({ incident, phase, alert }: MessageKey): string => `alert:${incident}:${phase}:${alert}`
/** Queue entry of an attempt; the first one has the id of the message. */
const entryId = (job: MessageJob): string => (job.attempt === 1 ? messageId(job) : `${messageId(job)}:${job.attempt}`)

interface Parts {
  pool: pg.Pool
  log: Log
  now: () => Date
  secrets: Secrets
  sender: AlertSender
  enqueue: EnqueueAlert
  retryMs: readonly number[]
}

export interface AlertDelivery {
  /** Work of a queue entry. */
  deliver: (job: MessageJob) => Promise<void>
  /** Queues held and repeated messages whose time has come. */
  queueDue(now: Date): Promise<void>
}

/** Why a message is no longer sent; null = it is. */
function obsolete(found: FoundMessage, phase: string): string | null {
  if (!found.isEnabled) return 'the alert is switched off'
  if (phaseOf(phase) !== 'over') return found.overAt === null ? null : 'the incident is over'
  return found.openedStatus === 'dropped' || found.openedStatus === 'failed' ? 'the address was not told of it' : null
}

/** What became of an attempt that failed. */
function failedResult(found: FoundMessage, isRetryable: boolean, retryMs: readonly number[], now: Date): MessageResult {
  const pause = isRetryable ? retryMs[found.failures] : undefined
  const failures = found.failures + 1
  return pause === undefined
    ? { status: 'failed', failures, dueAt: null }
    : { status: 'waiting', failures, dueAt: new Date(now.getTime() + pause) }
}

export function makeAlertDelivery({ pool, log, now, secrets, sender, enqueue, retryMs }: Parts): AlertDelivery {
  const sendFound = async (job: MessageJob, found: FoundMessage): Promise<void> => {
    const { kind, address } = found
    const incident = toIncident({
      ...found,
      id: job.incident,
      kind: found.incidentKind,
      subjectNoun: found.noun,
      subjectId: found.subject,
      subjectName: found.name,
      changedAt: found.openedAt,
      reportedAt: found.openedAt,
      sample: false,
    })
    const { changed_at: _changed, reported_at: _reported, sample: _sample, ...shown } = incident
    const message = alertMessage({
      id: messageId(job),
      phase: phaseOf(job.phase),
      incident: shown,
      publicUrl: sender.publicUrl,
    })
    await sender.send(
      { kind, address, secrets: unsealAlert(secrets, job.account, job.alert, found.secrets) },
      message,
      now(),
    )
  }

  const release = async (due: DueMessage, at: Date): Promise<void> => {
    const quiet = quietEnd(due.quietHours, at.getTime())
    if (quiet !== null) {
      await holdMessage(pool, due, new Date(quiet))
      return
    }
    await inTransaction(pool, async (client) => {
      const attempt = await nextAttempt(client, due, at)
      if (attempt === null) return
      const { account, incident, phase, alert } = due
      const job = { account, incident, phase, alert, attempt }
      await enqueue(client, entryId(job), job)
    })
  }

  return {
    async deliver(job) {
      const found = await findMessage(pool, job)
      if (found?.status !== 'queued' || found.attempt !== job.attempt) return
      const why = obsolete(found, job.phase)
      if (why !== null) {
        log.debug('an alert was dropped', { message: messageId(job), why })
        await recordResult(pool, job, { status: 'dropped', failures: found.failures, dueAt: null }, now())
        return
      }
      // The message that it opened goes first.
      if (phaseOf(job.phase) === 'over' && found.openedStatus === 'queued') {
        await recordResult(pool, job, { status: 'waiting', failures: found.failures, dueAt: now() }, now())
        return
      }
      try {
        await sendFound(job, found)
        await recordResult(pool, job, { status: 'sent', failures: found.failures, dueAt: null }, now())
        await recordDelivery(pool, job.account, job.alert, { status: 'sent', detail: null }, now())
      } catch (error) {
        if (!(error instanceof AlertError)) throw error
        const result = failedResult(found, error.retryable, retryMs, now())
        log.info('an alert was not delivered', { alert: job.alert, status: result.status, why: error.message })
        await recordResult(pool, job, result, now())
        const status = result.status === 'waiting' ? 'retrying' : 'failed'
        await recordDelivery(pool, job.account, job.alert, { status, detail: error.message }, now())
      }
    },
    async queueDue(at) {
      const lostBefore = new Date(at.getTime() - lostMs - attemptMs)
      for (const due of await dueMessages(pool, at, lostBefore, dueBatch)) await release(due, at)
    },
  }
}
