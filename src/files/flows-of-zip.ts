/** The flows of every file in a ZIP, one file after the other, so that only one is in memory. */
import { isRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { decodeText } from '#lib/text/text.ts'
import { type FileRefusal, type FileResult, refuseFile } from './file-result.ts'
import { flowsOfBytes } from './flows-of-bytes.ts'
import { isZip } from './file-checks.ts'
import { bytesOfEntry, entryProblem, isSystemFile } from './zip-entry.ts'
import { type ZipEntry, zipList } from './zip-list.ts'

/** Name of the manifest in a ZIP that the console exported. */
const manifest = 'manifest.json'

/** Whether the manifest is that of an export, and not a flow with this file name. */
async function hasManifest(file: Blob, list: readonly ZipEntry[]): Promise<boolean> {
  const entry = list.find(({ name }) => name === manifest)
  if (entry === undefined || entryProblem(entry) !== null) return false
  const bytes = await bytesOfEntry(file, entry)
  const text = bytes instanceof Uint8Array ? decodeText(bytes) : null
  const json = text?.ok ? parseJson(text.text) : null
  if (!json?.ok || !isRecord(json.value)) return false
  const { exported_at: at, counts, flows } = json.value
  return typeof at === 'string' && isRecord(counts) && Array.isArray(flows)
}

/** The files of a ZIP, without folders and system files; a refusal if there are none. */
export async function filesOfZip(file: Blob): Promise<ZipEntry[] | FileRefusal> {
  const list = await zipList(file)
  if (!Array.isArray(list)) return list
  // Office documents and programs are ZIPs, too.
  if (list.some(({ name }) => name === '[Content_Types].xml' || name === 'META-INF/MANIFEST.MF' || name === 'mimetype'))
    return refuseFile('binary', 'The file is a document or a program packed as a ZIP and contains no flow.')
  const isConsoleExport = await hasManifest(file, list)
  const files = list.filter(({ name }) => !isSystemFile(name) && !(isConsoleExport && name === manifest))
  return files.length === 0 ? refuseFile('empty', 'The ZIP contains no files to read.') : files
}

/** The flows of one file of a ZIP. `file` is the ZIP. */
export async function flowsOfEntry(file: File, entry: ZipEntry): Promise<FileResult> {
  const problem = entryProblem(entry)
  if (problem !== null) return problem
  const bytes = await bytesOfEntry(file, entry)
  if (!(bytes instanceof Uint8Array)) return bytes
  if (await isZip(new Blob([bytes.subarray(0, 4)])))
    return refuseFile('zip-nested', 'ZIP files inside a ZIP are not opened. Unpack it first.')
  return flowsOfBytes(entry.name, bytes)
}
