/**
 * What a backup holds, in the order in which it can be written again: what is referred to comes first. Hashes of passwords and keys
 * are part of it, so that people can sign in after a restore.
 */

export const backupTables = [
  'installation',
  'account',
  'person',
  'credential',
  'key',
  'flow',
  'flow_document',
  'flow_binding',
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
  'run',
  'run_step',
  'run_day',
  'ledger',
  'ledger_day',
  'budget',
  'idempotency',
  'activity',
] as const

/** What is not in it: sessions, processes, trials under way, who is still to be told of a channel's end, and what can be undone end with the installation, limits start again. */
export const leftOut = [
  'session',
  'verification',
  'rate_limit',
  'executor',
  'tool_trial',
  'channel_leaving',
  'bulk_change',
  'bulk_row',
] as const

/** The format of the file; a number that this version does not know is refused. */
export const backupFormat = 'flow-console-backup'
export const backupVersion = 1

/** A mark of a stored secret within the text of a jsonb column. */
const markPattern = String.raw`\{"set": true(, "last4": "(\\.|[^"\\])*")?\}`

/**
 * How a column is read where the secrets stay behind: encrypted values are left out, and what says that one is set says
 * that it is not.
 */
export function withoutSecrets(table: string, column: string): string | null {
  if (column === 'secrets') return 'null::text'
  if (table === 'tool' && column === 'config')
    return `case when secrets is null then config::text else regexp_replace(config::text, '${markPattern}', '{"set": false}', 'g') end`
  return null
}
