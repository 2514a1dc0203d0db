/** CSV columns of the inbox: `Accept: text/csv` at `GET /conversation/`, with `columns` and `tz`. */
import type { Conversation } from './conversation.ts'

/** Maximum number of rows; more are rejected with 413. Spreadsheets support a million. */
export const maxCsvRows = 200_000

/**
 * Labels of columns in default order; null for a field without a column. Times are written in `tz`, amounts with six
 * decimals and a decimal point.
 */
const labels = {
  number: 'Number',
  subject: 'Subject',
  status: 'Status',
  priority: 'Priority',
  channel: 'Channel',
  contact__name: 'Contact',
  contact__email: 'Contact email',
  contact__phone: 'Contact phone',
  contact__company: 'Contact company',
  assignee: 'Assignee',
  team: 'Team',
  labels: 'Labels',
  flow: 'Flow',
  handled_by: 'Handled by',
  unread_count: 'Unread messages',
  message_count: 'Messages',
  last_message_at: 'Last message',
  waiting_since: 'Waiting since',
  snoozed_until: 'Snoozed until',
  total_cost: 'Cost',
  currency: 'Currency',
  created_at: 'Created',
  updated_at: 'Updated',
  id: 'Id',
  contact: null,
  last_message: null,
  last_run: null,
  can_reply: null,
  version: null,
  /** Not one column but one per key, named with `csvPrefixes`. */
  custom_fields: null,
  sample: null,
} as const satisfies Record<keyof Conversation, string | null> & Record<string, string | null>

type Labels = typeof labels
export type CsvColumn = { [Name in keyof Labels]: Labels[Name] extends string ? Name : never }[keyof Labels]

const isColumn = (entry: [string, string | null]): entry is [CsvColumn, string] => entry[1] !== null

const entries: [string, string | null][] = Object.entries(labels)
export const csvColumns = entries.filter(isColumn).map(([name, label]) => ({ name, label }))

/** Column prefixes of custom fields of the conversation ("cf.tier") and of its contact ("contact.tier"). */
export const csvPrefixes = { conversation: 'cf.', contact: 'contact.' } as const
