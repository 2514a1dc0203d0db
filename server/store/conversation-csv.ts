/**
 * The inbox as a table, row by row. Which conversations it holds, and in which order, is settled by one statement at its
 * beginning; the rows are read in parts while they are sent, so that none is there twice or missing whatever happens meanwhile.
 */
import { inArray, sql } from 'drizzle-orm'
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { csvColumns, csvPrefixes, maxCsvRows, type CsvColumn } from '#contract/conversation-csv.ts'
import type { FilterPart } from '#contract/filter.ts'
import { csvText } from '#lib/csv.ts'
import { wallClock } from '#lib/wall-clock.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { conversationSources } from './conversation-filter.ts'
import { conversationOrderings, readConversations } from './conversation.ts'
import { filterCondition, type FilterContext } from './filter-sql.ts'
import { orderOf } from './keyset.ts'
import { sortKeys } from './page-sql.ts'
import type { Scope } from './scope.ts'

/** Rows of one part: some hundred kilobytes of text. */
const atOnce = 500

/** "2026-11-01 09:30:00" on the clocks of the zone. */
const clock = (at: string | null | undefined, zone: string): string =>
  at ? new Date(wallClock(Date.parse(at), zone)).toISOString().slice(0, 19).replace('T', ' ') : ''

type Cell = (row: Conversation, zone: string) => string

const cells: Readonly<Record<CsvColumn, Cell>> = {
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
  last_message_at: (row, zone) => clock(row.last_message?.at, zone),
  waiting_since: (row, zone) => clock(row.waiting_since, zone),
  snoozed_until: (row, zone) => clock(row.snoozed_until, zone),
  total_cost: (row) => row.total_cost,
  currency: (row) => row.currency,
  created_at: (row, zone) => clock(row.created_at, zone),
  updated_at: (row, zone) => clock(row.updated_at, zone),
  id: (row) => row.id,
}

const times: ReadonlySet<string> = new Set(
  conversationFields.fields.filter((one) => one.type === 'time').map((one) => one.name),
)

export interface Column {
  label: string
  cell: Cell
}

const ofField = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function columnOf(name: string): Column | null {
  const known = csvColumns.find((one) => one.name === name)
  if (known) return { label: known.label, cell: cells[known.name] }
  const { conversation: own, contact } = csvPrefixes
  if (name.startsWith(own) && name !== own) {
    const key = name.slice(own.length)
    return { label: key, cell: (row) => ofField(row.custom_fields[key]) }
  }
  if (!name.startsWith(contact) || name === contact) return null
  const key = name.slice(contact.length)
  return { label: key, cell: (row) => ofField(row.contact.fields[key]) }
}

/** Columns of a text like "number,subject,cf.tier", with the zone beside what is a time; a string is the name that is none. */
export function readColumns(text: string | undefined, zone: string): Column[] | string {
  const asked = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const columns: Column[] = []
  for (const name of asked.length > 0 ? asked : csvColumns.map((one) => one.name)) {
    const column = columnOf(name)
    if (!column) return name
    columns.push(times.has(name) ? { ...column, label: `${column.label} (${zone})` } : column)
  }
  return columns
}

/** Ids of all that match, in order; one more than a table may have where there are as many. */
export async function csvIds(
  scope: Scope,
  filter: readonly FilterPart[],
  ordering: string | undefined,
  context: FilterContext,
): Promise<string[]> {
  const where = filterCondition(filter, conversationSources(scope), context)
  const keys = sortKeys(conversationOrderings, ordering, conversationFields.defaultOrdering)
  const rows = await scope
    .select(conversation, { id: conversation.id }, where)
    .orderBy(...orderOf(keys, sql`${conversation.id}`, 'all', false))
    .limit(maxCsvRows + 1)
  return rows.map((row) => row.id)
}

/** The table as bytes of UTF-8, made as fast as it is read. */
export function csvStream(
  scope: Scope,
  ids: readonly string[],
  columns: readonly Column[],
  zone: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream({
    start(controller) {
      // Spreadsheets take a file without this mark for one in the code page of the machine.
      controller.enqueue(encoder.encode(`\uFEFF${csvText([columns.map((column) => column.label)])}`))
    },
    async pull(controller) {
      const some = ids.slice(at, at + atOnce)
      at += some.length
      if (some.length > 0) {
        const found = await readConversations(scope, inArray(conversation.id, some))
        const rows = new Map(found.map((row) => [row.id, row]))
        const known = some.map((id) => rows.get(id)).filter((row) => row !== undefined)
        controller.enqueue(encoder.encode(csvText(known.map((row) => columns.map((column) => column.cell(row, zone))))))
      }
      if (at >= ids.length) controller.close()
    },
  })
}
