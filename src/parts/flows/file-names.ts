/** Unique file names in a folder. Pure. */
import { safeFileName } from '#lib/text/file-name.ts'

/** A name that every file system accepts, for a service that gives none. */
export const downloadFileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`

/**
 * Gives each file of a folder a unique name, ignoring case, that every file system accepts: "Orders (2).flow.json".
 * `taken` are existing names.
 */
export function makeFileNames(taken: readonly string[] = []): (name: string) => string {
  const folded = (name: string) => name.normalize('NFC').toLowerCase()
  const all = new Set(taken.map(folded))
  // Next number by name: a thousand flows of the same name must not each start at 2.
  const next = new Map<string, number>()
  return (name) => {
    const { stem, ending } = safeFileName(name)
    const plain = stem + ending
    let unique = plain
    let number = next.get(folded(plain)) ?? 2
    for (; all.has(folded(unique)); number++) unique = `${stem} (${number})${ending}`
    next.set(folded(plain), number)
    all.add(folded(unique))
    return unique
  }
}
