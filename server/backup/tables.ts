/**
 * Tables of a backup, and their columns. Tables are in order of insertion: referenced tables first. Hashes of passwords
 * and keys are included, so that people can sign in after a restore.
 */
import type { ClientBase } from 'pg'

export const backupTables = [
  'installation',
  'account',
  'sample_progress',
  'person',
  'credential',
  'key',
  'flow',
  'flow_document',
  'flow_binding',
  'flow_version',
  'deleted_flow',
  'tool',
  'tool_day',
  'tool_version',
  'channel',
  'channel_state',
  'delivery',
  'contact',
  'contact_identity',
  'conversation',
  'message',
  'view',
  'view_place',
  'canned_reply',
  'run',
  'run_step',
  'run_day',
  'run_version',
  'solved_reason',
  'ledger',
  'ledger_day',
  'budget',
  'incident',
  'alert',
  'idempotency',
  'activity',
] as const

/**
 * Tables that are not included: search texts of definitions are written again from the restored documents; sessions, processes, trials in progress, pending channel deregistrations, bulk actions of
 * runs, undo data and watched schedules belong to the installation; rate limits start at zero; a restored message would
 * be sent again.
 */
export const leftOut = [
  'flow_text',
  'flow_text_pending',
  'session',
  'verification',
  'rate_limit',
  'executor',
  'tool_trial',
  'channel_leaving',
  'bulk_change',
  'bulk_row',
  'schedule_watch',
  'run_bulk',
  'run_bulk_item',
  'alert_message',
] as const

/** Format name; a version that this program does not know is rejected. */
export const backupFormat = 'flow-console-backup'
export const backupVersion = 1

/** Mark of a stored secret in the text of a jsonb column. */
const markPattern = String.raw`\{"set": true(, "last4": "(\\.|[^"\\])*")?\}`

/** SQL for a column with secrets, which omits them and marks them as not set; null = the column has no secrets. */
export function withoutSecrets(table: string, column: string): string | null {
  if (column === 'secrets') return 'null::text'
  if (table === 'tool' && column === 'config')
    return `case when secrets is null then config::text else regexp_replace(config::text, '${markPattern}', '{"set": false}', 'g') end`
  return null
}

export interface Column {
  name: string
  /** "timestamp(3) with time zone", "text[]". */
  type: string
}

/** Columns of a table from the database catalogue, in order, without generated ones. */
export async function columnsOf(client: ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${quotedIdentifier(table)}`],
  )
  return rows
}

export const quotedIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
