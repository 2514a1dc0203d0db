/** Opens files for the comparison. They are stored in this browser, and never sent. */
import type { FileFlow, FileRefusal } from '#files/file-result.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { readFile } from '#files/read-files.ts'

/** "notes.json cannot be compared. Line 1, column 1: this is text, not JSON." */
function refusalWords(name: string, { message, line, column }: FileRefusal): string {
  const place = line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `
  return `${name} cannot be compared. ${place}${message}`
}

const storeFlows = (file: string, flows: readonly FileFlow[]): Promise<string[]> =>
  Promise.all(flows.map((flow) => openFileFlow(flow, { file })))

/**
 * Stores the flows in a file. Returns their keys, or why the file cannot be compared. Rejects if the signal is aborted.
 */
export async function openFile(file: File, options: { signal: AbortSignal }): Promise<string[] | { refused: string }> {
  const read = await readFile(file, options)
  if (read === null)
    return { refused: 'The file reader could not be loaded. Reload the page once the service responds.' }
  if (!read.ok) return { refused: refusalWords(file.name, read) }
  if (!('entries' in read)) return storeFlows(file.name, read.flows)
  const keys: string[] = []
  for (const { name, result } of read.entries) if (result.ok) keys.push(...(await storeFlows(name, result.flows)))
  if (keys.length > 0) return keys
  return { refused: `${file.name} cannot be compared: no file in it contains a flow. Choose another file.` }
}
