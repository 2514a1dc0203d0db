/** Streamed CSV responses of lists, with the requested columns and time zone. */
import type { Page } from '#contract/kernel/page.ts'
import { csvText } from '#lib/text/csv.ts'
import { wallClock } from '#lib/time/wall-clock.ts'
import { commaChoices } from '#server/store/query/comma-list.ts'
import { attachment } from '#lib/text/file-name.ts'
import type { Reply } from '#server/protocol/handler.ts'

/** Rows per query: a few hundred kB, so that other requests can use the embedded database in between. */
const rowsAtOnce = 500

export interface CsvColumn<Row> {
  name: string
  /** Column header; for times followed by the zone. */
  label: string
  cell: (row: Row, zone: string) => string
  isTime?: boolean
}

/** Wall-clock time in a zone in a format that spreadsheets parse: "2026-11-20 15:26:08". */
export const clockText = (iso: string | null, zone: string): string =>
  iso === null ? '' : new Date(wallClock(Date.parse(iso), zone)).toISOString().slice(0, 19).replace('T', ' ')

/** The requested columns, in order; all if none were requested. 400 for an unknown one. */
export function requestedColumns<Row>(all: readonly CsvColumn<Row>[], requested: string | undefined): CsvColumn<Row>[] {
  const names = commaChoices(
    'columns',
    requested,
    all.map(({ name }) => name),
  )
  if (names === null) return [...all]
  return [...new Set(names)].flatMap((name) => all.find((column) => column.name === name) ?? [])
}

/** All pages of a list; `read` returns the page at a cursor. */
async function* everyPage<Row>(read: (place: { limit: number; cursor?: string }) => Promise<Page<Row>>) {
  let cursor: string | undefined
  do {
    const page: Page<Row> = await read({ limit: rowsAtOnce, ...(cursor === undefined ? {} : { cursor }) })
    yield page.results
    const next = page.next
    cursor = next?.startsWith('cursor=') === true ? next.slice('cursor='.length) : undefined
  } while (cursor !== undefined)
}

export interface Table<Row> {
  columns: readonly CsvColumn<Row>[]
  zone: string
  /** Whether the file begins with a UTF-8 BOM: without it, some spreadsheets assume the machine's code page. */
  hasMark?: boolean
}

/** Header and rows as bytes, one chunk per page. */
async function* csvParts<Row>(pages: AsyncIterable<Row[]>, { columns, zone, hasMark }: Table<Row>) {
  const encoder = new TextEncoder()
  const head = columns.map(({ label, isTime }) => (isTime === true ? `${label} (${zone})` : label))
  yield encoder.encode((hasMark === true ? '\uFEFF' : '') + csvText([head]))
  for await (const rows of pages)
    if (rows.length > 0) yield encoder.encode(csvText(rows.map((row) => columns.map(({ cell }) => cell(row, zone)))))
}

/** Byte stream with backpressure. */
function csvStream<Row>(pages: AsyncIterable<Row[]>, table: Table<Row>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = csvParts(pages, table)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const part = await parts.next()
      if (part.done === true) controller.close()
      else controller.enqueue(part.value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

const headersOf = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': attachment(`${fileName}.csv`),
  // The same URL also returns JSON.
  vary: 'accept',
})

/** CSV response of rows, which starts immediately: `pages` must not fail. */
export const csvPagesReply = <Row>(
  { fileName, ...table }: Table<Row> & { fileName: string },
  pages: AsyncIterable<Row[]>,
): Reply<never> => ({ text: '', stream: csvStream(pages, table), headers: headersOf(fileName) })

/**
 * CSV response of a whole list. The first page is read before the response starts, so that errors are reported and do
 * not truncate the file.
 */
export async function csvReply<Row>(
  facts: Table<Row> & { fileName: string },
  read: (place: { limit: number; cursor?: string }) => Promise<Page<Row>>,
): Promise<Reply<never>> {
  const pages = everyPage(read)
  const first = await pages.next()
  async function* all() {
    if (first.done !== true) yield first.value
    yield* pages
  }
  return csvPagesReply(facts, all())
}

/** CSV response of complete rows. */
export const csvTextReply = (fileName: string, rows: readonly (readonly string[])[]): Reply<never> => ({
  text: csvText(rows),
  headers: headersOf(fileName),
})
