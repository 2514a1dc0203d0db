/** CSV columns of conversations and their custom fields. */
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { csvColumns, csvPrefixes, type CsvColumn as ConversationCsvColumn } from '#contract/conversation-csv.ts'
import { invalid } from '#server/base/fault.ts'
import { commaList } from '#server/store/query/comma-list.ts'
import { clockText, type CsvColumn } from '#server/handlers/replies/csv-reply.ts'

type Cell = (row: Conversation, zone: string) => string

const cells: Readonly<Record<ConversationCsvColumn, Cell>> = {
  number: (row) => String(row.number),
  subject: (row) => row.subject,
  status: (row) => row.status,
  priority: (row) => row.priority,
  channel: (row) => row.channel?.name ?? '',
  contact__name: (row) => row.contact.name,
  contact__email: (row) => row.contact.email ?? '',
  contact__phone: (row) => row.contact.phone ?? '',
  contact__company: (row) => row.contact.company ?? '',
  assignee: (row) => row.assignee?.name ?? '',
  team: (row) => row.team ?? '',
  labels: (row) => row.labels.join(', '),
  flow: (row) => row.flow?.name ?? '',
  handled_by: (row) => row.handled_by,
  unread_count: (row) => String(row.unread_count),
  message_count: (row) => String(row.message_count),
  last_message_at: (row, zone) => clockText(row.last_message?.at ?? null, zone),
  waiting_since: (row, zone) => clockText(row.waiting_since, zone),
  snoozed_until: (row, zone) => clockText(row.snoozed_until, zone),
  total_cost: (row) => row.total_cost,
  currency: (row) => row.currency,
  created_at: (row, zone) => clockText(row.created_at, zone),
  updated_at: (row, zone) => clockText(row.updated_at, zone),
  id: (row) => row.id,
}

const times: ReadonlySet<string> = new Set(
  conversationFields.fields.filter((one) => one.type === 'time').map((one) => one.name),
)

const ofField = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function columnOf(name: string): CsvColumn<Conversation> | null {
  const known = csvColumns.find((one) => one.name === name)
  if (known) return { name, label: known.label, cell: cells[known.name], isTime: times.has(name) }
  const { conversation: own, contact } = csvPrefixes
  if (name.startsWith(own) && name !== own) {
    const key = name.slice(own.length)
    return { name, label: key, cell: (row) => ofField(row.custom_fields[key]) }
  }
  if (!name.startsWith(contact) || name === contact) return null
  const key = name.slice(contact.length)
  return { name, label: key, cell: (row) => ofField(row.contact.fields[key]) }
}

/** Columns of a list such as "number,subject,cf.tier", or all known ones if it is empty. 400 for an unknown name. */
export function conversationColumns(text: string | undefined): CsvColumn<Conversation>[] {
  const known = csvColumns.map(({ name }): string => name)
  return (commaList(text) ?? known).map((name) => {
    const column = columnOf(name)
    if (!column) throw invalid('columns', `There is no column “${name}”. Use ${known.join(', ')}.`)
    return column
  })
}
