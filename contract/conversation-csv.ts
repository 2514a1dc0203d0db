/** CSV columns of the inbox: `Accept: text/csv` at `GET /conversation/`, with `columns` and `tz`. */

/** Maximum number of rows; spreadsheets take a million. 413 beyond. */
export const maxCsvRows = 200_000

/** In default order. Times are written in `tz`, amounts with six digits and a point. */
export const csvColumns = [
  { name: 'number', label: 'Number' },
  { name: 'subject', label: 'Subject' },
  { name: 'status', label: 'Status' },
  { name: 'priority', label: 'Priority' },
  { name: 'channel', label: 'Channel' },
  { name: 'contact__name', label: 'Contact' },
  { name: 'contact__email', label: 'Contact email' },
  { name: 'contact__phone', label: 'Contact phone' },
  { name: 'contact__company', label: 'Contact company' },
  { name: 'assignee', label: 'Assignee' },
  { name: 'team', label: 'Team' },
  { name: 'labels', label: 'Labels' },
  { name: 'flow', label: 'Flow' },
  { name: 'handled_by', label: 'Handled by' },
  { name: 'unread_count', label: 'Unread messages' },
  { name: 'message_count', label: 'Messages' },
  { name: 'last_message_at', label: 'Last message' },
  { name: 'waiting_since', label: 'Waiting since' },
  { name: 'snoozed_until', label: 'Snoozed until' },
  { name: 'total_cost', label: 'Cost' },
  { name: 'currency', label: 'Currency' },
  { name: 'created_at', label: 'Created' },
  { name: 'updated_at', label: 'Updated' },
  { name: 'id', label: 'Id' },
] as const
export type CsvColumn = (typeof csvColumns)[number]['name']

/** Prefixes of custom fields of the conversation ("cf.tier") and of its contact ("contact.tier"). */
export const csvPrefixes = { conversation: 'cf.', contact: 'contact.' } as const
