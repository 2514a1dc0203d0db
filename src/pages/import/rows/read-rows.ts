/** Reads files into rows: one row per flow, in the order of the files. An unreadable file does not stop the others. */
import type { FileFlow, FileResult } from '#files/file-result.ts'
import type { HandedFile } from '#parts/flows/file-handoff.ts'
import { noImportChoices } from '#pages/import/review/import-choices.ts'
import { addRows, replaceRow, rowOf, updateRow, type ImportRow } from './import-rows.ts'

/** The file reader, loaded on demand; null if that failed. */
const loadReader = () => import('#files/read-files.ts').catch(() => null)

/** Preloads the reader, so that files can be read while the service is down. */
export async function preloadReader(): Promise<void> {
  const reader = await loadReader()
  reader?.preloadReader()
}

let last = 0
const newKey = (): string => `f${(last += 1)}`

const newRow = (file: string, source: File, state: ImportRow['state']): ImportRow => ({
  key: newKey(),
  file,
  source,
  size: source.size,
  state,
  flow: null,
  isOneOfMany: false,
  isCopy: false,
  choices: noImportChoices,
  attempt: null,
})

const withFlow = (row: ImportRow, flow: FileFlow, isOneOfMany: boolean, isWholeFile: boolean): ImportRow => ({
  ...row,
  state: { name: 'ready' },
  flow,
  isOneOfMany,
  size: isWholeFile ? row.size : flow.template.size,
})

/** The rows of one file. */
function rowsOf(row: ImportRow, file: string, result: FileResult, isEntry: boolean): ImportRow[] {
  if (!result.ok)
    return [{ ...row, file, size: isEntry ? null : row.size, state: { name: 'refused', refusal: result } }]
  const isMany = result.flows.length > 1
  return result.flows.map((flow, at) => ({
    ...withFlow(row, flow, isMany, !isMany && !isEntry),
    file,
    key: at === 0 ? row.key : newKey(),
  }))
}

async function readRow(key: string): Promise<void> {
  const row = rowOf(key)
  if (row === undefined) return
  updateRow(key, { state: { name: 'reading', progress: null } })
  const reader = await loadReader()
  const result =
    reader === null
      ? null
      : await reader.readFile(row.source, {
          onProgress: (progress) => updateRow(key, { state: { name: 'reading', progress } }),
        })
  if (result === null) updateRow(key, { state: { name: 'unread' } })
  else if (result.ok && 'entries' in result) {
    const made = result.entries.flatMap(({ name, result: inside }, at) =>
      rowsOf(at === 0 ? row : { ...row, key: newKey() }, name, inside, true),
    )
    replaceRow(key, made)
  } else replaceRow(key, rowsOf(row, row.file, result, false))
}

/** Adds files and reads them one after the other. Resolves when all are read. */
export const readFiles = (files: readonly File[]): Promise<void> =>
  readHandedFiles(files.map((file) => ({ file, name: null })))

/** The same for files of another page, which may come with a name. */
export async function readHandedFiles(files: readonly HandedFile[]): Promise<void> {
  const made = files.map(({ file, name }): ImportRow => ({
    ...newRow(file.name, file, { name: 'queued' }),
    isCopy: name !== null,
    choices: { ...noImportChoices, name },
  }))
  addRows(made)
  for (const { key } of made) await readRow(key)
}

/** Retries an unread file. */
export const retryRead = (key: string): Promise<void> => readRow(key)
