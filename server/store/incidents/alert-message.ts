/** Messages about incidents: one per incident, phase and address. */
import type pg from 'pg'
import type { AlertKind, QuietHours } from '#contract/alert.ts'
import type { IncidentFigures } from '#contract/incident.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'

/** Names a message; `attempt`: the number of its queue entry. */
export interface MessageKey {
  account: string
  incident: string
  phase: string
  alert: string
}
export interface MessageJob extends MessageKey {
  attempt: number
}

/** False if the message already exists. */
export async function insertMessage(
  client: pg.ClientBase,
  { account, incident, phase, alert }: MessageKey,
  { isHeld, dueAt, now }: { isHeld: boolean; dueAt: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into alert_message (account_id, incident_id, phase, alert_id, status, due_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [account, incident, phase, alert, isHeld ? 'waiting' : 'queued', dueAt, now],
  )
  return rowCount === 1
}

/** A message to be sent, with its incident and address as they are now. */
export interface FoundMessage {
  status: string
  attempt: number
  failures: number
  kind: AlertKind
  alertName: string
  address: string
  secrets: Buffer | null
  isEnabled: boolean
  incidentKind: string
  severity: string
  noun: string
  subject: string
  name: string
  message: string
  figures: IncidentFigures
  path: string
  openedAt: Date
  overAt: Date | null
  /** Status of the message that it opened, to the same address. */
  openedStatus: string | null
}

export async function findMessage(
  db: Queryable,
  { account, incident, phase, alert }: MessageKey,
): Promise<FoundMessage | null> {
  const { rows } = await db.query<FoundMessage>(
    `select m.status, m.attempt, m.failures, a.kind, a.name as "alertName", a.address, a.secrets, a.is_enabled as "isEnabled",
       i.kind as "incidentKind", i.severity, i.subject_noun as noun, i.subject_id as subject, i.subject_name as name, i.message,
       i.figures, i.path, i.opened_at as "openedAt", i.over_at as "overAt", o.status as "openedStatus"
     from alert_message m
     join alert a on a.account_id = m.account_id and a.id = m.alert_id
     join incident i on i.account_id = m.account_id and i.id = m.incident_id
     left join alert_message o on o.account_id = m.account_id and o.incident_id = m.incident_id and o.alert_id = m.alert_id
       and o.phase = 'opened'
     where m.account_id = $1 and m.incident_id = $2 and m.phase = $3 and m.alert_id = $4`,
    [account, incident, phase, alert],
  )
  return rows[0] ?? null
}

/** Result of an attempt; `dueAt` only for `waiting`. */
export interface MessageResult {
  status: 'sent' | 'failed' | 'dropped' | 'waiting'
  failures: number
  dueAt: Date | null
}

/** Records the result, unless a later attempt exists. */
export async function recordResult(
  db: Queryable,
  { account, incident, phase, alert, attempt }: MessageJob,
  { status, failures, dueAt }: MessageResult,
  now: Date,
): Promise<void> {
  await db.query(
    `update alert_message set status = $6, failures = $7, due_at = coalesce($8, due_at), changed_at = $9
     where account_id = $1 and incident_id = $2 and phase = $3 and alert_id = $4 and attempt = $5 and status = 'queued'`,
    [account, incident, phase, alert, attempt, status, failures, dueAt, now],
  )
}

/** What the console shows about the last message. */
export async function recordDelivery(
  db: Queryable,
  account: string,
  alert: string,
  { status, detail }: { status: 'sent' | 'retrying' | 'failed'; detail: string | null },
  now: Date,
): Promise<void> {
  await db.query(
    `update alert set last_at = $3, last_status = $4, last_detail = $5 where account_id = $1 and id = $2`,
    [account, alert, now, status, detail],
  )
}

export interface DueMessage extends MessageJob {
  quietHours: QuietHours | null
}

/**
 * Messages to be queued: held and repeated ones whose time has come, and queued ones without a result since `lostBefore`
 * (their queue entry failed with the database).
 */
export async function dueMessages(db: Queryable, now: Date, lostBefore: Date, limit: number): Promise<DueMessage[]> {
  const { rows } = await db.query<DueMessage>(
    `select m.account_id as account, m.incident_id as incident, m.phase, m.alert_id as alert, m.attempt, a.quiet_hours as "quietHours"
     from alert_message m join alert a on a.account_id = m.account_id and a.id = m.alert_id
     where (m.status = 'waiting' and m.due_at <= $1) or (m.status = 'queued' and m.changed_at < $2)
     order by m.due_at limit $3`,
    [now, lostBefore, limit],
  )
  return rows
}

/** Makes the next attempt; its number, or null if another process did so. */
export async function nextAttempt(
  client: pg.ClientBase,
  { account, incident, phase, alert, attempt }: MessageJob,
  now: Date,
): Promise<number | null> {
  const { rows } = await client.query<{ attempt: number }>(
    `update alert_message set attempt = attempt + 1, status = 'queued', changed_at = $6
     where account_id = $1 and incident_id = $2 and phase = $3 and alert_id = $4 and attempt = $5 and status in ('waiting', 'queued')
     returning attempt`,
    [account, incident, phase, alert, attempt, now],
  )
  return rows[0]?.attempt ?? null
}

/** Holds a message until the end of quiet hours. */
export async function holdMessage(
  db: Queryable,
  { account, incident, phase, alert, attempt }: MessageJob,
  until: Date,
): Promise<void> {
  await db.query(
    `update alert_message set due_at = $6 where account_id = $1 and incident_id = $2 and phase = $3 and alert_id = $4
       and attempt = $5 and status = 'waiting'`,
    [account, incident, phase, alert, attempt, until],
  )
}
