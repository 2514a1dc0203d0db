/** File names for downloads, unique within a folder. Pure. */
import { safeFileName } from '#lib/text/file-name.ts'

/** File name of an export, used if the service sends none. */
export const downloadFileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`

/**
 * Returns a function that makes a name valid on every file system and unique, ignoring case: "Orders (2).flow.json".
 * `taken` are existing names.
 */
export function makeFileNames(taken: readonly string[] = []): (name: string) => string {
  const normalized = (name: string) => name.normalize('NFC').toLowerCase()
  const all = new Set(taken.map(normalized))
  // Next number by name, so that a thousand flows with the same name do not each start at 2.
  const next = new Map<string, number>()
  return (name) => {
    const { stem, ending } = safeFileName(name)
    const plain = stem + ending
    let unique = plain
    let number = next.get(normalized(plain)) ?? 2
    for (; all.has(normalized(unique)); number++) unique = `${stem} (${number})${ending}`
    next.set(normalized(plain), number)
    all.add(normalized(unique))
    return unique
  }
}
