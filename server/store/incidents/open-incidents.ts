/** Writes of the incident watcher, for all accounts: incidents, and the messages about them. */
import type pg from 'pg'
import type { QuietHours } from '#contract/alert.ts'
import type { IncidentFigures } from '#contract/incident.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'

export interface OpenIncident {
  account: string
  id: string
  kind: string
  severity: string
  noun: string
  subject: string
  name: string
  message: string
  figures: IncidentFigures
  path: string
  level: number
  openCount: number
  openedAt: Date
  reportedAt: Date
  sample: boolean
}

export async function openIncidents(db: Queryable): Promise<OpenIncident[]> {
  const { rows } = await db.query<OpenIncident>(
    `select account_id as account, id, kind, severity, subject_noun as noun, subject_id as subject, subject_name as name,
       message, figures, path, level, open_count as "openCount", opened_at as "openedAt", reported_at as "reportedAt", sample
     from incident where over_at is null`,
  )
  return rows
}

export interface IncidentContent {
  severity: string
  name: string
  message: string
  figures: IncidentFigures
  path: string
  rank: number
}

export interface NewIncident extends IncidentContent {
  account: string
  id: string
  kind: string
  noun: string
  subject: string
  level: number
  openCount: number
  sample: boolean
}

/** False if there already is an open one of this kind for the object, or the account was deleted. */
export async function insertIncident(client: pg.ClientBase, made: NewIncident, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into incident (account_id, id, kind, severity, subject_noun, subject_id, subject_name, message, figures, path,
       rank, level, open_count, opened_at, changed_at, reported_at, sample)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14, $15
     from account where id = $1
     on conflict (account_id, kind, subject_noun, subject_id) where over_at is null do nothing`,
    [
      made.account,
      made.id,
      made.kind,
      made.severity,
      made.noun,
      made.subject,
      made.name,
      made.message,
      JSON.stringify(made.figures),
      made.path,
      made.rank,
      made.level,
      made.openCount,
      now,
      made.sample,
    ],
  )
  return rowCount === 1
}

/** `level`: its new level, if it is worse. False if it is no longer open. */
export async function updateIncident(
  client: Queryable,
  { account, id }: Pick<OpenIncident, 'account' | 'id'>,
  content: IncidentContent,
  level: number | null,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update incident set severity = $3, subject_name = $4, message = $5, figures = $6, path = $7, rank = $8, changed_at = $9,
       level = coalesce($10, level), reported_at = case when $10::int is null then reported_at else $9 end
     where account_id = $1 and id = $2 and over_at is null`,
    [
      account,
      id,
      content.severity,
      content.name,
      content.message,
      JSON.stringify(content.figures),
      content.path,
      content.rank,
      now,
      level,
    ],
  )
  return rowCount === 1
}

export async function closeIncident(
  client: pg.ClientBase,
  { account, id }: Pick<OpenIncident, 'account' | 'id'>,
  rank: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update incident set over_at = $3, changed_at = $3, rank = $4 where account_id = $1 and id = $2 and over_at is null`,
    [account, id, now, rank],
  )
  if (rowCount !== 1) return false
  await client.query(
    `update alert_message set status = 'dropped', changed_at = $3 where account_id = $1 and incident_id = $2 and status = 'waiting'`,
    [account, id, now],
  )
  return true
}

export interface AlertTarget {
  id: string
  quietHours: QuietHours | null
}

/** Addresses that get messages about this kind. */
export async function alertsFor(client: Queryable, account: string, kind: string): Promise<AlertTarget[]> {
  const { rows } = await client.query<AlertTarget>(
    `select id, quiet_hours as "quietHours" from alert
     where account_id = $1 and is_enabled and (incident_kinds = '{}' or $2 = any(incident_kinds)) order by id`,
    [account, kind],
  )
  return rows
}

/** Addresses that were, or are about to be, told that the incident opened. */
export async function toldAlerts(client: Queryable, account: string, incident: string): Promise<AlertTarget[]> {
  const { rows } = await client.query<AlertTarget>(
    `select id, quiet_hours as "quietHours" from alert
     where account_id = $1 and is_enabled and id in (
       select alert_id from alert_message where account_id = $1 and incident_id = $2 and phase <> 'over' and status in ('sent', 'queued'))
     order by id`,
    [account, incident],
  )
  return rows
}

/** Days for which incidents that are over are kept. */
const keptDays = 90

/** Deletes incidents that were over long ago, with their messages. */
export async function deleteOldIncidents(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from incident where over_at < $1', [new Date(now.getTime() - keptDays * 86_400_000)])
}
