/** CSV columns of conversations and their custom fields. */
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { csvColumns, csvPrefixes, type CsvColumn } from '#contract/conversation-csv.ts'
import { invalid } from '#server/base/fault.ts'
import { commaList } from '#server/store/query/comma-list.ts'
import { clockText, type CsvColumn as TableColumn } from '#server/handlers/replies/csv-reply.ts'

type Cell = (row: Conversation, zone: string) => string

const times: ReadonlySet<string> = new Set(
  conversationFields.fields.filter((one) => one.type === 'time').map((one) => one.name),
)

/** Columns that contain a field of the conversation, unchanged except for the format of times. */
type PlainColumn = {
  [Name in CsvColumn & keyof Conversation]: Conversation[Name] extends string | number | null ? Name : never
}[CsvColumn & keyof Conversation]

/** Cells of the other columns. */
const cells: Readonly<Record<Exclude<CsvColumn, PlainColumn>, Cell>> = {
  channel: (row) => row.channel?.name ?? '',
  contact__name: (row) => row.contact.name,
  contact__email: (row) => row.contact.email ?? '',
  contact__phone: (row) => row.contact.phone ?? '',
  contact__company: (row) => row.contact.company ?? '',
  assignee: (row) => row.assignee?.name ?? '',
  labels: (row) => row.labels.join(', '),
  flow: (row) => row.flow?.name ?? '',
  last_message_at: (row, zone) => clockText(row.last_message?.at ?? null, zone),
}

const hasOwnCell = (name: CsvColumn): name is keyof typeof cells => Object.hasOwn(cells, name)

function cellOf(name: CsvColumn): Cell {
  if (hasOwnCell(name)) return cells[name]
  return (row, zone) => {
    const value = row[name]
    return typeof value === 'string' && times.has(name) ? clockText(value, zone) : String(value ?? '')
  }
}

const ofField = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function columnOf(name: string): TableColumn<Conversation> | null {
  const known = csvColumns.find((one) => one.name === name)
  if (known) return { name, label: known.label, cell: cellOf(known.name), isTime: times.has(name) }
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
export function csvColumnsOf(text: string | undefined): TableColumn<Conversation>[] {
  const known = csvColumns.map(({ name }): string => name)
  return (commaList(text) ?? known).map((name) => {
    const column = columnOf(name)
    if (!column) throw invalid('columns', `There is no column “${name}”. Use ${known.join(', ')}.`)
    return column
  })
}
