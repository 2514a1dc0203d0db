/** The file of a row as it goes to a product that accepts its own files unchanged. */
import { textInZip } from '#files/text-in-zip.ts'
import { allRows, type ImportRow } from './import-rows.ts'
import { rowTitle } from './row-words.ts'

/** Formats whose files may be a list of flows, each of which is a file of its own. */
const listFormats: ReadonlySet<string> = new Set(['n8n'])

/** Whether the row is an entry of such a list. */
export const isListEntry = ({ flow, isOneOfMany }: Pick<ImportRow, 'flow' | 'isOneOfMany'>): boolean =>
  isOneOfMany && flow !== null && listFormats.has(flow.format)

/** Formats whose files are imported with all their flows at once, as the product itself does. */
const wholeFormats: ReadonlySet<string> = new Set(['node-red'])

/** The flows of a file, in its order. */
const flowsOfFile = ({ source, file }: ImportRow): ImportRow[] =>
  allRows().filter((row) => row.source === source && row.file === file)

/** Whether the row is a flow of such a file. */
export const isWholeFile = ({ flow, isOneOfMany }: Pick<ImportRow, 'flow' | 'isOneOfMany'>): boolean =>
  isOneOfMany && flow !== null && wholeFormats.has(flow.format)

/** Name of the flow with which this one is imported; null if it is imported on its own. */
export function companionName(row: ImportRow): string | null {
  const [first] = isWholeFile(row) ? flowsOfFile(row) : []
  return first === undefined || first.key === row.key ? null : rowTitle(first)
}

/** Position of a row among the flows of its file. */
const positionIn = (row: ImportRow): number => flowsOfFile(row).findIndex(({ key }) => key === row.key)

/**
 * The file as a JSON value: its own bytes if it is JSON, else its text as a JSON string. Of a list of flows, the entry of
 * the row. Rejects if the file has changed or was deleted since it was read.
 */
export async function sourceValue(row: ImportRow): Promise<Blob> {
  // Without a byte order mark, which is no JSON.
  const { file, source } = row
  // A file in a ZIP has the name of the ZIP in front.
  const text = file === source.name ? await source.text() : await textInZip(source, file.slice(source.name.length + 1))
  if (!/^\s*[[{]/.test(text)) return new Blob([JSON.stringify(text)])
  if (!isListEntry(row)) return new Blob([text])
  const list: unknown = JSON.parse(text)
  const entry: unknown = Array.isArray(list) ? list[positionIn(row)] : undefined
  if (entry === undefined) throw new Error('The file has changed since it was read.')
  return new Blob([JSON.stringify(entry)])
}
