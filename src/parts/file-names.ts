/** Names of files in one folder. Pure. */

/** A name that every file system takes, for a service that gives none. */
export const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`

/** Where the ending of "Orders.flow.json" begins: numbers go before it. */
const endingOf = (name: string): string => /\.flow\.json$|\.[^.]*$/i.exec(name)?.[0] ?? ''

/** The same names in the same order, each only once, whatever a file system thinks of capitals: "Orders (2).flow.json". */
export function uniqueNames(names: readonly string[]): string[] {
  const folded = (name: string) => name.normalize('NFC').toLowerCase()
  // A name that is somebody's own is not given to another.
  const own = new Set(names.map(folded))
  const taken = new Set<string>()
  return names.map((name) => {
    const ending = endingOf(name)
    const stem = name.slice(0, name.length - ending.length)
    let unique = name
    for (let number = 2; taken.has(folded(unique)) || (unique !== name && own.has(folded(unique))); number++)
      unique = `${stem} (${number})${ending}`
    taken.add(folded(unique))
    return unique
  })
}
