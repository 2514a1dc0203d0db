/** The text of one file of a ZIP, unpacked again when it is needed. */
import { decodeText } from '#lib/text/text.ts'
import { bytesOfEntry, entryProblem } from './zip-entry.ts'
import { zipList } from './zip-list.ts'

/** Directories of ZIPs: a ZIP of thousands of files is asked for each of them. */
const lists = new WeakMap<Blob, ReturnType<typeof zipList>>()

function directoryOf(zip: Blob): ReturnType<typeof zipList> {
  const list = lists.get(zip) ?? zipList(zip)
  lists.set(zip, list)
  return list
}

/** Rejects if the ZIP has no such file, or several, and if it cannot be read. */
export async function textInZip(zip: Blob, name: string): Promise<string> {
  const list = await directoryOf(zip)
  const [entry, second] = Array.isArray(list) ? list.filter((one) => one.name === name) : []
  if (entry === undefined || second !== undefined || entryProblem(entry) !== null)
    throw new Error(`The ZIP does not have just one file “${name}”.`)
  const bytes = await bytesOfEntry(zip, entry)
  const text = bytes instanceof Uint8Array ? decodeText(bytes) : null
  if (!text?.ok) throw new Error(`“${name}” cannot be unpacked.`)
  return text.text
}
