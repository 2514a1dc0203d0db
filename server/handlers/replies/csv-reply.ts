/** Lists as tables: CSV that goes out as it is read, with the columns and the zone that were asked. */
import type { Page } from '#contract/kernel/page.ts'
import { csvText } from '#lib/text/csv.ts'
import { wallClock } from '#lib/time/wall-clock.ts'
import { commaChoices } from '#server/store/query/comma-list.ts'
import { attachment } from './attachment.ts'
import type { Reply } from '#server/protocol/handler.ts'

/** Rows that are read at once: some hundred kB, and the embedded database answers others in between. */
const rowsAtOnce = 500

export interface CsvColumn<Row> {
  name: string
  /** Its head; of a time the zone is said behind it. */
  label: string
  cell: (row: Row, zone: string) => string
  isTime?: boolean
}

/** A moment as the clocks of the zone show it, as spreadsheets read it: "2026-11-20 15:26:08". */
export const clockText = (iso: string | null, zone: string): string =>
  iso === null ? '' : new Date(wallClock(Date.parse(iso), zone)).toISOString().slice(0, 19).replace('T', ' ')

/** The columns that were asked, in that order; all of them where none were. 400 for one that is not there. */
export function askedColumns<Row>(all: readonly CsvColumn<Row>[], asked: string | undefined): CsvColumn<Row>[] {
  const names = commaChoices(
    'columns',
    asked,
    all.map(({ name }) => name),
  )
  if (names === null) return [...all]
  return [...new Set(names)].flatMap((name) => all.find((column) => column.name === name) ?? [])
}

/** A whole list, page after page; `read` gives the page at a cursor. */
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
  /** Begins with a mark of UTF-8: some spreadsheets take a file without it for one in the code page of the machine. */
  hasMark?: boolean
}

/** The head and rows as bytes, a part a page. */
async function* csvParts<Row>(pages: AsyncIterable<Row[]>, { columns, zone, hasMark }: Table<Row>) {
  const encoder = new TextEncoder()
  const head = columns.map(({ label, isTime }) => (isTime === true ? `${label} (${zone})` : label))
  yield encoder.encode((hasMark === true ? '\uFEFF' : '') + csvText([head]))
  for await (const rows of pages)
    if (rows.length > 0) yield encoder.encode(csvText(rows.map((row) => columns.map(({ cell }) => cell(row, zone)))))
}

/** Bytes that are made as fast as they are read. */
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
  // The same address answers JSON to who asks for that.
  vary: 'accept',
})

/** Rows as a table, which begins at once: nothing of `pages` may be wrong any more. */
export const csvPagesReply = <Row>(
  { fileName, ...table }: Table<Row> & { fileName: string },
  pages: AsyncIterable<Row[]>,
): Reply<never> => ({ text: '', stream: csvStream(pages, table), headers: headersOf(fileName) })

/** The whole list as a table. The first page is read before the answer begins, so that what cannot be read is an error, not a cut file. */
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

/** A table that is there as a whole. */
export const csvTextReply = (fileName: string, rows: readonly (readonly string[])[]): Reply<never> => ({
  text: csvText(rows),
  headers: headersOf(fileName),
})
